package karplint.rules.daemonset_misses_disruption_toleration_test

import data.karplint.lib.given
import data.karplint.rules.daemonset_misses_disruption_toleration as rule

template := {"$unknown": "{{ .x }}"}

new := {"key": "karpenter.sh/disrupted", "operator": "Exists", "effect": "NoSchedule"}

old := {"key": "karpenter.sh/disruption", "operator": "Exists", "effect": "NoSchedule"}

other := {"key": "CriticalAddonsOnly", "operator": "Exists"}

path := ["spec", "template", "spec", "tolerations"]

reports(manifest, version) := found if {
	found := rule.report with input as given.resource(manifest, version)
}

daemon_set(name, spec) := {
	"kind": "DaemonSet",
	"metadata": {"name": name},
	"spec": {"selector": {"matchLabels": {"app": name}}, "template": {"spec": spec}},
}

aws_node(list) := daemon_set("aws-node", {"tolerations": list})

test_known_name_without_tolerations if {
	some found in reports(daemon_set("ebs-csi-node", {}), "1.0.0")
	found.path == path
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "set", "path": path, "value": [new]}]
	startswith(found.message, `CSI node plugin "ebs-csi-node" does not tolerate "karpenter.sh/disrupted"`)
}

test_appends_to_the_list if {
	some found in reports(aws_node([other]), "1.0.0")
	found.fix.ops == [{"do": "insert", "path": path, "index": -1, "value": new}]
}

test_the_taint_of_the_target if {
	some before in reports(aws_node([other]), "0.37.0")
	before.fix.ops == [{"do": "insert", "path": path, "index": -1, "value": old}]
	some unknown in reports(aws_node([other]), "unknown")
	[op.value | some op in unknown.fix.ops] == [old, new]
	reports(aws_node([other]), "0.31.4") == set()
}

test_tolerates if {
	every list in [
		[{"operator": "Exists"}],
		[{"operator": "Exists", "effect": "NoExecute"}, {"operator": "Exists", "effect": "NoSchedule"}],
		[new],
		[{"key": "karpenter.sh/disrupted", "operator": "Exists"}],
		[other, template],
		template,
	] {
		reports(aws_node(list), "1.0.0") == set()
	}
}

# Only one of the two is enough if the target is unknown, and for 1.0 the old one is KL402's.
test_tolerates_the_taint_of_another_version if {
	reports(aws_node([old]), "1.0.0") == set()
	reports(aws_node([old]), "unknown") == set()
	reports(aws_node([new]), "unknown") == set()
	count(reports(aws_node([new]), "0.37.0")) == 1
}

test_does_not_tolerate if {
	every list in [
		[],
		null,
		[{"operator": "Exists", "effect": "NoExecute"}],
		[{"key": "karpenter.sh/disrupted", "operator": "Exists", "effect": "NoExecute"}],
		[{"key": "karpenter.sh/disrupted", "value": "disrupting"}],
	] {
		count(reports(aws_node(list), "1.0.0")) == 1
	}
}

test_csi_by_what_it_does if {
	every spec in [
		{"containers": [{"image": "registry.k8s.io/sig-storage/csi-node-driver-registrar:v2.9.0"}]},
		{"containers": [{"image": {"$unknown": "{{ .x }}/csi-node-driver-registrar:v1"}}]},
		{"containers": [{"image": template}, {"name": "node-driver-registrar", "image": template}]},
		{"containers": [{"args": ["--v=2", "--kubelet-registration-path=/var/lib/kubelet/plugins/x/csi.sock"]}]},
		{"volumes": [{"hostPath": {"path": "/var/lib/kubelet/plugins/example.csi.example.com"}}]},
	] {
		some found in reports(daemon_set("own-plugin", spec), "1.0.0")
		startswith(found.message, "CSI node plugin")
	}
}

cni(mount) := {
	"initContainers": [{"name": "install", "volumeMounts": [mount]}],
	"volumes": [{"name": "conf", "hostPath": {"path": "/etc/cni/net.d/"}}],
}

test_cni_by_what_it_does if {
	some found in reports(daemon_set("own-cni", cni({"name": "conf", "mountPath": "/conf"})), "1.0.0")
	startswith(found.message, "CNI agent")
}

