package karplint.rules.nodeclass_ref_group_test

import data.karplint.lib.given
import data.karplint.rules.nodeclass_ref_group

reports(reference, more) := found if {
	pool := {
		"apiVersion": "karpenter.sh/v1",
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"spec": {"template": {"spec": {"nodeClassRef": reference, "requirements": []}}},
	}
	found := nodeclass_ref_group.report with input as object.union(given.resource(pool, "1.0.8"), {"resource": more})
}

path(field) := ["spec", "template", "spec", "nodeClassRef", field]

test_of_v1beta1 if {
	reference := {"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass", "name": "default"}
	some found in reports(reference, {"cloud": "karpenter.k8s.aws"})
	found.path == path("group")
	found.fix.ops == [
		{"do": "rename", "path": path("apiVersion"), "key": "group"},
		{"do": "set", "path": path("group"), "value": "karpenter.k8s.aws"},
	]
}

test_only_a_name if {
	some found in reports({"name": "default"}, {})
	found.claims == [path("group"), path("kind"), path("apiVersion")]
	not found.fix
	some known in reports({"name": "default"}, {"cloud": "karpenter.k8s.aws"})
	count(known.fix.ops) == 2
}

test_another_cloud if {
	some found in reports({"name": "default"}, {"cloud": "eks.amazonaws.com"})
	not found.fix
	found.help == "set group: eks.amazonaws.com and the kind of the class"
}

test_given if {
	reports({"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"}, {}) == set()
	reports({"group": {"$unknown": "var.group"}, "kind": "EC2NodeClass", "name": "default"}, {}) == set()
	reports({"name": "default", "$open": true}, {}) == set()
	reports({"name": "default"}, {"computed": {["spec", "template", "spec", "nodeClassRef"]}}) == set()
	reports({"name": "default"}, {"patch": true}) == set()
	patch := {"spec": {"template": {"spec": {"nodeClassRef": {"group": "a", "kind": "B"}}}}}
	reports({"name": "default"}, {"patches": [patch]}) == set()
}
