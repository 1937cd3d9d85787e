# METADATA
# title: A v1 pool with disruption settings has no consolidateAfter
# description: |
#   `consolidateAfter` is how long Karpenter waits before it consolidates a node. The time starts when a pod was last
#   added to the node or removed from it. In `karpenter.sh/v1beta1` it is allowed with `WhenEmpty` only. **In
#   `karpenter.sh/v1` every pool with `spec.disruption` must set it before Karpenter 1.15,** also for `spec.disruption: {}`.
#   Otherwise Kubernetes rejects the pool. Only a pool without `spec.disruption` gets the default, `0s`. From 1.15 on every pool gets it.
#
#   This happens when a v1beta1 pool with `WhenUnderutilized`, or with budgets alone, is moved to v1.
#
#   **What to do.** Set `consolidateAfter`. `0s` is what v1beta1 did, and what Karpenter's own conversion writes. A longer time,
#   such as `1m`, evicts fewer pods.
#
#   **Not reported.** Ranges of versions that include 1.15 or later. Pools that may get the field from a template or a kustomize patch; patches themselves, and parts of a
#   pool.
#
#   **Severity.** Warning if the version of Karpenter is unknown.
#
#   **Fix safety.** Safe: the fix writes `0s`, which is what the pool of v1beta1 did.
# related_resources:
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# - description: Karpenter, consolidation
#   ref: https://karpenter.sh/docs/concepts/disruption/#consolidation
# custom:
#   id: KL513
#   severity: error
#   severity_note: warning if the version is unknown
#   when: "< 1.15"
#   scope: resource
#   fix: safe
#   kinds: [NodePool]
#   needles: [disruption]
#   apis: [v1]
package karplint.rules.consolidate_after_required

import data.karplint.lib.literal
import data.karplint.lib.nodepool
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": nodepool.disruption,
	"claims": [path],
	"message": "spec.disruption has no consolidateAfter, which karpenter.sh/v1 requires before Karpenter 1.15",
	"why": "the API server rejects the pool",
	"fix": {
		"title": "set consolidateAfter: 0s, which is what v1beta1 did",
		"safety": "safe",
		"ops": [{"do": "set", "path": path, "value": "0s"}],
	},
} if {
	nodepool.generation == "v1"
	nodepool.complete
	written := input.resource.value.spec.disruption
	is_object(written)
	values.absent(written, "consolidateAfter")
	literal.at(nodepool.disruption)
	nodepool.lacks(path)
}

path := array.concat(nodepool.disruption, ["consolidateAfter"])
