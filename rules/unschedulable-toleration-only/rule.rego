# METADATA
# title: A DaemonSet tolerates cordoned nodes, but not those that Karpenter drains
# description: |
#   Before 0.32 Karpenter cordoned a node before it drained it, and left alone the pods that tolerate the taint `node.kubernetes.io/unschedulable`.
#   From 0.32 on it sets a taint of its own: `karpenter.sh/disruption=disrupting:NoSchedule`, and from 1.0 on `karpenter.sh/disrupted:NoSchedule`.
#   Pods that do not tolerate that one are evicted, and up to 1.0 while other pods of the node are still stopping. Kubernetes gives each DaemonSet the
#   toleration for `node.kubernetes.io/unschedulable` itself, so who writes it wants the pods to stay until the end.
#
#   **What you see in the cluster.** Pods of the DaemonSet get the event `Evicted pod` while other pods of the node are still stopping. The controller
#   of DaemonSets starts no new one there, because of the taint.
#
#   **What to do.** If other pods need the DaemonSet until they have stopped, let it tolerate Karpenter's taint as well. Otherwise delete the
#   toleration, which has no effect.
#
#   **Not reported.** From 1.1 on: Karpenter then evicts pods of DaemonSets only after the other pods have stopped (all but critical ones). A
#   toleration with the effect `NoExecute`, which does not tolerate cordoned nodes. DaemonSets that tolerate everything (`operator: Exists` without a
#   key), or perhaps through a template; those pinned to nodes that Karpenter does not manage; a toleration of the taint of another release, which
#   KL402 reports. KL401 reports the DaemonSets of known add-ons as a warning.
#
#   **Fix safety.** Safe: the fix only adds a toleration for a taint that only Karpenter sets.
# related_resources:
# - description: Karpenter, upgrading to 0.32.0
#   ref: https://karpenter.sh/v0.32/upgrading/upgrade-guide/#upgrading-to-v0320
# custom:
#   id: KL407
#   severity: info
#   scope: resource
#   fix: safe
#   advice: true
#   when: ">= 0.32, < 1.1"
#   kinds: [DaemonSet]
#   needles: [node.kubernetes.io/unschedulable]
package karplint.rules.unschedulable_toleration_only

import data.karplint.lib.kustomize
import data.karplint.lib.placement
import data.karplint.lib.taints
import data.karplint.lib.tolerations

path := ["spec", "template", "spec", "tolerations"]

report contains {
	"resource": input.resource.address,
	"path": array.concat(path, [i]),
	"message": sprintf("the DaemonSet tolerates cordoned nodes, but not %q", [taint.key]),
	"why": "before 1.1 its pods are evicted while other pods of the node are still stopping",
	"fix": {
		"title": sprintf("tolerate %s", [concat(" and ", [one.key | some one in needed])]),
		"safety": "safe",
		"ops": [{"do": "insert", "path": path, "index": -1, "value": taints.toleration(one)} | some one in needed],
	},
} if {
	spec := input.resource.value.spec.template.spec
	not is_patched
	not placement.off_karpenter(spec)
	i := [j |
		some j, item in spec.tolerations
		tolerations.field(item, "key") == cordoned.key
		tolerations.tolerates([item], cordoned)
	][0]
	every one in [taints.old, taints.new] {
		not tolerations.may_tolerate(spec.tolerations, one)
	}
	taint := needed[count(needed) - 1]
}

cordoned := {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}

# is_patched: a patch may decide what the pods tolerate, or on which nodes they run.
is_patched if {
	some field in ["tolerations", "nodeSelector", "affinity"]
	kustomize.patched(["spec", "template", "spec", field])
}

# needed: the taints to tolerate, the one of the newest version last.
needed := [taint |
	some taint in [taints.old, taints.new]
	taint in taints.possible
]
