# METADATA
# title: Nodes are replaced every 30 days because expireAfter is not set
# description: |
#   `expireAfter` sets the age at which Karpenter replaces a node. A Provisioner of the alpha API without
#   `ttlSecondsUntilExpired` kept its nodes forever. **A `NodePool` without `expireAfter` replaces each node after 720
#   hours**, 30 days. That is a good default, because nodes get a new AMI that way. But it comes as a surprise 30 days
#   after a migration that seemed to have gone well, and it hurts workloads that should not be moved. From Karpenter 1.0
#   an expired node is drained at once: Karpenter waits neither for a budget nor for a replacement, and the annotation
#   `karpenter.sh/do-not-disrupt` only delays it until `terminationGracePeriod` has passed.
#
#   **What to do.** Decide, and set it explicitly: `720h` to show that the default is intended, another time, or
#   `Never`.
#
#   | API version | where |
#   |---|---|
#   | `karpenter.sh/v1beta1` | `spec.disruption.expireAfter` |
#   | `karpenter.sh/v1` | `spec.template.spec.expireAfter` |
#
#   **Not reported.**
#
#   - Pools with `expireAfter` in the place of the other version, where it has no effect; KL516 reports them. KL542 reports those
#     with it in another wrong place.
#   - Pools with `terminationGracePeriod`, whose author has considered how nodes are terminated.
#   - Pools that may get the field from a template or a kustomize patch; patches themselves, and parts of a pool.
#   - Pools of `v1` in a project without an object of an older version: nobody had another default there. This is
#     advice, which is off unless the rule is selected or switched on.
#   - Pools of EKS Auto Mode, which has its own limit, and of other clouds.
#
#   **Fix safety.** No automatic fix: how long a node may live is your decision.
# related_resources:
# - description: Karpenter, v1beta1 migration, ttlSecondsUntilExpired
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#ttlsecondsuntilexpired
# - description: Karpenter, expiration
#   ref: https://karpenter.sh/docs/concepts/disruption/#expiration
# custom:
#   id: KL515
#   severity: info
#   severity_note: advice, which is off by default, for v1 in a project without an older object
#   scope: resource
#   fix: none
#   kinds: [NodePool]
package karplint.rules.expiry_by_default

import data.karplint.lib.nodepool

report contains {
	"resource": input.resource.address,
	"path": place,
	"message": "expireAfter is not set and defaults to \"720h\"",
	"why": replacement,
	"help": sprintf("set %s (\"Never\" keeps nodes)", [concat(".", place)]),
	"advice": born_as_v1,
} if {
	nodepool.whole
	every path in [place, other_place, array.concat(nodepool.node, ["terminationGracePeriod"])] {
		nodepool.lacks(path)
	}
	not nodepool.names({"expireAfter"})
}

# born_as_v1: nobody who wrote the pool had another default before.
born_as_v1 if {
	nodepool.generation == "v1"
	not input.resource.migrating
} else := false

replacement := "each node is replaced after 30 days, which alpha did not do by default" if nodepool.generation == "v1beta1"

replacement := "each node is drained after 30 days, regardless of budgets" if nodepool.generation == "v1"

places := {
	"v1beta1": array.concat(nodepool.disruption, ["expireAfter"]),
	"v1": array.concat(nodepool.node, ["expireAfter"]),
}

place := places[nodepool.generation]

other_place := places[{"v1beta1": "v1", "v1": "v1beta1"}[nodepool.generation]]
