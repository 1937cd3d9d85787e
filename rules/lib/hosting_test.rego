package karplint.lib.hosting_test

import data.karplint.lib.given
import data.karplint.lib.hosting

cluster := given.in_terraform("Cluster", "module.eks", {"name": "shop"})

taint := {"key": "karpenter.sh/controller", "value": "true", "effect": "NoSchedule"}

group(block, value) := given.in_terraform("NodeGroup", block, object.union({"cluster": "module.eks"}, value))

tainted := group("a", {"taints": [taint]})

profile(value) := given.in_terraform("FargateProfile", "p", object.union({"cluster": "module.eks"}, value))

found(resources) := {one.id |
	some one in hosting.tainted_clusters with input as given.project(resources, {}, "1.0.8")
}

shut_out(resources, list) if {
	hosting.shut_out(cluster, list, "kube-system") with input as given.project(resources, {}, "1.0.8")
}

test_all_groups_tainted if {
	found([cluster, tainted]) == {"module.eks"}
	found([cluster, group("a", {"taints": [{"key": "x", "effect": "NoSchedule"}, taint]})]) == {"module.eks"}
	found([cluster, group("a", {"taints": [{"key": "karpenter.sh/controller", "effect": "NoExecute"}]})]) == {"module.eks"}
}

test_something_else_may_host if {
	every other in [
		group("b", {}),
		group("b", {"taints": []}),
		group("b", {"taints": [{"key": "dedicated", "effect": "NoSchedule"}]}),
		group("b", {"taints": [object.union(taint, {"effect": "PreferNoSchedule"})]}),
		group("b", {"taints": [object.union(taint, {"effect": {"$unknown": "x"}})]}),
		group("b", {"taints": {"$unknown": "var.taints"}}),
		group("b", {"labels": {"karpenter.sh/controller": "true"}}),
		group("b", {"cluster": {"$unknown": "var.cluster"}}),
	] {
		found([cluster, tainted, other]) == set()
	}
}

test_another_cluster_hosts_nothing_here if {
	other := object.union(cluster, {"id": "module.other"})
	found([cluster, other, tainted, group("b", {"cluster": "module.other"})]) == {"module.eks"}
}

test_hidden_hosts if {
	found([cluster]) == set()
	every more in [{"opaque": true}, {"auto_mode": true}, {"auto_mode": {"$unknown": "var.auto"}}] {
		found([object.union(cluster, {"value": more}), tainted]) == set()
	}
}

test_shut_out if {
	shut_out([cluster, tainted], [])
	shut_out([cluster, tainted], [{"key": "CriticalAddonsOnly", "operator": "Exists"}])
	shut_out([cluster, tainted], [{"key": "karpenter.sh/controller", "value": "false"}])
}

test_tolerates if {
	every list in [
		[{"operator": "Exists"}],
		[{"key": "karpenter.sh/controller", "operator": "Exists"}],
		[{"key": "karpenter.sh/controller", "value": "true", "effect": "NoSchedule"}],
		[{"$unknown": "var.toleration"}],
	] {
		not shut_out([cluster, tainted], list)
	}
}

test_unknown_value_of_the_taint if {
	unknown := group("a", {"taints": [object.union(taint, {"value": {"$unknown": "var.value"}})]})
	not shut_out([cluster, unknown], [{"key": "karpenter.sh/controller", "value": "yes"}])
	shut_out([cluster, unknown], [{"key": "other", "operator": "Exists"}])
}

test_fargate if {
	every selectors in [
		[{"namespace": "kube-system"}],
		[{"namespace": "kube-*"}],
		[{"namespace": {"$unknown": "var.ns"}}],
		[{"namespace": "karpenter"}, {"namespace": "kube-system", "labels": {"k8s-app": "kube-dns"}}],
		{"$unknown": "var.selectors"},
	] {
		not shut_out([cluster, tainted, profile({"selectors": selectors})], [])
	}
	shut_out([cluster, tainted, profile({"selectors": [{"namespace": "karpenter"}]})], [])
}

test_toleration if {
	hosting.toleration(cluster) == {"key": "karpenter.sh/controller", "operator": "Exists", "effect": "NoSchedule"} with input as given.project([cluster, tainted], {}, "unknown")
	both := group("b", {"taints": [object.union(taint, {"effect": "NoExecute"})]})
	hosting.toleration(cluster) == {"key": "karpenter.sh/controller", "operator": "Exists"} with input as given.project([cluster, tainted, both], {}, "unknown")
}

test_only_its_own_groups_are_related if {
	other := group("b", {"cluster": "module.other", "taints": [taint]})
	places := hosting.taint_places(cluster) with input as given.project([cluster, tainted, other], {}, "unknown")
	places == [{"resource": "a", "path": ["taints", 0]}]
	mixed := group("c", {"taints": [{"key": "x", "effect": "NoSchedule"}, taint]})
	second := hosting.taint_places(cluster) with input as given.project([cluster, mixed], {}, "unknown")
	second == [{"resource": "c", "path": ["taints", 1]}]
}
