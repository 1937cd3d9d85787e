package karplint.rules.addon_misses_controller_toleration_test

import data.karplint.lib.given
import data.karplint.rules.addon_misses_controller_toleration as rule

cluster := given.in_terraform("Cluster", "module.eks", {"name": "shop"})

group := given.in_terraform("NodeGroup", "module.eks.group", {
	"cluster": "module.eks",
	"taints": [{"key": "karpenter.sh/controller", "value": "true", "effect": "NoSchedule"}],
})

open_group := given.in_terraform("NodeGroup", "module.eks.open", {"cluster": "module.eks"})

new := {"key": "karpenter.sh/controller", "operator": "Exists", "effect": "NoSchedule"}

critical := {"key": "CriticalAddonsOnly", "operator": "Exists"}

no_execute := {"effect": "NoExecute", "operator": "Exists", "tolerationSeconds": 300}

addon(name, value) := object.union(
	given.in_terraform("Addon", "aws_eks_addon.x", object.union({"name": name, "cluster": "module.eks"}, value)),
	{"writable": ["configuration"]},
)

chart(name, value) := given.in_terraform("ChartInstallation", "helm_release.x", object.union({"chart": name, "namespace": "kube-system", "karpenter": role(name)}, value))

role("karpenter") := "controller"

role(name) := null if name != "karpenter"

reports(resource) := with_groups(resource, [group])

with_groups(resource, groups) := found if {
	found := rule.report with input as given.project(array.concat([cluster, resource], groups), {}, "1.0.8")
}

test_coredns if {
	some found in reports(addon("coredns", {}))
	found.path == ["name"]
	found.message == `add-on "coredns" does not tolerate "karpenter.sh/controller"`
	found.why == "its pods stay Pending: every node group of the cluster has this taint"
	found.help == `add the toleration to "tolerations" in configuration_values`
	found.related == [{"resource": "module.eks.group", "path": ["taints", 0], "message": "the taint is set here"}]
	found.fix.safety == "unsafe"
	found.fix.ops == [{"do": "set", "path": ["configuration"], "value": {"$call": "jsonencode", "args": [{"tolerations": [
		critical,
		{"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"},
		new,
	]}]}}]
}

test_ebs_csi_controller if {
	some found in reports(addon("aws-ebs-csi-driver", {"configuration": {"node": {"logLevel": 5}}}))
	found.path == ["configuration"]
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "set", "path": ["configuration", "controller", "tolerations"], "value": [critical, no_execute, new]}]
	some bare in reports(addon("aws-ebs-csi-driver", {}))
	bare.fix.ops[0].value == {"$call": "jsonencode", "args": [{"controller": {"tolerations": [critical, no_execute, new]}}]}
}

test_list_without_it if {
	some found in reports(addon("coredns", {"configuration": {"tolerations": [critical]}}))
	found.path == ["configuration", "tolerations"]
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "insert", "path": ["configuration", "tolerations"], "index": -1, "value": new}]
}

test_addon_that_tolerates_or_may if {
	every value in [
		{"configuration": {"tolerations": [new]}},
		{"configuration": {"tolerations": [{"operator": "Exists"}]}},
		{"configuration": {"tolerations": [critical, {"$unknown": "var.t"}]}},
		{"configuration": {"tolerations": {"$unknown": "var.t"}}},
		{"configuration": {"$unknown": "var.c"}},
		{"configuration": {"replicaCount": 2, "$open": true}},
		{"$open": true},
	] {
		reports(addon("coredns", value)) == set()
	}
}

test_other_addons if {
	every name in ["vpc-cni", "kube-proxy", "eks-pod-identity-agent", "aws-mountpoint-s3-csi-driver", {"$unknown": "each.key"}] {
		reports(addon(name, {})) == set()
	}
}

test_another_node_group if with_groups(addon("coredns", {}), [group, open_group]) == set()

test_no_node_group if with_groups(addon("coredns", {}), []) == set()

test_label_is_no_taint if {
	labelled := object.union(open_group, {"value": {"labels": {"karpenter.sh/controller": "true"}}})
	with_groups(addon("coredns", {}), [labelled]) == set()
}

test_fargate if {
	profile := given.in_terraform("FargateProfile", "module.eks.profile", {"cluster": "module.eks", "selectors": [{"namespace": "kube-system"}]})
	with_groups(addon("coredns", {}), [group, profile]) == set()
}

test_no_place_for_the_fix if {
	some found in reports(object.union(addon("coredns", {}), {"writable": []}))
	not found.fix
}

