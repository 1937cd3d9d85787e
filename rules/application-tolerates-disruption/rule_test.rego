package karplint.rules.application_tolerates_disruption_test

import data.karplint.lib.given
import data.karplint.rules.application_tolerates_disruption

new := {"key": "karpenter.sh/disrupted", "operator": "Exists"}

old := {"key": "karpenter.sh/disruption", "operator": "Exists", "effect": "NoSchedule"}

everything := {"operator": "Exists"}

template := {"$unknown": "{{ .x }}"}

deployment(spec) := {"kind": "Deployment", "metadata": {"name": "shop"}, "spec": {"template": {"spec": spec}}}

reports(manifest, version) := found if {
	found := application_tolerates_disruption.report with input as given.resource(manifest, version)
}

tolerating(list, version) := reports(deployment({"tolerations": list}), version)

test_deletes_the_key if {
	some found in tolerating([{"key": "gpu"}, new], "1.0.0")
	found.path == ["spec", "template", "spec", "tolerations", 1]
	found.fix.safety == "unsafe"
	found.fix.ops == [{"do": "delete", "path": found.path}]
	startswith(found.message, `Deployment tolerates "karpenter.sh/disrupted"`)
}

test_everything_has_no_fix if {
	every toleration in [everything, {"operator": "Exists", "effect": "NoSchedule"}, {"key": "", "operator": "Exists"}] {
		every version in ["0.31.4", "0.37.0", "1.0.0", "unknown"] {
			some found in tolerating([toleration], version)
			not found.fix
			contains(found.message, "tolerates every taint")
		}
	}
}

test_only_the_taint_of_the_target if {
	count(tolerating([old], "0.37.0")) == 1
	tolerating([old], "1.0.0") == set()
	tolerating([new], "0.37.0") == set()
	count(tolerating([new], "1.0.0")) == 1
	tolerating([old], "0.31.4") == set()
}

test_unknown_target if count(tolerating([old, new], "unknown")) == 2

test_before_0_32 if count(tolerating([{"key": "node.kubernetes.io/unschedulable", "operator": "Exists"}], "0.31.4")) == 1

test_every_kind if {
	spec := {"containers": [{"name": "a"}], "tolerations": [new]}
	every manifest in [
		{"kind": "StatefulSet", "spec": {"template": {"spec": spec}}},
		{"kind": "Job", "spec": {"template": {"spec": spec}}},
		{"kind": "Rollout", "spec": {"template": {"spec": spec}}},
		{"kind": "CronJob", "spec": {"jobTemplate": {"spec": {"template": {"spec": spec}}}}},
		{"kind": "Pod", "spec": spec},
	] {
		count(reports(manifest, "1.0.0")) == 1
	}
}

test_does_not_tolerate if {
	every toleration in [
		{"operator": "Exists", "effect": "NoExecute"},
		{"key": "karpenter.sh/disrupted", "operator": "Exists", "effect": "NoExecute"},
		{"key": "karpenter.sh/disrupted", "value": "yes"},
		{"key": "karpenter.sh/nodepool", "operator": "Exists"},
		{"key": template, "operator": "Exists"},
		template,
	] {
		tolerating([toleration], "1.0.0") == set()
	}
}

test_no_list if {
	tolerating(template, "1.0.0") == set()
	tolerating(null, "1.0.0") == set()
	reports(deployment({}), "1.0.0") == set()
}

test_not_an_application if {
	every manifest in [
		{"kind": "DaemonSet", "spec": {"template": {"spec": {"tolerations": [everything]}}}},
		deployment({"priorityClassName": "system-cluster-critical", "tolerations": [everything]}),
		deployment({"nodeSelector": {"node-role.kubernetes.io/control-plane": ""}, "tolerations": [everything]}),
		deployment({"nodeSelector": {"eks.amazonaws.com/nodegroup": "system"}, "tolerations": [everything]}),
		{"kind": "Deployment", "metadata": {"name": "cilium-operator"}, "spec": {"template": {"spec": {"tolerations": [everything]}}}},
	] {
		reports(manifest, "1.0.0") == set()
	}
}

test_allowed_by_options if {
	agent := object.union(deployment({"tolerations": [new]}), {"metadata": {"namespace": "agents"}})
	every options in [{"namespaces": ["agents"]}, {"workloads": ["shop"]}] {
		found := application_tolerates_disruption.report with input as given.resource(agent, "1.0.0")
			with input.config.options.KL404 as options
		count(found) == 0
	}
	other := application_tolerates_disruption.report with input as given.resource(agent, "1.0.0")
		with input.config.options.KL404 as {"namespaces": ["shop"], "workloads": ["agents"]}
	count(other) == 1
}
