# METADATA
# title: A value is set twice, and only one of them can count
# description: >-
#   Part of convert, for one exact target, beside renamed-chart-value: by its old and its new name, of which another one counts in another
#   version of the chart, or in several branches of a template. The version stays until that is settled.
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

# Branches of a template that each have the map, of which nothing is known then.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, place),
	"message": sprintf("several branches of a template have %q; give the values in each of them the names of %s", [concat(".", place), versions.target_text]),
} if {
	some chart in chart_values.installed
	some place in old_places(chart.version)
	startswith(object.get(chart.values, array.concat(place, ["$unknown"]), ""), "one of several ")
}

# old_places(version): the maps in which values stand whose names the chart does not know any more, and did as it is installed.
old_places(version) := chart_values.above([row.old |
	some row in chart_values.facts.renamed
	versions.target.since >= versions.exact(row.until)
	not ignored(version, row)
])

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
