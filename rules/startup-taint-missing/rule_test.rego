package karplint.rules.startup_taint_missing_test

import data.karplint.lib.given
import data.karplint.rules.startup_taint_missing as rule

key := "node.cilium.io/agent-not-ready"

pool(value) := object.union(
	given.in_manifest("Object", "pool.yaml", object.union(
		{
			"apiVersion": "karpenter.sh/v1",
			"kind": "NodePool",
			"metadata": {"name": "default"},
			"class": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"},
		},
		value,
	)),
	{"id": "pool", "writable": ["startupTaints"]},
)

cilium(value) := given.in_terraform("ChartInstallation", "helm_release.cilium", object.union({"chart": "cilium", "version": "1.18.3"}, value))

with_values(value) := cilium({"values": value})

karpenter(value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller"}, value))

reports(resources) := with_karpenter(array.concat(resources, [karpenter({}) | not has_karpenter(resources)]))

has_karpenter(resources) if {
	some resource in resources
	resource.value.karpenter
}

with_karpenter(resources) := found if found := rule.report with input as given.project(resources, {"a": []}, "1.8.1")

test_missing if {
	some found in reports([pool({}), cilium({})])
	found.path == ["startupTaints"]
	found.message == "startup taint node.cilium.io/agent-not-ready is missing"
	found.related == [{"resource": "helm_release.cilium", "path": ["version"], "message": "cilium 1.18.3 sets the taint"}]
	found.fix.ops == [{"do": "insert", "path": ["startupTaints"], "index": -1, "value": {"key": key, "effect": "NoSchedule"}}]
	some told in reports([object.union(pool({"taints": ["team"]}), {"writable": []}), cilium({})])
	told.help == "add node.cilium.io/agent-not-ready to startupTaints"
}

test_declared if {
	every taints in [[key], ["team", key], [{"$unknown": "key"}], ["team", {"$unknown": "taints"}], {"$unknown": "patched taints"}] {
		count(reports([pool({"taints": taints}), cilium({})])) == 0
	}
}

test_versions if {
	every version in ["1.14.0", "v1.18.3", "1.18.x", ">= 1.14.0, < 1.19.0"] {
		count(reports([pool({}), cilium({"version": version})])) == 1
	}
	every version in ["1.13.18", "1.12.x", "~> 1.0", {"$unknown": "var.version"}] {
		count(reports([pool({}), cilium({"version": version})])) == 0
	}
	count(reports([pool({}), given.in_terraform("ChartInstallation", "helm_release.cilium", {"chart": "cilium"})])) == 0
}

test_values if {
	every value in [{}, {"operator": {"replicas": 1}}, {"operator": {"setNodeTaints": null}}, {"operator": {"setNodeTaints": true}}, {"agent": true}] {
		count(reports([pool({}), with_values(value)])) == 1
	}
	every value in [
		{"operator": {"setNodeTaints": false}}, {"operator": {"removeNodeTaints": false}}, {"operator": {"removeNodeTaints": {"$unknown": "a"}}},
		{"operator": {"enabled": false}}, {"agent": false}, {"operator": {"$open": true}}, {"$open": true}, {"$unknown": "var.values"},
	] {
		count(reports([pool({}), with_values(value)])) == 0
	}
}

test_other_key if {
	own := {"agentNotReadyTaintKey": "example.com/cilium"}
	some found in reports([pool({"taints": [key]}), with_values(own)])
	found.fix.ops[0].value.key == "example.com/cilium"
	count(reports([pool({"taints": ["example.com/cilium"]}), with_values(own)])) == 0
	count(reports([pool({}), with_values({"agentNotReadyTaintKey": {"$unknown": "var.key"}})])) == 0
	other := object.union(with_values(own), {"id": "other"})
	count(reports([pool({}), cilium({}), other])) == 0
}

test_not_installed if {
	count(reports([pool({})])) == 0
	count(reports([pool({}), cilium({"chart": "tetragon"})])) == 0
	every off in [true, {"$unknown": "cilium.enabled"}] {
		count(reports([pool({}), cilium({"off": off})])) == 0
	}
}

test_conditions if {
	gate := "var.cilium ? 1 : 0"
	count(reports([pool({}), cilium({"gate": gate}), karpenter({})])) == 0
	count(reports([pool({}), cilium({"gate": gate}), karpenter({"gate": gate})])) == 1
	count(reports([pool({"gate": "if .Values.a"}), cilium({})])) == 0
}

test_clusters if {
	count(reports([pool({}), cilium({}), karpenter({})])) == 1
	second := object.union(karpenter({}), {"id": "second"})
	count(reports([pool({}), cilium({}), karpenter({}), second])) == 0
	clusters := [given.in_terraform("Cluster", block, {}) | some block in ["module.a", "module.b"]]
	count(reports([pool({}), cilium({}), clusters[0]])) == 1
	count(reports(array.concat([pool({}), cilium({})], clusters))) == 0
	count(reports([pool({}), cilium({"clusters": ["a"]}), karpenter({"clusters": ["b"]})])) == 0
	count(reports([pool({}), cilium({"clusters": ["a"]}), karpenter({"clusters": ["a"]})])) == 1
}

# Karpenter may be in another cluster than Cilium.
test_apart if {
	count(with_karpenter([pool({}), cilium({})])) == 0
	every place in [["a/karpenter.yaml", 1], ["b/karpenter.yaml", 0]] {
		installed := given.in_manifest("ChartInstallation", place[0], {"karpenter": "controller", "via": "HelmRelease", "name": "karpenter"})
		agent := given.in_manifest("ChartInstallation", "a/cilium.yaml", {"chart": "cilium", "version": "1.18.3", "via": "HelmRelease", "name": "cilium"})
		count(reports([pool({}), agent, installed])) == place[1]
		count(reports([pool({}), cilium({}), installed])) == 0
	}
}

test_kept_off if {
	every value in [{"nodeSelector": {"cilium": "true"}}, {"affinity": {"nodeAffinity": {}}}] {
		count(reports([pool({}), with_values(value)])) == 0
	}
}

test_other_pools if {
	count(reports([pool({"class": {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}}), cilium({})])) == 0
	count(reports([pool({"unread": true}), cilium({})])) == 0
}

test_windows if {
	class := given.in_manifest("Object", "class.yaml", {
		"apiVersion": "karpenter.k8s.aws/v1",
		"kind": "EC2NodeClass",
		"metadata": {"name": "default"},
		"amiSelectorTerms": [{"alias": "windows2022@latest"}],
	})
	count(reports([pool({}), class, cilium({})])) == 0
}

test_reported_once if {
	applied := object.union(pool({}), {"id": "applied", "block": "kubectl_manifest.pools"})
	{found.resource | some found in reports([pool({}), applied, cilium({})])} == {"pool"}
	{found.resource | some found in reports([applied, cilium({})])} == {"applied"}
}
