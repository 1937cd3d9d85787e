# METADATA
# title: Consolidation is on because consolidationPolicy is not set
# description: |
#   With consolidation Karpenter removes nodes that are not needed and replaces nodes by cheaper ones if their pods fit
#   there. It evicts running pods to save money. A Provisioner of the alpha API did this only if it was configured to.
#   **A `NodePool` does it unless it is configured otherwise.** If `spec.disruption.consolidationPolicy` is not set, the
#   API server adds a default:
#
#   | API version | `consolidationPolicy` | when |
#   |---|---|---|
#   | `karpenter.sh/v1beta1` | `WhenUnderutilized` | as soon as it saves money |
#   | `karpenter.sh/v1` | `WhenEmptyOrUnderutilized` | after `consolidateAfter`, which is `0s` without `spec.disruption` |
#
#   So the nodes of a Provisioner with neither `consolidation` nor `ttlSecondsAfterEmpty` used to stay until someone
#   removed them. Once it has become a NodePool, they come and go all day. Karpenter's own converter,
#   `karpenter-convert`, does not set the policy either.
#
#   **What to do.** Decide, and set the policy explicitly, so that the next reader knows it is intended:
#
#   - on: `consolidationPolicy: WhenUnderutilized` in v1beta1; `consolidationPolicy: WhenEmptyOrUnderutilized` with
#     `consolidateAfter: 1m`, or another suitable time, in v1;
#   - only nodes without pods: `consolidationPolicy: WhenEmpty` with `consolidateAfter: 5m`;
#   - off, as in alpha: `consolidationPolicy: WhenEmpty` with `consolidateAfter: Never`.
#
#   **Not reported.**
#
#   - Pools whose author has clearly considered disruption: with `consolidateAfter`, with `budgets`, with the annotation
#     `karpenter.sh/do-not-disrupt` on their nodes, or with `replicas` (a static pool is not consolidated).
#   - Pools with one of these settings in the wrong place, such as `spec.template.disruption`, which KL542 reports.
#   - Pools that may get the policy from a template or a kustomize patch; patches themselves, and parts of a pool.
#   - Pools of EKS Auto Mode and of other clouds. They never had the alpha API, and consolidation is part of the
#     product.
#
#   **Fix safety.** Unsafe: the fix turns consolidation off, as in alpha, so nodes that are not needed stay and cost
#   money. If you want consolidation, set the policy instead. A pool with a setting of the alpha API, such as
#   `disruption.consolidation`, has no fix: its author wants what that setting meant, and KL542 reports that it is ignored.
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

report contains object.union(fix, {
	"resource": input.resource.address,
	"path": array.concat(nodepool.disruption, ["consolidationPolicy"]),
	"message": sprintf("consolidationPolicy is not set and defaults to %s", [default_policy]),
	"why": "Karpenter evicts pods to remove and replace nodes",
	"help": "set it explicitly (\"WhenEmpty\" with consolidateAfter \"Never\" turns consolidation off, as in alpha)",
}) if {
	nodepool.whole
	every key in ["consolidationPolicy", "consolidateAfter", "budgets"] {
		nodepool.lacks(array.concat(nodepool.disruption, [key]))
	}
	nodepool.lacks(["spec", "replicas"])
	not nodepool.protected
	not nodepool.names({"consolidationPolicy", "consolidateAfter"})
}

# There is no fix if the pool has a consolidation setting of the alpha API, because the fix might do the opposite of
# it.
default fix := {}

fix := {"fix": {
	"title": "turn consolidation off, as in alpha: WhenEmpty with consolidateAfter Never",
	"safety": "unsafe",
	"ops": ops,
}} if not has_alpha_setting

has_alpha_setting if {
	some path in [array.concat(nodepool.disruption, ["consolidation"]), ["spec", "consolidation"], ["spec", "ttlSecondsAfterEmpty"]]
	not nodepool.lacks(path)
}

default_policy := "\"WhenUnderutilized\"" if nodepool.generation == "v1beta1"

default_policy := "\"WhenEmptyOrUnderutilized\" after \"0s\"" if nodepool.generation == "v1"

ops := [
	{"do": "set", "path": array.concat(nodepool.disruption, ["consolidationPolicy"]), "value": "WhenEmpty"},
	{"do": "set", "path": array.concat(nodepool.disruption, ["consolidateAfter"]), "value": "Never"},
]
