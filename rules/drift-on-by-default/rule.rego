# METADATA
# title: Drift is enabled by default
# description: |
#   A node has drifted when it no longer matches its pool and its class: another AMI, other labels, taints, subnets or
#   tags. Karpenter then replaces the node. Up to 0.32 drift had to be enabled. **From 0.33 it is enabled by default,
#   and from 1.0 it cannot be disabled.** So the first start of such a version finds every difference that has
#   accumulated, and may replace one node after the other although no one changed a pool. A class without a pinned AMI
#   is enough.
#
#   The finding is information, because this is how Karpenter is meant to work. It is better to know before the upgrade
#   than afterwards.
#
#   **What to do.** Decide, and set it explicitly. Below 1.0 set `settings.featureGates.drift` in the chart's values:
#   `false` to get through the upgrade first, `true` to show that drift is intended. Limit how many nodes are replaced
#   at once with `spec.disruption.budgets` of the NodePool (from 0.34, and by reason from 1.0; the default is 10 %). Pin
#   AMIs, and make sure the workloads have PodDisruptionBudgets.
#
#   **What is reported.** One finding for each installation:
#
#   - a version from 0.33 up to but not including 1.0 whose values do not mention drift;
#   - a version from 1.0 on whose values still try to disable drift, which has no effect any more.
#
#   **Not reported.**
#
#   - An installation from 1.0 on whose values do not mention drift. Drift was enabled by default in every version that
#     can be upgraded to it, and a message that never goes away helps no one.
#   - Values that set drift to `true`, or below 1.0 to `false`.
#   - Unknown values, which may contain the setting.
#   - Unknown versions.
#
#   **Fix safety.** No automatic fix: this is your decision.
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
	"message": "drift is enabled by default from Karpenter 0.33 on",
	"why": "the first start may replace nodes that no longer match their pool or class",
	"help": "set settings.featureGates.drift explicitly",
} if {
	target.at_least("0.33")
	target.below("1.0")
	some controller in installations.controllers
	says_nothing(controller.value)
}

report contains {
	"resource": controller.id,
	"path": array.concat(["values"], gate),
	"message": sprintf("%s = false has no effect from Karpenter 1.0 on", [concat(".", gate)]),
	"why": "drift cannot be disabled any more, and nodes that have drifted are replaced",
	"help": "limit it with spec.disruption.budgets of the NodePool",
} if {
	target.at_least("1.0")
	some controller in installations.controllers
	some gate in gates
	object.get(controller.value.values, gate, null) in {false, "false"}
}

# The second name was removed in 0.32 and has no effect, but shows the intention.
gates := [drift, ["settings", "featureGates", "driftEnabled"]]

drift := ["settings", "featureGates", "drift"]

# says_nothing(installation): its values certainly do not set the feature gate.
says_nothing(installation) if values.absent(installation, "values")

says_nothing(installation) if {
	some depth, key in drift
	values.absent(object.get(installation.values, array.slice(drift, 0, depth), null), key)
}

# These modules add the cluster name and similar settings, but no feature gates.
says_nothing(installation) if {
	installation.via in {"blueprints_addons", "blueprints_v4"}
	not values.open(installation.values)
	settings := installation.values.settings
	not values.unknown(settings)
	object.get(settings, "featureGates", null) == null
}
