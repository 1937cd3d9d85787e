package karplint.rules.old_disruption_taint_test

import data.karplint.lib.given
import data.karplint.rules.old_disruption_taint

template := {"$unknown": "{{ .x }}"}

old := {"key": "karpenter.sh/disruption", "operator": "Exists", "effect": "NoSchedule"}

daemon_set(list) := {"kind": "DaemonSet", "metadata": {"name": "agent"}, "spec": {"template": {"spec": {"tolerations": list}}}}

deployment(list) := {"kind": "Deployment", "metadata": {"name": "shop"}, "spec": {"template": {"spec": {"tolerations": list}}}}

reports(manifest, version) := found if {
	found := old_disruption_taint.report with input as given.resource(manifest, version)
}

path := ["spec", "template", "spec", "tolerations"]

insert(index, value) := [{"do": "insert", "path": path, "index": index, "value": value}]

test_adds_beside_the_old_one if {
	some found in reports(daemon_set([{"key": "a", "operator": "Exists"}, old]), "1.0.0")
	found.path == array.concat(path, [1])
	not found.severity
	found.fix.safety == "safe"
	found.fix.ops == insert(2, {"key": "karpenter.sh/disrupted", "operator": "Exists", "effect": "NoSchedule"})
}

# The new taint has no value, so the entry never gets one.
test_equal_with_value if {
	every toleration in [
		{"key": "karpenter.sh/disruption", "operator": "Equal", "value": "disrupting"},
		{"key": "karpenter.sh/disruption", "value": "disrupting"},
	] {
		some found in reports(daemon_set([toleration]), "1.0.0")
		found.fix.ops == insert(1, {"key": "karpenter.sh/disrupted", "operator": "Exists"})
	}
}

test_empty_effect if {
	some found in reports(daemon_set([object.union(old, {"effect": null})]), "1.0.0")
	found.fix.ops == insert(1, {"key": "karpenter.sh/disrupted", "operator": "Exists"})
}

test_one_report_for_a_list if count(reports(daemon_set([old, old]), "1.0.0")) == 1

test_tolerates_the_new_one if {
	every toleration in [
		{"key": "karpenter.sh/disrupted", "operator": "Exists"},
		{"key": "karpenter.sh/disrupted"},
		{"operator": "Exists"},
		{"operator": "Exists", "effect": "NoSchedule"},
		template,
		{"key": template, "operator": "Exists"},
	] {
		reports(daemon_set([old, toleration]), "1.0.0") == set()
	}
}

test_does_not_tolerate_the_new_one if {
	every toleration in [
		{"key": "karpenter.sh/disrupted", "value": "disrupting"},
		{"key": "karpenter.sh/disrupted", "operator": "Exists", "effect": "NoExecute"},
		{"operator": "Exists", "effect": "NoExecute"},
	] {
		count(reports(daemon_set([old, toleration]), "1.0.0")) == 1
	}
}

test_never_tolerated_the_old_one if {
	every toleration in [
		{"key": "karpenter.sh/disruption"},
		{"key": "karpenter.sh/disruption", "value": "underutilized"},
		{"key": "karpenter.sh/disruption", "operator": "Exists", "effect": "NoExecute"},
		{"key": "node.kubernetes.io/unschedulable", "operator": "Exists"},
	] {
		reports(daemon_set([toleration]), "1.0.0") == set()
	}
}

test_unknown_effect_has_no_fix if {
	some found in reports(daemon_set([{"key": "karpenter.sh/disruption", "operator": "Exists", "effect": template}]), "1.0.0")
	not found.fix
}

test_values if {
	every manifest in [
		{"node": {"tolerations": [old]}},
		{"kind": "HelmRelease", "spec": {"values": {"csi": {"pluginTolerations": [old]}}}},
	] {
		some found in reports(manifest, "unknown")
		found.fix.safety == "safe"
	}
}

test_application if {
	some found in reports(deployment([old]), "1.0.0")
	found.severity == "warning"
	found.fix.safety == "unsafe"
	found.fix.ops == [{"do": "delete", "path": array.concat(path, [0])}]
}

# KL404 reports it there.
test_application_with_an_unknown_target if reports(deployment([old]), "unknown") == set()

test_add_on_with_a_system_priority_is_no_application if {
	manifest := deployment([old])
	critical := json.patch(manifest, [{"op": "add", "path": "/spec/template/spec/priorityClassName", "value": "system-cluster-critical"}])
	some found in reports(critical, "1.0.0")
	found.fix.safety == "safe"
}

# A custom resource may be an application.
test_custom_resource if {
	every kind in ["RayService", "Workflow", "Prometheus"] {
		manifest := {"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": "a"}, "spec": {"head": {"tolerations": [old]}}}
		some found in reports(manifest, "1.0.0")
		found.severity == "warning"
		not found.fix
		contains(found.help, kind)
	}
}

test_known_kind_is_no_custom_resource if {
	every kind in ["DaemonSet", "HelmRelease", "Application"] {
		manifest := {"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": "a"}, "spec": {"values": {"tolerations": [old]}}}
		some found in reports(manifest, "1.0.0")
		found.fix.safety == "safe"
	}
}

test_silent if {
	every manifest in [
		{"kind": "CustomResourceDefinition", "spec": {"tolerations": [old]}},
		{"kind": "ConfigMap", "data": {"tolerations": "- key: karpenter.sh/disruption"}},
		{"taints": [old]},
		daemon_set(template),
		daemon_set([]),
		daemon_set(null),
	] {
		reports(manifest, "1.0.0") == set()
	}
}
