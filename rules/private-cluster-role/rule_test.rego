package karplint.rules.private_cluster_role_test

import data.karplint.lib.given
import data.karplint.rules.private_cluster_role as rule

class(value) := given.in_terraform("Object", "kubectl_manifest.class", object.union(value, {
	"apiVersion": "karpenter.k8s.aws/v1",
	"kind": "EC2NodeClass",
	"metadata": {"name": "default"},
}))

release(values) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "values": values})

reports(values, fields, version) := found if {
	found := rule.report with input as given.project([class(fields), release(values)], {"a": []}, version)
}

isolated := {"settings": {"isolatedVPC": true}}

test_a_role if {
	some found in reports(isolated, {"role": "nodes"}, "1.0.8")
	found.resource == "helm_release.karpenter"
	found.path == ["values", "settings", "isolatedVPC"]
	endswith(found.message, `EC2NodeClass "default" has a role`)
	count(found.related) == 1
}

test_other_ways if {
	some found in reports({"controller": {"env": [{"name": "A"}, {"name": "ISOLATED_VPC", "value": "true"}]}}, {"role": "nodes"}, "1.0.8")
	found.path == ["values", "controller", "env", 1]
	some old in reports({"settings": {"aws": {"isolatedVPC": "true"}}}, {"role": "nodes"}, "0.32.10")
	old.path == ["values", "settings", "aws", "isolatedVPC"]
	reports({"settings": {"aws": {"isolatedVPC": "true"}}}, {"role": "nodes"}, "0.33.1") == set()
}

test_others if {
	reports(isolated, {"instanceProfile": "nodes"}, "1.0.8") == set()
	reports(isolated, {"role": "nodes"}, "0.31.4") == set()
	reports({"settings": {"isolatedVPC": false}}, {"role": "nodes"}, "1.0.8") == set()
	reports({"settings": {"isolatedVPC": {"$unknown": "x"}}}, {"role": "nodes"}, "1.0.8") == set()
	reports({}, {"role": "nodes"}, "1.0.8") == set()
}
