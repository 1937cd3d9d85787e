# METADATA
# title: The budgets leave times without any limit
# description: |
#   A disruption budget with a `schedule` limits only while it is active, and Karpenter takes the lowest limit of the budgets that are active. While
#   none is, **nothing limits**: Karpenter may replace all nodes of the pool at once. The default of 10% is gone as soon as a pool has budgets of
#   its own.
#
#   So a budget `nodes: 20%` with `schedule: "@daily"` and `duration: 1h` is the opposite of a maintenance window: in this hour Karpenter is held
#   back, and in the other 23 it is not ([#7557](https://github.com/aws/karpenter-provider-aws/issues/7557)).
#
#   karplint joins the times of all budgets, for each of the reasons `Underutilized`, `Empty` and `Drifted`, and says when none is active. Schedules
#   are in UTC.
#
#   **What you see in the cluster.** Many nodes of the pool are replaced at the same time, often after a new image or a change of the NodePool. Events
#   of nodes and node claims say `Disrupting Node: Drifted/Replace` or `Disrupting NodeClaim`, and the metric
#   `karpenter_nodepools_allowed_disruptions` has a huge value (2147483647).
#
#   **What to do.** For a limit that always holds, add a budget without a schedule. For a *maintenance window*, forbid disruption outside of it: this
#   lets Karpenter replace 20% of the nodes from 01:00 to 02:00 UTC, and none at other times.
#
#   ```yaml
#   budgets:
#     - nodes: 20%
#     - nodes: "0"
#       schedule: 0 2 * * * # the end of the window
#       duration: 23h
#   ```
#
#   For nights and weekends, begin a budget of 0 on each working day: `schedule: 0 8 * * mon-fri`, `duration: 10h`.
#
#   **A budget of 0 without a schedule**, for all reasons, allows no disruption at all. Nodes keep an old image, changes of the NodePool do not reach
#   them, and even empty nodes are not removed
#   ([emptiness.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/disruption/emptiness.go)). From 1.0 on they still expire.
#   Budgets beside it never have an effect, because the lowest one wins: it is no default that a window replaces. This is an info, because somebody
#   may want it.
#
#   **Not reported.** A reason for which a budget of 0 has a schedule: it says when disruption is forbidden, and that other times are free may be
#   meant. Budgets that templates, or variables without a value, decide, or that a patch replaces; pools with `replicas`; reasons that the pool never
#   has, such as `Underutilized` with `WhenEmpty`. Expiry: from 1.0 on no budget holds it back.
#
# related_resources:
# - description: Karpenter, disruption budgets
#   ref: https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets
# - description: how Karpenter joins them
#   ref: https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/apis/v1/nodepool.go
# custom:
#   id: KL553
#   severity: warning
#   severity_note: info for a budget that forbids all disruption
#   scope: resource
#   fix: none
#   kinds: [NodePool]
#   needles: [budgets]
package karplint.rules.budgets_leave_gaps

import data.karplint.lib.kustomize
import data.karplint.lib.literal

path := ["spec", "disruption", "budgets"]

budgets := input.resource.value.spec.disruption.budgets

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("no budget limits %s %s", [disruption(reasons), entry.when]),
	"why": "a budget limits only while it is active: at other times Karpenter may replace all nodes at once",
	"help": "add a budget without a schedule, or for a maintenance window one of 0 for the other times",
} if {
	some entry in input.resource.free
	is_certain
	reasons := [reason | some reason in entry.reasons; not is_out_of_use(reason)]
	count(reasons) > 0
	every reason in reasons {
		not may_be_forbidden(reason)
	}
}

report contains {
	"resource": input.resource.address,
	"path": array.concat(path, [i]),
	"severity": "info",
	"message": "this budget forbids all disruption at all times",
	"why": why,
	"help": "allow some nodes, at least at some times: give the budget a schedule and a duration",
} if {
	is_certain
	i := min([j |
		some j, budget in budgets
		is_zero(budget)
		is_for_all(budget)
	])
}

why := "the lowest budget wins, so the others never have an effect; drifted nodes are not replaced, and empty ones not removed" if {
	some budget in budgets
	not is_zero(budget)
} else := "nodes keep an old image, changes of the pool do not reach them, and empty nodes are not removed"

# is_for_all(budget): it is for all reasons, which it may name.
is_for_all(budget) if object.keys(budget) == {"nodes"}

is_for_all(budget) if {
	object.keys(budget) == {"nodes", "reasons"}
	every reason in ["Underutilized", "Empty", "Drifted"] {
		reason in budget.reasons
	}
}

# is_certain: the file decides about the budgets alone.
is_certain if {
	literal.at(path)
	not kustomize.patched(path)
	not input.resource.value.spec.replicas
}

# is_out_of_use(reason): the pool disrupts no node for it.
is_out_of_use("Underutilized") if input.resource.value.spec.disruption.consolidationPolicy == "WhenEmpty"

is_out_of_use(reason) if {
	reason in {"Underutilized", "Empty"}
	input.resource.value.spec.disruption.consolidateAfter == "Never"
}

# may_be_forbidden(reason): there are times at which a budget forbids disruption for this reason.
may_be_forbidden(reason) if {
	some budget in budgets
	is_zero(budget)
	is_for(budget, reason)
}

is_zero(budget) if budget.nodes in {"0", "0%", 0}

is_for(budget, _) if not "reasons" in object.keys(budget)

is_for(budget, reason) if reason in budget.reasons

# disruption(reasons): what is not limited, in words.
disruption(reasons) := "disruption" if count(reasons) == 3

else := sprintf("the disruption of %s nodes", [concat(" and ", [lower(reason) | some reason in reasons])])
