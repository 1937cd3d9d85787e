# METADATA
# title: A value has both its old and its new name, and says different things
# description: >-
#   Part of convert, for one exact target, beside renamed-chart-value: which of the two counts changes with the version of the chart.
# custom:
#   id: CHART5
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.value_set_twice

import data.karplint.lib.chart_values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"message": sprintf("%q and %q are both set, to different values: the installed chart reads the old one, and from %s on only the new one counts; keep the one that is meant", [row.old, new.path, row.until]),
} if {
	some chart in chart_values.installed
	some [row, new] in both(chart)
	versions.target.since >= versions.exact(row.until)
	not ignored(chart.version, row)
}

# 0.32 takes the old one, but for one that is false.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"message": sprintf("%q is false and %q is not: the installed chart reads the old one, and %s takes the one that is not false; keep the one that is meant", [row.old, new.path, versions.target_text]),
} if {
	some chart in chart_values.installed
	some [row, new] in both(chart)
	versions.target.since < versions.exact(row.until)
	object.get(chart.values, split(row.old, "."), null) in {false, 0, "false", "0"}
	versions.range(chart.version).until <= versions.exact(new.since)
}

# both(chart): the rows of values that have both names, which differ, each with the new name.
both(chart) := {[row, new] |
	some row in chart_values.facts.renamed
	not row.logging
	some new in row.new
	chart_values.within(versions.target, chart_values.interval(new))
	chart_values.is_set(chart, row.old)
	chart_values.is_set(chart, new.path)
	object.get(chart.values, split(row.old, "."), null) != object.get(chart.values, split(new.path, "."), null)
}

# ignored(version, row): the chart does not read the old name as it is installed.
ignored("", _)

ignored(version, row) if versions.range(version).since >= versions.exact(row.until)
