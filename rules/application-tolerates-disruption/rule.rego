# METADATA
# title: An application tolerates Karpenter's disruption taint
# description: |
#   Before Karpenter removes a node it puts a taint on it (`karpenter.sh/disrupted:NoSchedule`, before 1.0
#   `karpenter.sh/disruption=disrupting:NoSchedule`) and evicts the pods. Pods that tolerate the taint are
#   skipped: Karpenter takes the toleration for the wish to run to the very end, as a CSI node plugin must. For an
#   application that is the opposite of what it needs. It is not evicted, no replacement starts on another
#   node, its PodDisruptionBudget is not asked, and the pod dies when the instance is switched off. New
#   pods of it may even be scheduled onto the node that is about to go.
#
#   The toleration is often written "to survive Spot interruptions". It does not do that. `operator: Exists`
#   without a key tolerates every taint, this one too.
#
#   **What to do.** Delete the toleration for the disruption taint. Replace `operator: Exists` without a key by
#   the taints that the pod really has to tolerate. To protect a pod from voluntary disruption use the
#   annotation `karpenter.sh/do-not-disrupt: "true"`, to limit how many go at once a PodDisruptionBudget.
#
#   Below 0.32 the same holds for `node.kubernetes.io/unschedulable:NoSchedule`, the taint of a node that is
#   cordoned, which those versions use.
#
#   **Not reported.** DaemonSets; a toleration whose effect is not `NoSchedule`; pods with the priority class `system-cluster-critical` or `system-node-critical`, and the controllers of known
#   add-ons (CSI drivers, cilium-operator, …), whose charts tolerate everything on purpose; pods with `hostPID: true`, which look at
#   their node; pods pinned to nodes that Karpenter does not own (control plane, a managed node group, Fargate). A toleration of the
#   old taint for a target from 1.0 is KL402.
#
#   **Fix safety.** Unsafe: the pods are evicted from then on, as others are. For `operator: Exists` without a key
#   there is no fix, because nobody but its author knows which taints the pod needs to tolerate.
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
#   fix_note: deletes the entry; none for Exists without a key
#   kinds: [Deployment, StatefulSet, ReplicaSet, ReplicationController, Job, CronJob, Pod, Rollout]
#   needles: [Exists, karpenter.sh/disrupt, node.kubernetes.io/unschedulable]
#   options:
#     namespaces:
#       type: strings
#       default: []
#       description: namespaces whose workloads may tolerate the taint, such as those of agents of your own
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
	"message": sprintf("%s tolerates %q, so Karpenter never drains its pods and they die with the node; delete the toleration", [
		input.resource.kind,
		toleration.key,
	]),
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
	"message": sprintf("%s tolerates every taint (\"operator: Exists\" without a key), Karpenter's disruption taint too, so its pods are never drained; name the taints it needs", [
		input.resource.kind,
	]),
} if {
	some [path, toleration] in tolerating
	not keyed(toleration)
}

# tolerating are the tolerations of the applications that tolerate a disruption taint.
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

# Below 0.32 a node that is drained is marked unschedulable, and the same holds for that taint.
relevant := {unschedulable} if target.below("0.32")

else := taints.possible

unschedulable := {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
