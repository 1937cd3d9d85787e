# METADATA
# title: A value is set under two names, and only one of them can have an effect
# description: >-
#   Part of convert, for one exact target, in addition to renamed-chart-value: a value is set by its old and its new name, and the
#   version of the chart decides which one has an effect, or it is set in several branches of a template. The version does not
#   change until that is resolved.
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
	"message": sprintf("%q and %q are set to different values", [row.old, new.path]),
	"why": sprintf("the installed chart reads the old one, and from %s on only the new one has an effect", [row.until]),
	"help": "keep the intended one",
} if {
	some chart in chart_values.installed
	some [row, new] in both(chart)
	versions.target.since >= versions.exact(row.until)
	not ignored(chart.version, row)
}

# 0.32 uses the old one, unless it is false.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"message": sprintf("%q is false and %q is not", [row.old, new.path]),
	"why": sprintf("the installed chart reads the old one, and %s uses the one that is not false", [versions.target_text]),
	"help": "keep the intended one",
} if {
	some chart in chart_values.installed
	some [row, new] in both(chart)
	versions.target.since < versions.exact(row.until)
	object.get(chart.values, split(row.old, "."), null) in {false, 0, "false", "0"}
	versions.range(chart.version).until <= versions.exact(new.since)
}

# Several branches of a template have the map, so its content is unknown.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, place),
	"message": sprintf("several branches of a template set %q", [concat(".", place)]),
	"help": sprintf("rename the values in each of them to the names of %s", [versions.target_text]),
} if {
	some chart in chart_values.installed
	some place in old_places(chart.version)
	startswith(object.get(chart.values, array.concat(place, ["$unknown"]), ""), "one of several ")
}

# old_places(version): the maps with values whose old names the installed chart reads and the target does not.
old_places(version) := chart_values.above([row.old |
	some row in chart_values.facts.renamed
	versions.target.since >= versions.exact(row.until)
	not ignored(version, row)
])

# both(chart): the rows of values that are set by both names to different values, each with the new name.
both(chart) := {[row, new] |
	some row in chart_values.facts.renamed
	not row.logging
	some new in row.new
	chart_values.within(versions.target, chart_values.interval(new))
	chart_values.is_set(chart, row.old)
	chart_values.is_set(chart, new.path)
	object.get(chart.values, split(row.old, "."), null) != object.get(chart.values, split(new.path, "."), null)
}

# ignored(version, row): the installed chart does not read the old name.
ignored("", _)

ignored(version, row) if versions.range(version).since >= versions.exact(row.until)
