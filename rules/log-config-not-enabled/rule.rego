# METADATA
# title: The values below logConfig have no effect, because logConfig is not enabled
# description: |
#   In 0.32 the chart took its log settings from `logConfig`, which was enabled by default. **From 0.33 to 0.37 it is
#   disabled by default**: the chart then creates no ConfigMap with the settings, and the controller logs as JSON on
#   level `info` to the standard output, whatever `logConfig.logLevel`, `outputPaths` or `logEncoding` say. From 1.0
#   there is no `logConfig` (KL601).
#
#   **What to do.** Set `logConfig.enabled: true`, or move to the new names: `logLevel` works in all versions from 0.33 on.
#
#   **Not reported.**
#
#   - `logConfig.enabled: false`, which is a decision.
#   - Other versions, and unknown ones.
#   - Unknown sources of values, which may enable it.
#
#   **Fix safety.** Safe: the settings get the effect that is written.
# related_resources:
# - description: Karpenter, upgrading to 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330
# custom:
#   id: KL606
#   severity: warning
#   scope: resource
#   fix: safe
#   when: ">= 0.33, < 1.0"
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.log_config_not_enabled

import data.karplint.lib.chart_values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, ["logConfig"]),
	"message": "the chart ignores logConfig, which is not enabled",
	"why": sprintf("logConfig.enabled is false by default from 0.33.0 on, and these have no effect: %s", [concat(", ", names)]),
	"fix": {"title": "set logConfig.enabled: true", "safety": "safe", "ops": [{
		"do": "set",
		"path": array.concat(chart.path, ["logConfig", "enabled"]),
		"value": true,
	}]},
} if {
	some chart in chart_values.installed
	chart_values.within(chart.scope, versions.between("0.33.0", "1.0.0"))
	chart_values.left_out(chart, "logConfig.enabled")
	names := sort({trim_prefix(key, "logConfig.") |
		some key, _ in chart_values.facts.keys
		startswith(key, "logConfig.")
		chart_values.is_set(chart, key)
	})
	count(names) > 0
}
