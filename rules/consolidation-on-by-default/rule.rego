# METADATA
# title: Consolidation is on because nothing says otherwise
# description: |
#   Consolidation means that Karpenter removes nodes that are not needed, and replaces nodes by cheaper ones when their pods fit
#   there: it evicts running pods to save money. A Provisioner of the alpha API did that only if it said so. **A `NodePool` does it unless it
#   says otherwise.** One without `spec.disruption.consolidationPolicy` gets, from the API server,
#
#   | API version | `consolidationPolicy` | when |
#   |---|---|---|
#   | `karpenter.sh/v1beta1` | `WhenUnderutilized` | as soon as it saves money |
#   | `karpenter.sh/v1` | `WhenEmptyOrUnderutilized` | after `consolidateAfter`, which is `0s` without `spec.disruption` |
#
#   So the nodes of a Provisioner with neither `consolidation` nor `ttlSecondsAfterEmpty`, which stayed until somebody removed
#   them, come and go all day once it has become a NodePool. The converter `karpenter-convert` of Karpenter itself leaves it at that.
#
#   **What to do.** Decide, and write it down, so that the next reader knows that it is wanted:
#
#   - on: `consolidationPolicy: WhenUnderutilized` in v1beta1; `consolidationPolicy: WhenEmptyOrUnderutilized` with
#     `consolidateAfter: 1m`, or as long as is right, in v1;
#   - only nodes without pods: `consolidationPolicy: WhenEmpty` with `consolidateAfter: 5m`;
#   - off, as in alpha: `consolidationPolicy: WhenEmpty` with `consolidateAfter: Never`.
#
#   **Not reported.** Pools that show that their author has thought of it: with `consolidateAfter`, with `budgets`, with the annotation
#   `karpenter.sh/do-not-disrupt` on their nodes, with `replicas` (a static pool is not consolidated). Pools that a
#   template or a patch of a kustomization may give the policy, patches themselves, and whatever is only part of a pool.
#   Pools of EKS Auto Mode and of other clouds, which never had the alpha API and are sold with consolidation.
#
#   **Fix safety.** Unsafe: it writes what alpha did, off, so nodes that nobody needs are no longer removed and cost money. If
#   consolidation is what you want, write the policy instead.
# related_resources:
# - description: Karpenter, v1beta1 migration, ttlSecondsAfterEmpty and consolidation
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#consolidation
# - description: Karpenter, consolidation
#   ref: https://karpenter.sh/docs/concepts/disruption/#consolidation
# custom:
#   id: KL511
#   severity: warning
#   scope: resource
#   fix: unsafe
#   kinds: [NodePool]
package karplint.rules.consolidation_on_by_default

import data.karplint.lib.nodepool

report contains {
	"resource": input.resource.address,
	"path": array.concat(nodepool.disruption, ["consolidationPolicy"]),
	"message": sprintf("no consolidationPolicy, which means %s: Karpenter evicts pods to remove and replace nodes; write the policy that is wanted, \"WhenEmpty\" with consolidateAfter \"Never\" is off as it was in alpha", [default_policy]),
	"fix": {"title": "switch consolidation off, as it was in alpha", "safety": "unsafe", "ops": ops},
} if {
	nodepool.whole
	every key in ["consolidationPolicy", "consolidateAfter", "budgets"] {
		nodepool.lacks(array.concat(nodepool.disruption, [key]))
	}
	nodepool.lacks(["spec", "replicas"])
	not nodepool.protected
}

default_policy := "\"WhenUnderutilized\"" if nodepool.generation == "v1beta1"

default_policy := "\"WhenEmptyOrUnderutilized\" after \"0s\"" if nodepool.generation == "v1"

ops := [
	{"do": "set", "path": array.concat(nodepool.disruption, ["consolidationPolicy"]), "value": "WhenEmpty"},
	{"do": "set", "path": array.concat(nodepool.disruption, ["consolidateAfter"]), "value": "Never"},
]
