package karplint.rules.controller_has_no_node_test

import data.karplint.lib.given
import data.karplint.rules.controller_has_no_node as rule

cluster := given.in_terraform("Cluster", "module.eks", {"opaque": false, "auto_mode": false})

profile(selectors) := given.in_terraform("FargateProfile", "aws_eks_fargate_profile.a", {"cluster": "module.eks", "selectors": selectors})

group(taints) := given.in_terraform("NodeGroup", "aws_eks_node_group.a", {"cluster": "module.eks", "taints": taints})

release(value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
	{"karpenter": "controller", "namespace": "kube-system", "values": {"settings": {}}},
	value,
))

reports(resources) := found if found := rule.report with input as given.project(resources, {"a": []}, "1.8.1")

karpenters := [{"namespace": "karpenter"}]

taint := {"key": "team", "value": "a", "effect": "NoSchedule"}

test_only_fargate if {
	some found in reports([cluster, profile(karpenters), release({})])
	found.path == ["namespace"]
}

test_profiles_that_may_take_it if {
	every selectors in [[{"namespace": "kube-system"}], [{"namespace": "kube-*"}], [{"namespace": {"$unknown": "var.a"}}], {"$unknown": "var.a"}] {
		count(reports([cluster, profile(selectors), release({})])) == 0
	}
}

test_clusters_that_are_not_known if {
	every value in [{"opaque": true}, {"auto_mode": true}, {"auto_mode": {"$unknown": "var.a"}}] {
		count(reports([object.union(cluster, {"value": value}), profile(karpenters), release({})])) == 0
	}
	count(reports([cluster, release({})])) == 0
}

test_taints if {
	count(reports([cluster, group([taint]), release({})])) == 1
	every taints in [
		[], {"$unknown": "var.a"}, [object.union(taint, {"effect": "PreferNoSchedule"})], [object.union(taint, {"value": {"$unknown": "var.a"}})],
		[{"key": "CriticalAddonsOnly", "value": "true", "effect": "NoSchedule"}], [{"key": "karpenter.sh/controller", "value": "true", "effect": "NoSchedule"}],
		[{"key": "node.cilium.io/agent-not-ready", "value": "true", "effect": "NoExecute"}],
	] {
		count(reports([cluster, group(taints), release({})])) == 0
	}
}

test_tolerations if {
	count(reports([cluster, group([taint]), release({"values": {"tolerations": [{"key": "other", "operator": "Exists"}]}})])) == 1
	every values in [
		{"tolerations": [{"key": "team", "operator": "Exists"}]}, {"tolerations": [{"operator": "Exists"}]}, {"tolerations": {"$unknown": "var.a"}},
		{"settings": {}, "$open": true}, {"$unknown": "var.a"},
	] {
		count(reports([cluster, group([taint]), release({"values": values})])) == 0
	}
}
