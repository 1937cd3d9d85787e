package karplint.rules.implicit_requirements_test

import data.karplint.lib.given
import data.karplint.rules.implicit_requirements

# requirement is one for each key, with some values.
requirements(keys) := [{"key": key, "operator": "In", "values": ["x"]} | some key in keys]

pool(list, fields) := object.union(
	{
		"apiVersion": "karpenter.sh/v1",
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"spec": {"template": {"spec": {"requirements": list, "nodeClassRef": {"name": "default"}}}},
	},
	fields,
)

provisioner(spec) := {
	"apiVersion": "karpenter.sh/v1alpha5",
	"kind": "Provisioner",
	"metadata": {"name": "default"},
	"spec": object.union({"providerRef": {"name": "default"}}, spec),
}

reports(value, version) := found if {
	found := implicit_requirements.report with input as given.resource(value, version)
}

keys(value) := [op.value.key | some found in reports(value, "unknown"); some op in found.fix.ops]

test_pool if {
	some found in reports(pool([], {}), "1.0.8")
	found.message == "no requirement for arch, capacity-type, instance-category"
	endswith(found.why, "nodes may be arm64 and spot and of any type")
	endswith(found.help, ": kubernetes.io/arch, karpenter.sh/capacity-type, karpenter.k8s.aws/instance-category")
	found.fix.safety == "unsafe"
	[added.key | some added in found.fix.ops[0].value] == ["kubernetes.io/arch", "karpenter.sh/capacity-type", "karpenter.k8s.aws/instance-category", "karpenter.k8s.aws/instance-generation"]
}

test_pool_says_some if {
	keys(pool(requirements(["karpenter.sh/capacity-type", "karpenter.k8s.aws/instance-cpu"]), {})) == ["kubernetes.io/arch"]
	keys(pool(requirements(["beta.kubernetes.io/arch", "node.kubernetes.io/instance-type"]), {})) == ["karpenter.sh/capacity-type"]
	keys(pool(requirements(["karpenter.sh/capacity-type", "karpenter.k8s.aws/instance-family"]), {})) == []
}

test_pool_says_all if {
	reports(pool(requirements(["kubernetes.io/arch", "karpenter.sh/capacity-type", "karpenter.k8s.aws/instance-category"]), {}), "1.0.8") == set()
	labels := {"kubernetes.io/arch": "arm64", "karpenter.sh/capacity-type": "spot"}
	reports(pool(requirements(["karpenter.k8s.aws/instance-size"]), {"spec": {"template": {"metadata": {"labels": labels}}}}), "1.0.8") == set()
}

test_provisioner if {
	some found in reports(provisioner({}), "0.27.0")
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "set", "path": ["spec", "requirements"], "value": [
		{"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]},
		{"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64"]},
		{"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]},
		{"key": "karpenter.k8s.aws/instance-category", "operator": "In", "values": ["c", "m", "r"]},
		{"key": "karpenter.k8s.aws/instance-generation", "operator": "Gt", "values": ["2"]},
	]}]
	startswith(found.message, "no requirement for os, arch, ")
}

test_provisioner_says_some if {
	some_keys := requirements(["kubernetes.io/os", "kubernetes.io/arch", "node.kubernetes.io/instance-type"])
	some found in reports(provisioner({"requirements": some_keys}), "unknown")
	found.fix.ops == [{"do": "insert", "path": ["spec", "requirements"], "index": -1, "value": {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]}}]
}

test_provisioner_without_system if {
	others := requirements(["kubernetes.io/arch", "karpenter.sh/capacity-type", "karpenter.k8s.aws/instance-family"])
	reports(provisioner({"requirements": others}), "unknown") == set()
}

test_versions_of_alpha if {
	count(reports(provisioner({}), "0.19.0")) == 1
	reports(provisioner({}), "0.18.1") == set()
	count(reports(provisioner({}), "0.32.10")) == 1
	reports(provisioner({}), "0.33.0") == set()
}

test_may_say_more if {
	every list in [
		{"$unknown": "toYaml"}, [{"$unknown": "…"}], [{"key": {"$unknown": "var.key"}, "operator": "Exists"}],
	] {
		reports(pool(list, {}), "1.0.8") == set()
		reports(provisioner({"requirements": list}), "unknown") == set()
	}
	reports(provisioner({"$open": true}), "unknown") == set()
	every labels in [{"$open": true}, {"$unknown": "toYaml"}] {
		reports(provisioner({"labels": labels}), "unknown") == set()
		reports(pool([], {"spec": {"template": {"metadata": {"labels": labels}}}}), "1.0.8") == set()
	}
}

test_parts if {
	reports({"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "spec": {"limits": {"cpu": 10}}}, "1.0.8") == set()
	reports({"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "spec": {"limits": {"resources": {"cpu": 10}}}}, "unknown") == set()
	every value in [pool([], {}), provisioner({})] {
		every more in [
			{"patch": true}, {"patches": [{"spec": {"requirements": [], "template": {"spec": {"requirements": []}}}}]},
		] {
			found := implicit_requirements.report with input as object.union(given.resource(value, "unknown"), {"resource": more})
			found == set()
		}
	}
}

test_of_others if {
	reports(pool([], {"spec": {"template": {"spec": {"nodeClassRef": {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}}}}}), "1.0.8") == set()
	reports(object.union(provisioner({}), {"apiVersion": "example.com/v1"}), "unknown") == set()
}
