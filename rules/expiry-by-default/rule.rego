# METADATA
# title: Nodes are replaced every 30 days because nothing says otherwise
# description: |
#   `expireAfter` says how old a node may become before Karpenter replaces it. A Provisioner of the alpha API without
#   `ttlSecondsUntilExpired` kept its nodes for ever. **A `NodePool` without `expireAfter` replaces each of them after 720 hours**, 30 days. It is
#   a good default, since nodes get a new AMI that way. But it comes as a surprise, 30 days after a migration that seemed to have gone well,
#   and to whatever does not like to be moved. From Karpenter 1.0 an expired node is drained at once: it waits neither for
#   a budget nor for a replacement, and the annotation `karpenter.sh/do-not-disrupt` only holds it up until
#   `terminationGracePeriod` is over.
#
#   **What to do.** Decide, and write it down: `720h` to say that the default is wanted, another time, or `Never`.
#
#   | API version | where |
#   |---|---|
#   | `karpenter.sh/v1beta1` | `spec.disruption.expireAfter` |
#   | `karpenter.sh/v1` | `spec.template.spec.expireAfter` |
#
#   **Not reported.** Pools with `expireAfter` in the other version's place: it has no effect there, and is KL516. Pools with
#   `terminationGracePeriod`, whose author has thought of how nodes end. Pools that a template or a patch of a
#   kustomization may give a time, patches themselves, and whatever is only part of a pool. Pools of EKS Auto Mode, which has
#   its own limit, and of other clouds.
#
#   **Fix safety.** No automatic fix: how long a node may live is a decision.
# related_resources:
# - description: Karpenter, v1beta1 migration, ttlSecondsUntilExpired
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#ttlsecondsuntilexpired
# - description: Karpenter, expiration
#   ref: https://karpenter.sh/docs/concepts/disruption/#expiration
# custom:
#   id: KL515
#   severity: info
#   scope: resource
#   fix: none
#   kinds: [NodePool]
package karplint.rules.expiry_by_default

import data.karplint.lib.nodepool

report contains {
	"resource": input.resource.address,
	"path": place,
	"message": sprintf("no expireAfter, so each node is %s; write %s, \"Never\" to keep nodes", [replacement, concat(".", place)]),
} if {
	nodepool.whole
	every path in [place, other_place, array.concat(nodepool.node, ["terminationGracePeriod"])] {
		nodepool.lacks(path)
	}
}

replacement := "replaced after \"720h\" (30 days), which alpha never did" if nodepool.generation == "v1beta1"

replacement := "drained after \"720h\" (30 days), whatever the budgets allow" if nodepool.generation == "v1"

places := {
	"v1beta1": array.concat(nodepool.disruption, ["expireAfter"]),
	"v1": array.concat(nodepool.node, ["expireAfter"]),
}

place := places[nodepool.generation]

other_place := places[{"v1beta1": "v1", "v1": "v1beta1"}[nodepool.generation]]
