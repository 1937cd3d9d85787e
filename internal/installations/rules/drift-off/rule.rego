# METADATA
# title: Drift is off, and Karpenter is to replace the nodes of old pools by it
# description: >-
#   Part of upgrade, at the stop that has old and new pools side by side, unless the nodes are replaced in another way. Values that say false stay.
# custom:
#   id: CHART7
#   severity: info
#   scope: resource
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.drift_off

import data.karplint.lib.chart_values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, gate),
	"message": "drift is off by default up to 0.32",
	"why": "it replaces the nodes of the old pools",
	"help": "set \"settings.featureGates.drift\" to true",
	"fix": {"title": "enable drift", "safety": "unsafe", "ops": [{"do": "set", "path": array.concat(chart.path, gate), "value": true}]},
} if {
	some chart in chart_values.installed
	versions.target.until <= versions.exact("0.33.0")
	every key in ["settings.featureGates.drift", "settings.featureGates.driftEnabled"] {
		chart_values.left_out(chart, key)
	}
}

gate := ["settings", "featureGates", "drift"]
