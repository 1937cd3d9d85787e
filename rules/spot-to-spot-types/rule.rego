# METADATA
# title: A spot pool has too few instance types to be consolidated
# description: |
#   With the feature gate `spotToSpotConsolidation` Karpenter may replace a spot node by a cheaper one. It replaces a *single* node only if at least
#   15 instance types are cheaper, so that it does not go down from one type to the next, and always ends at the type that is interrupted most. A pool
#   that names fewer than 15 types never has as many: the gate changes nothing for its nodes, unless several of them are replaced by one.
#
#   **What you see in the cluster.** Nodes get the event `Unconsolidatable`: `SpotToSpotConsolidation requires 15 cheaper instance type options than
#   the current candidate to consolidate, got 3`
#   ([consolidation.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/disruption/consolidation.go)).
#
#   **What to do.** Allow more instance types: by category, generation and size in place of names. That also makes interruptions less frequent.
#
#   **Not reported.** Pools that do not name their instance types, or whose list a template or a patch decides; those that name 15 or more, although
#   15 cheaper ones are then possible only from the most expensive one; those with `consolidationPolicy: WhenEmpty`, with `consolidateAfter: Never`,
#   or with a budget of 0 for nodes that are not needed; pools without `spot`; installations of which not certainly all switch the gate on.
# related_resources:
# - description: Karpenter, consolidation
#   ref: https://karpenter.sh/docs/concepts/disruption/#consolidation
# custom:
#   id: KL557
#   severity: info
#   scope: project
#   fix: none
#   advice: true
#   kinds: [Object]
#   needles: [spotToSpotConsolidation]
package karplint.rules.spot_to_spot_types

import data.karplint.lib.chart_settings
import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values

gate := "settings.featureGates.spotToSpotConsolidation"

# least: how many cheaper instance types Karpenter wants.
least := 15

report contains {
	"resource": pool.id,
	"path": ["requirements", i],
	"message": sprintf("the pool has %d instance types, too few to replace a spot node", [count(item.values)]),
	"why": sprintf("spotToSpotConsolidation replaces a single node only if %d types are cheaper", [least]),
	"help": "allow more types, by category, generation and size",
	"related": [{"resource": release.id, "path": path, "message": "it is switched on here"}],
} if {
	release := installations.controllers[0]
	every controller in installations.controllers {
		is_on(controller)
	}
	some pool in pools.pools
	not pool.value.unread
	not pool.value.gate
	not pool.value.consolidationPolicy
	not pool.value.consolidateAfter
	not is_forbidden(pool)
	not pool.value.replicas
	requirements := pools.requirements(pool)
	allows_spot(requirements)
	some i, item in requirements
	item.key == "node.kubernetes.io/instance-type"
	item.operator == "In"
	not "?" in item.values
	count(item.values) < least
}

# is_forbidden(pool): a budget keeps Karpenter from consolidating nodes, at some times or always.
is_forbidden(pool) if {
	some budget in pool.value.budgets
	parts := split(budget, " ")
	parts[0] in {"0", "0%"}
	is_for_consolidation(parts)
}

is_for_consolidation([_])

is_for_consolidation([_, reasons]) if "Underutilized" in split(reasons, ",")

path := array.concat(["values"], split(gate, "."))

is_on(controller) if {
	values.yes(object.get(controller.value, path, false))
	not chart_settings.is_ignored(controller, gate)
	not conditions.maybe_off(controller)
}

allows_spot(requirements) if {
	some item in requirements
	item.key == "karpenter.sh/capacity-type"
	item.operator == "In"
	"spot" in item.values
}