test_karpenters_chart if {
	some found in reports(chart("karpenter", {"version": "1.0.8", "values": {"replicas": 2}}))
	found.severity == "error"
	found.path == ["values", "tolerations"]
	found.help == `add the toleration to value "tolerations"`
	not found.fix
}

test_chart_in_a_manifest if {
	value := {"via": "HelmRelease", "chart": "karpenter", "karpenter": "controller", "version": "1.0.8", "values": {"replicas": 2}}
	some found in reports(given.in_manifest("ChartInstallation", "release.yaml", value))
	found.fix.ops == [{"do": "set", "path": ["values", "tolerations"], "value": [critical, new]}]
	some bare in reports(given.in_manifest("ChartInstallation", "release.yaml", object.remove(value, ["values"])))
	not bare.fix
}

test_load_balancer_controller if {
	some found in reports(chart("aws-load-balancer-controller", {"version": "1.8.1", "values": {"tolerations": [critical]}}))
	found.severity == "warning"
	contains(found.why, "stay Pending until Karpenter launches a node")
	found.fix.ops == [{"do": "insert", "path": ["values", "tolerations"], "index": -1, "value": new}]
}

test_chart_that_tolerates_or_may if {
	every value in [
		{"values": {"tolerations": [new]}},
		{"values": {"replicas": 2, "$open": true}},
		{"values": {"tolerations": [critical], "$open": true}},
		{"values": {"$unknown": "var.values"}},
		{"values": {"tolerations": {"$unknown": "var.t"}}},
		{"karpenter": null},
	] {
		reports(chart("karpenter", value)) == set()
	}
}

test_default_of_the_version if {
	reports(chart("cilium", {"version": "1.16.3"})) == set()
	reports(chart("cilium", {"version": "1.18.2"})) == set()
	count(reports(chart("cilium", {"version": "1.19.0"}))) == 1
	reports(chart("cilium", {"version": {"$unknown": "var.v"}})) == set()
	count(reports(chart("karpenter", {"version": {"$unknown": "var.v"}}))) == 1
}

test_charts_of_several_clusters if {
	other := object.union(cluster, {"id": "module.other"})
	with_groups(chart("karpenter", {}), [group, other]) == set()
	count(with_groups(chart("karpenter", {"cluster": "module.eks"}), [group, other])) == 1
	with_groups(chart("karpenter", {"cluster": "module.other"}), [group, other]) == set()
	count(with_groups(addon("coredns", {}), [group, other])) == 1
}

test_charts_that_may_wait if {
	every name in ["metrics-server", "fluent-bit", "datadog", "prometheus-node-exporter"] {
		reports(chart(name, {"version": "1.0.0"})) == set()
	}
}

test_values_that_are_no_map if reports(chart("karpenter", {"values": "replicas: 2"})) == set()

# The default of the EFS driver's controller differs between versions.
test_unknown_version if {
	reports(chart("aws-efs-csi-driver", {"version": {"$unknown": "var.v"}})) == set()
	count(reports(chart("aws-efs-csi-driver", {"version": "3.0.0"}))) == 1
}

test_version_that_takes_no_tolerations if {
	some found in reports(addon("coredns", {"version": "v1.8.7-eksbuild.10"}))
	endswith(found.help, `in configuration_values, which needs addon_version "v1.9.3-eksbuild.1" or later: set that, or leave it out`)
	not found.fix
}

test_versions_that_do if {
	every version in ["v1.9.3-eksbuild.1", "v1.10.1-eksbuild.4", "v1.11.4", "latest", {"$unknown": "var.version"}] {
		some found in reports(addon("coredns", {"version": version}))
		endswith(found.help, `to "tolerations" in configuration_values`)
	}
}

test_configuration_that_the_version_rejects if {
	tolerant := {"configuration": {"controller": {"tolerations": [new]}}}
	some found in reports(addon("aws-ebs-csi-driver", object.union(tolerant, {"version": "v1.11.4-eksbuild.1"})))
	found.path == ["version"]
	found.message == `add-on "aws-ebs-csi-driver" v1.11.4-eksbuild.1 does not accept "controller.tolerations"`
	found.help == `set addon_version = "v1.14.0-eksbuild.1" or a later one, or leave it out`
	reports(addon("aws-ebs-csi-driver", object.union(tolerant, {"version": "v1.31.0-eksbuild.1"}))) == set()
	reports(addon("aws-ebs-csi-driver", tolerant)) == set()
}