test_readers_are_no_cni if {
	reports(daemon_set("scanner", cni({"name": "conf", "mountPath": "/conf", "readOnly": true})), "1.0.0") == set()
	reports(daemon_set("scanner", cni({"name": "other", "mountPath": "/conf"})), "1.0.0") == set()
}

test_other_daemon_sets if {
	every manifest in [
		daemon_set("fluent-bit", {}),
		daemon_set("device-plugin", {"volumes": [{"hostPath": {"path": "/var/lib/kubelet/device-plugins"}}]}),
		daemon_set("dra", {"volumes": [{"hostPath": {"path": "/var/lib/kubelet/plugins_registry"}}]}),
		{"kind": "Deployment", "metadata": {"name": "aws-node"}, "spec": {"selector": {}, "template": {"spec": {}}}},
	] {
		reports(manifest, "1.0.0") == set()
	}
}

test_pinned_elsewhere if {
	every spec in [
		{"nodeSelector": {"node-role.kubernetes.io/master": ""}},
		{"nodeSelector": {"eks.amazonaws.com/compute-type": "hybrid"}},
		{"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "node-role.kubernetes.io/control-plane", "operator": "Exists"}]}]}}}},
	] {
		reports(daemon_set("aws-node", spec), "1.0.0") == set()
	}
	count(reports(daemon_set("aws-node", {"nodeSelector": {"kubernetes.io/os": "linux"}}), "1.0.0")) == 1
}

test_templated_name if {
	some found in reports(daemon_set(template, {"containers": [{"name": "node-driver-registrar"}]}), "1.0.0")
	startswith(found.message, `CSI node plugin "{{ .x }}" does not`)
}

test_unknown_tolerations if {
	reports(daemon_set("aws-node", {"$open": true}), "1.0.0") == set()
	reports(daemon_set("aws-node", template), "1.0.0") == set()
}

# A patch leaves alone what it does not name.
test_patch if {
	patch := json.remove(aws_node([other]), ["/spec/selector"])
	count(reports(patch, "1.0.0")) == 1
	reports(json.remove(patch, ["/spec/template/spec/tolerations"]), "1.0.0") == set()
}

release(chart, version, chart_values) := object.union(
	{"kind": "ChartInstallation", "via": "HelmRelease", "chart": chart, "values": chart_values},
	version,
)

ebs(version, node) := release("aws-ebs-csi-driver", {"version": version}, {"node": node})

test_tolerate_all_taints_off if {
	some found in reports(ebs("2.30.0", {"tolerateAllTaints": false}), "1.0.0")
	found.path == ["values", "node", "tolerateAllTaints"]
	found.fix.ops == [{"do": "set", "path": ["values", "node", "tolerations"], "value": [new]}]
	found.message == `DaemonSet of chart "aws-ebs-csi-driver" does not tolerate "karpenter.sh/disrupted"`
	found.why == "it may be evicted before other pods, whose volumes then cannot be unmounted"
	found.fix.title == "tolerate karpenter.sh/disrupted in node.tolerations"
}

# From 1.1 on Karpenter waits until most other pods have stopped.
test_consequence_from_1_1 if {
	some found in reports(ebs("2.30.0", {"tolerateAllTaints": false}), "1.1.0")
	found.why == "it is evicted before Karpenter waits until the volumes of the node are detached"
	some network in reports(aws_node([other]), "1.8.0")
	network.why == "pods that Karpenter evicts after it, or not at all, lose the network"
}

test_tolerate_all_taints_off_with_a_list if {
	some found in reports(ebs("2.35.x", {"tolerateAllTaints": false, "tolerations": [other]}), "1.0.0")
	found.path == ["values", "node", "tolerations"]
	found.fix.ops == [{"do": "insert", "path": found.path, "index": -1, "value": new}]
}

# From 2.36.0 the templates add the toleration; a range or a template may be such a version.
test_ebs_adds_it if {
	every version in ["2.36.0", "v2.40.1", "2.x", ">= 2.0.0", template, ""] {
		reports(ebs(version, {"tolerateAllTaints": false, "tolerations": [other]}), "1.0.0") == set()
	}
	reports(release("aws-ebs-csi-driver", {}, {"node": {"tolerateAllTaints": false}}), "1.0.0") == set()
}

test_ebs_tolerates_everything if {
	every node in [{}, {"tolerations": [other]}, {"tolerateAllTaints": true, "tolerations": []}, {"tolerateAllTaints": template}, {"tolerateAllTaints": false, "$open": true}, template] {
		reports(ebs("2.30.0", node), "1.0.0") == set()
	}
}

test_ebs_before_2_11 if {
	some found in reports(ebs("2.10.1", {"tolerations": [other]}), "1.0.0")
	found.path == ["values", "node", "tolerations"]
	reports(ebs("2.10.1", {"tolerations": [{"operator": "Exists"}]}), "1.0.0") == set()
}

test_cilium if {
	some found in reports(release("cilium", {"version": "1.16.5"}, {"tolerations": [other]}), "1.0.0")
	found.path == ["values", "tolerations"]
	every chart_values in [{}, {"operator": {"tolerations": [other]}}, {"tolerations": template}, {"tolerations": [new]}, template] {
		reports(release("cilium", {}, chart_values), "1.0.0") == set()
	}
}

test_default_of_old_charts if {
	some found in reports(release("aws-ebs-csi-driver", {"version": "2.10.1"}, {}), "1.0.0")
	found.path == ["values"]
	startswith(found.message, `DaemonSet of chart "aws-ebs-csi-driver" 2.10.1 does not tolerate`)
	found.fix.ops == [{"do": "set", "path": ["values", "node", "tolerations"], "value": [new]}]
	every chart in [
		release("aws-ebs-csi-driver", {"version": "2.11.0"}, {}),
		release("aws-ebs-csi-driver", {"version": ">=2.0.0"}, {}),
		release("aws-ebs-csi-driver", {}, {}),
		release("aws-ebs-csi-driver", {"version": "2.10.1"}, {"node": {"tolerateAllTaints": true}}),
		release("aws-ebs-csi-driver", {"version": "2.10.1"}, {"node": template}),
		release("aws-ebs-csi-driver", {"version": "2.10.1"}, {"$open": true}),
	] {
		reports(chart, "1.0.0") == set()
	}
}

# Values that another source may write over.
test_values_from_elsewhere if {
	reports(ebs("2.30.0", {"tolerateAllTaints": false, "$open": true}), "1.0.0") == set()
	count(reports(ebs("2.30.0", {"tolerateAllTaints": false}), "1.0.0")) == 1
}

test_version_decides if {
	count(reports(release("aws-vpc-cni", {"version": "1.18.0"}, {"tolerations": [other]}), "1.0.0")) == 1
	reports(release("aws-vpc-cni", {"version": "1.4.0"}, {"tolerations": [other]}), "1.0.0") == set()
}

test_values_file_says_not_whose if reports({"node": {"tolerateAllTaints": false, "tolerations": []}}, "1.0.0") == set()

test_named_by_options if {
	own := daemon_set("storage-agent", {})
	count(reports(own, "1.0.0")) == 0
	some found in rule.report with input as given.resource(own, "1.0.0")
		with input.config.options.KL401 as {"daemonsets": ["storage-agent"]}
	startswith(found.message, `DaemonSet "storage-agent" does not tolerate`)
	found.fix.safety == "safe"
}

# The build of an EKS add-on decides; one that is not known may add the toleration itself.
test_build_of_an_addon if {
	count(addon_reports({"version": "v1.35.0-eksbuild.2"})) == 1
	count(addon_reports({"version": "v1.36.0-eksbuild.1"})) == 0
	count(addon_reports({"version": {"$unknown": "var.build"}})) == 0
	count(addon_reports({})) == 0
}

addon_reports(more) := found if {
	manifest := given.resource(daemon_set("x", {}), "1.0.0")
	addon := {
		"address": "aws_eks_addon.ebs",
		"kind": "Addon",
		"value": object.union({"name": "aws-ebs-csi-driver", "configuration": {"node": {"tolerateAllTaints": false}}}, more),
	}
	found := rule.report with input as object.union(object.remove(manifest, ["resource"]), {"resource": addon})
}
