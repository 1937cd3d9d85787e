package karplint.rules.nodeclass_ref_kind_test

import data.karplint.lib.given
import data.karplint.rules.nodeclass_ref_kind

pool(version, reference) := {
	"apiVersion": sprintf("karpenter.sh/%s", [version]),
	"kind": "NodePool",
	"metadata": {"name": "default"},
	"spec": {"template": {"spec": {"nodeClassRef": reference, "requirements": []}}},
}

reports(value, version) := found if {
	found := nodeclass_ref_kind.report with input as given.resource(value, version)
}

test_alpha_kind if {
	reference := {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "name": "default"}
	some found in reports(pool("v1beta1", reference), "0.37.8")
	found.path == ["spec", "template", "spec", "nodeClassRef", "kind"]
	found.fix.safety == "safe"
	{op.path[4]: op.value | some op in found.fix.ops} == {"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass"}
}

test_alpha_version if {
	some found in reports(pool("v1beta1", {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "EC2NodeClass", "name": "default"}), "0.37.8")
	found.path == ["spec", "template", "spec", "nodeClassRef", "apiVersion"]
	found.severity == "warning"
}

test_safety if {
	reference := {"group": "karpenter.k8s.aws", "kind": "AWSNodeTemplate", "name": "default"}
	every version, safety in {"1.0.8": "safe", "1.1.0": "unsafe", "unknown": "unsafe"} {
		{found.fix.safety | some found in reports(pool("v1", reference), version)} == {safety}
	}
}

test_other_kinds_of_the_group if {
	count(reports(pool("v1", {"group": "karpenter.k8s.aws", "kind": "NodeClass", "name": "default"}), "1.0.8")) == 1
}

test_right if {
	every reference in [
		{"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"},
		{"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"},
		{"group": "karpenter.k8s.aws", "kind": {"$unknown": "var.kind"}, "name": "default"},
		{"group": {"$unknown": "var.group"}, "kind": "NodeClass", "name": "default"},
		{"name": "default"}, {"$unknown": "toYaml"},
	] {
		reports(pool("v1", reference), "1.0.8") == set()
	}
	every api in ["v1", "v1beta1"] {
		reports(pool("v1beta1", {"apiVersion": sprintf("karpenter.k8s.aws/%s", [api]), "kind": "EC2NodeClass", "name": "a"}), "0.37.8") == set()
	}
}
