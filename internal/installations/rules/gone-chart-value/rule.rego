# METADATA
# title: The target version of the chart no longer has a value, and no new name for it
# description: >-
#   Part of convert, for one exact target, in addition to the rule renamed-chart-value: deletes values without a new name.
# custom:
#   id: CHART2
#   severity: warning
#   scope: resource
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.gone_chart_value

import data.karplint.lib.chart_values
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, steps),
		"about": "removed-value",
		"message": sprintf("value %q was removed in %s and has no new name", [key, row.until]),
		"help": advice(key),
	},
	deletion(chart, steps),
) if {
	some chart in chart_values.installed
	some key, row in chart_values.facts.keys
	row.until
	versions.exact(row.until) <= versions.target.since
	chart_values.is_set(chart, key)
	not holds_more(key)
	not mended(chart, key)
	steps := split(key, ".")
}

# deletion(chart, steps): the fix, unless templates of the chart around this one read the value as well.
deletion(chart, steps) := {"fix": {"title": "delete it", "safety": "unsafe", "ops": [{"do": "delete", "path": array.concat(chart.path, steps), "prune": count(steps) - 1}]}} if {
	not chart_values.read_by_umbrella(steps)
} else := {}

# holds_more(key): the chart has values below it.
holds_more(key) if {
	some other, _ in chart_values.facts.keys
	startswith(other, concat("", [key, "."]))
}

# mended(chart, key): renamed-chart-value handles it.
mended(chart, key) if {
	some row in chart_values.facts.renamed
	row.old == key
	some new in row.new
	chart_values.within(chart.scope, chart_values.interval(new))
}

mended(_, key) if {
	some row in chart_values.facts.dropped
	row.path == key
}

advice(key) := object.get(data.karplint.facts.chart_changes.instead, key, "delete it")
