# METADATA
# title: Karpenter's controller may run on a node of Karpenter
# description: |
#   The chart keeps the controller away from the nodes that it launches: it requires nodes without the label `karpenter.sh/nodepool` (before 0.32
#   `karpenter.sh/provisioner-name`). Helm merges maps, but a list in your values replaces the list of the chart. So `affinity.nodeAffinity` with
#   `nodeSelectorTerms` of its own loses the condition, and so does a `null` on the way to it. The terms are alternatives: each of them needs the
#   condition.
#
#   ```yaml
#   affinity:
#     nodeAffinity:
#       requiredDuringSchedulingIgnoredDuringExecution:
#         nodeSelectorTerms:
#           - matchExpressions:
#               - {key: kubernetes.io/arch, operator: In, values: [arm64]}
#               - {key: karpenter.sh/nodepool, operator: DoesNotExist}
#   ```
#
#   **What you see in the cluster.** Nothing at first. Then Karpenter consolidates or replaces the node on which it runs itself, or a Spot instance
#   with it goes: both replicas are `Pending`, and nobody launches a node for them ([Karpenter,
#   troubleshooting](https://karpenter.sh/docs/troubleshooting/#karpenter-wont-launch-capacity-to-run-itself)).
#
#   **What to do.** Add the condition to each term, or leave the terms out.
#
#   **Severity.** Error for terms without the condition, which are mostly an oversight. Warning for a `null`, which somebody wrote on purpose.
#
#   **Not reported.** Values that change only `podAffinity`, `podAntiAffinity` or preferences; a `nodeSelector` or terms with a label of your own,
#   of a node group or of Fargate, because Karpenter's nodes may lack it; the condition of releases before 0.33, which KL504 judges; releases in the
#   namespace of a Fargate profile; values that are not known.
#
#   **Fix safety.** Unsafe: if the controller runs on a node of Karpenter now, it is moved, and needs another node.
# related_resources:
# - description: Karpenter, the affinity of its chart
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.8.0/charts/karpenter/values.yaml
# - description: Helm, values files
#   ref: https://helm.sh/docs/chart_template_guide/values_files/
# custom:
#   id: KL406
#   severity: error
#   severity_note: warning if the values remove the terms with null
#   scope: project
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.karpenter_runs_on_itself

import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.placement
import data.karplint.lib.values

# Terms without the condition.
report contains {
	"resource": release.id,
	"path": array.concat(terms_path, [i]),
	"message": "the terms of the node affinity do not keep the controller away from Karpenter's own nodes",
	"why": "when Karpenter removes the node on which it runs, nothing launches another one",
	"fix": {
		"title": sprintf("require nodes without %s", [label]),
		"safety": "unsafe",
		"ops": [{"do": "insert", "path": array.concat(terms_path, [i, "matchExpressions"]), "index": -1, "value": condition}],
	},
} if {
	some release in exposed
	some i, term in object.get(release.value, terms_path, [])
	is_open(term)
	count(term.matchExpressions) > 0
}

# No terms at all.
report contains {
	"resource": release.id,
	"path": path,
	"severity": "warning",
	"message": sprintf("%s removes what keeps the controller away from Karpenter's own nodes", [concat(".", array.slice(path, 1, count(path)))]),
	"why": "when Karpenter removes the node on which it runs, nothing launches another one",
	"help": sprintf("require nodes with %s DoesNotExist", [label]),
} if {
	some release in exposed
	path := removed(release)
}

# exposed: the controllers whose other values let them run anywhere.
exposed := [release |
	some release in installations.controllers
	unpinned(release)
	not on_fargate(release)
]

label := "karpenter.sh/nodepool"

condition := {"key": label, "operator": "DoesNotExist"}

terms_path := ["values", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"]

# unpinned(release): every label of its nodeSelector is one that Karpenter's nodes may have.
unpinned(release) if values.absent(release.value.values, "nodeSelector")

unpinned(release) if {
	selector := release.value.values.nodeSelector
	is_object(selector)
	not values.unknown(selector)
	not values.open(selector)
	every key, _ in selector {
		is_common(key)
	}
}

on_fargate(release) if {
	some profile in input.project.by_kind.FargateProfile
	hosting.selects(profile, object.get(release.value, "namespace", "default"))
}

# is_open(term): Karpenter's own nodes certainly can match it.
is_open(term) if {
	is_object(term)
	not values.unknown(term)
	not values.open(term)
	not term.matchFields
	every expression in object.get(term, "matchExpressions", []) {
		is_string(expression.key)
		is_common(expression.key)
		not placement.foreign_expression(expression)
		not is_old(expression)
	}
}

# is_old(expression): the condition of releases before 0.33, which KL504 judges.
is_old(expression) if {
	expression.key == "karpenter.sh/provisioner-name"
	expression.operator == "DoesNotExist"
}

# is_common(key): a label that nodes of every kind have.
is_common(key) if regex.match(`^(?:beta\.)?kubernetes\.io/(?:os|arch|instance-type)$|^node\.kubernetes\.io/instance-type$`, key)

is_common(key) if regex.match(`^topology\.(?:kubernetes\.io|ebs\.csi\.aws\.com)/|^karpenter\.(?:sh|k8s\.aws)/`, key)

# removed(release): the value that is null where the chart has the condition.
removed(release) := path if {
	some n in [2, 3, 4, 5]
	path := array.slice(terms_path, 0, n)
	above := object.get(release.value, array.slice(path, 0, n - 1), null)
	is_object(above)
	path[n - 1] in object.keys(above)
	above[path[n - 1]] == null
}
