# METADATA
# title: Drift is on by default
# description: |
#   Drift means that a node no longer looks as its pool and its class say: another AMI, other labels, taints, subnets
#   or tags. Karpenter then replaces the node. Up to 0.32 this had to be switched on; **from 0.33 it is on by default, and from 1.0
#   it cannot be switched off**. So the first start of such a version finds every difference that has piled up, and
#   nodes may be replaced one after the other without anyone having changed a pool: a class without a fixed AMI is
#   enough.
#
#   This is information, because it is how Karpenter is meant to work. It helps to know before the upgrade, not afterwards.
#
#   **What to do.** Decide and write it down. Below 1.0 set `settings.featureGates.drift` in the chart's values: `false` to go
#   through the upgrade first, `true` to say that it is wanted. Limit how many nodes go at once with
#   `spec.disruption.budgets` of the NodePool (from 0.34, and by reason from 1.0; the default is 10 %), pin AMIs, and see to the
#   PodDisruptionBudgets of the workloads.
#
#   **What is reported.** Once for each installation: a version from 0.33 below 1.0 whose values do not say anything
#   about drift, and a version from 1.0 whose values still try to switch it off. The second is what makes an upgrade
#   to 1.0 differ from what was agreed.
#
#   **Not reported.** An installation from 1.0 that says nothing: drift was on by default in every version from which one upgrades to it,
#   and a message that never goes away helps nobody. Values that say either. Values that cannot be known, since the switch may be
#   in them. Versions that are not known.
#
#   **Fix safety.** No automatic fix: it is a decision.
# related_resources:
# - description: Karpenter, upgrading to 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330
# - description: Karpenter, drift
#   ref: https://karpenter.sh/docs/concepts/disruption/#drift
# custom:
#   id: KL308
#   severity: info
#   scope: project
#   fix: none
#   when: ">= 0.33"
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.drift_on_by_default

import data.karplint.lib.installations
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": controller.id,
	"path": ["version"],
	"message": "drift is on by default from Karpenter 0.33, so the first start may replace nodes; set settings.featureGates.drift to say what is wanted",
} if {
	target.at_least("0.33")
	target.below("1.0")
	some controller in installations.controllers
	says_nothing(controller.value)
}

report contains {
	"resource": controller.id,
	"path": array.concat(["values"], gate),
	"message": sprintf("%s = false has no effect, drift cannot be switched off from Karpenter 1.0; limit it with spec.disruption.budgets of the NodePool", [concat(".", gate)]),
} if {
	target.at_least("1.0")
	some controller in installations.controllers
	some gate in gates
	object.get(controller.value.values, gate, null) in {false, "false"}
}

# The second name was dropped with 0.32 and counts for nothing below 1.0, but shows what is wanted.
gates := [drift, ["settings", "featureGates", "driftEnabled"]]

drift := ["settings", "featureGates", "drift"]

# says_nothing(installation): its values surely leave the switch alone.
says_nothing(installation) if values.absent(installation, "values")

says_nothing(installation) if {
	some depth, key in drift
	values.absent(object.get(installation.values, array.slice(drift, 0, depth), null), key)
}

# These modules add the name of the cluster and the like to the settings, and no feature gates.
says_nothing(installation) if {
	installation.via in {"blueprints_addons", "blueprints_v4"}
	not values.open(installation.values)
	settings := installation.values.settings
	not values.unknown(settings)
	object.get(settings, "featureGates", null) == null
}
