# METADATA
# title: An application tolerates Karpenter's disruption taint
# description: |
#   Before Karpenter removes a node, it taints the node (`karpenter.sh/disrupted:NoSchedule`, before 1.0
#   `karpenter.sh/disruption=disrupting:NoSchedule`) and evicts its pods. It does not evict pods that tolerate the
#   taint, because it assumes that they must run until the very end, like a CSI node plugin. For an application the
#   effect is the opposite of what it needs:
#
#   - It is not evicted, and no replacement starts on another node.
#   - Its PodDisruptionBudget is not consulted.
#   - It is killed when the instance is terminated.
#   - New pods of it may even be scheduled onto the node that is about to be removed.
#
#   The toleration is often added "to survive Spot interruptions". It does not do that. `operator: Exists` without a key
#   tolerates every taint, including this one.
#
#   **What to do.** Delete the toleration for the disruption taint. Replace `operator: Exists` without a key by
#   tolerations for the taints that the pod really has to tolerate. To protect a pod from voluntary disruption, use the
#   annotation `karpenter.sh/do-not-disrupt: "true"`. To limit how many pods are evicted at once, use a
#   PodDisruptionBudget.
#
#   Below 0.32 the same applies to `node.kubernetes.io/unschedulable:NoSchedule`, the taint of a cordoned node, which
#   those versions use.
#
#   **Not reported.**
#
#   - DaemonSets.
#   - A toleration with an effect other than `NoSchedule`.
#   - Pods with the priority class `system-cluster-critical` or `system-node-critical`, and the controllers of known
#     add-ons (CSI drivers, cilium-operator, …), whose charts tolerate everything on purpose.
#   - Pods with `hostPID: true`, which inspect their node.
#   - Pods pinned to nodes that Karpenter does not manage (control plane, a managed node group, Fargate).
#   - A toleration that a chart renders only if a value enables it, if the chart's own values do not:
#     `{{ if .Values.tolerateAll }}`.
#   - A toleration for the old taint when the target is 1.0 or later, which KL402 reports.
#
#   **Fix safety.** Unsafe: from then on the pods are evicted like others. There is no fix for `operator: Exists`
#   without a key, because only the author knows which taints the pod needs to tolerate.
# related_resources:
# - description: v1 migration, tolerating the disruption taint is not recommended
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# - description: Disruption, how a node is tainted and drained
#   ref: https://karpenter.sh/docs/concepts/disruption/#control-flow
# custom:
#   id: KL404
#   severity: warning
#   scope: resource
#   fix: unsafe
#   fix_note: deletes the toleration; none for Exists without a key
#   kinds: [Deployment, StatefulSet, ReplicaSet, ReplicationController, Job, CronJob, Pod, Rollout]
#   needles: [Exists, karpenter.sh/disrupt, node.kubernetes.io/unschedulable]
#   options:
#     namespaces:
#       type: strings
#       default: []
#       description: namespaces whose workloads may tolerate the taint, such as those of your own agents
#     workloads:
#       type: strings
#       default: []
#       description: names of workloads that may tolerate the taint, in any namespace
package karplint.rules.application_tolerates_disruption

import data.karplint.lib.applications
import data.karplint.lib.taints
import data.karplint.lib.target
import data.karplint.lib.tolerations

report contains {
	"resource": input.resource.address,
	"path": path,
	"by_default": true,
	"message": sprintf("%s tolerates %q", [input.resource.kind, toleration.key]),
	"why": "Karpenter never drains its pods, and they are killed with the node",
	"fix": {
		"title": "delete the toleration",
		"safety": "unsafe",
		"ops": [{"do": "delete", "path": path}],
	},
} if {
	some [path, toleration] in tolerating
	keyed(toleration)
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"by_default": true,
	"message": sprintf("%s tolerates every taint (\"operator: Exists\" without a key)", [input.resource.kind]),
	"why": "this includes Karpenter's disruption taint: Karpenter never drains its pods, and they are killed with the node",
	"help": "list only the taints that it has to tolerate",
} if {
	some [path, toleration] in tolerating
	not keyed(toleration)
}

# tolerating: the tolerations of applications that match a disruption taint, with their paths.
tolerating contains [array.concat(pod.path, ["tolerations", i]), toleration] if {
	not allowed
	some pod in applications.found
	some i, toleration in pod.spec.tolerations
	some taint in relevant
	tolerations.surely(toleration, taint)
}

allowed if input.resource.namespace in input.config.options.KL404.namespaces

allowed if input.resource.name in input.config.options.KL404.workloads

keyed(toleration) if tolerations.field(toleration, "key") != ""

# Below 0.32 a node is marked unschedulable while it is drained, so that taint matters instead.
relevant := {unschedulable} if target.below("0.32")

else := taints.possible

unschedulable := {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
