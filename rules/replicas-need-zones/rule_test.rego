package karplint.rules.replicas_need_zones_test

import data.karplint.lib.given
import data.karplint.rules.replicas_need_zones as rule

cluster := given.in_terraform("Cluster", "module.eks", {"opaque": false, "auto_mode": false})

group(name, size) := given.in_terraform("NodeGroup", name, {"cluster": "module.eks", "max_size": size})

release(value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
	{"karpenter": "controller", "namespace": "kube-system", "values": {"settings": {}}},
	value,
))

reports(resources) := found if found := rule.report with input as given.project(resources, {"a": []}, "1.8.1")

test_one_node if {
	some found in reports([cluster, group("a", 1), release({})])
	found.path == []
	found.message == "2 replicas of the controller need as many nodes, and the node groups have at most 1"
	found.related == [{"resource": "a", "path": ["max_size"], "message": "at most 1"}]
	found.help == "let the node groups have 2 nodes, or set replicas to 1"
	some written in reports([cluster, group("a", 1), group("b", 1), release({"values": {"replicas": 3}})])
	written.path == ["values", "replicas"]
}

test_enough_nodes if {
	count(reports([cluster, group("a", 2), release({})])) == 0
	count(reports([cluster, group("a", 1), group("b", 1), release({})])) == 0
	count(reports([cluster, group("a", 1), release({"values": {"replicas": 1}})])) == 0
}

test_not_known if {
	count(reports([cluster, group("a", {"$unknown": "var.size"}), release({})])) == 0
	count(reports([cluster, group("a", 1), given.in_terraform("NodeGroup", "b", {"cluster": "module.eks"}), release({})])) == 0
	count(reports([cluster, release({})])) == 0
	count(reports([object.union(cluster, {"value": {"opaque": true}}), group("a", 1), release({})])) == 0
	every value in [
		{"values": {"replicas": {"$unknown": "var.replicas"}}}, {"values": {"$open": true}}, {"values": {"affinity": {"nodeAffinity": {}}}},
		{"off": true},
	] {
		count(reports([cluster, group("a", 1), release(value)])) == 0
	}
}

test_fargate if {
	profile := given.in_terraform("FargateProfile", "profile", {"cluster": "module.eks", "selectors": [{"namespace": "kube-system"}]})
	count(reports([cluster, group("a", 1), profile, release({})])) == 0
}
