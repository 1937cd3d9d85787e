# METADATA
# title: What a conversion of a chart's values leaves to the user
# description: >-
#   Part of convert, for one exact target: values that stay unchanged and need a review.
# custom:
#   id: CHART3
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.chart_left

import data.karplint.lib.chart_values
import data.karplint.lib.chart_versions
import data.karplint.lib.charts
import data.karplint.lib.values
import data.karplint.lib.versions

# One step would go past releases that convert objects, or serve two versions of the API.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": sprintf("an upgrade of chart %s from %s to %s must stop on the way", [chart.name, chart.version, versions.target_text]),
	"help": sprintf("install %s first", [concat(", then ", stops)]),
} if {
	input.resource.value.karpenter == "controller"
	some chart in charts.installed
	stops := chart_versions.stops(chart.version)
	count(stops) > 0
}

# These modules set values themselves, for the chart version that they install by default.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": "the module itself sets chart values, with the names of the version that it installs by default",
	"help": sprintf("use a release of the module for %s", [versions.target_text]),
} if {
	input.resource.value.karpenter == "controller"
	input.resource.value.via in {"blueprints_addons", "blueprints_v4"}
	some chart in charts.installed
	chart_versions.older(chart.version)
	some row in chart_values.facts.renamed
	not row.logging
	versions.range(chart.version).since < versions.exact(row.until)
	versions.target.since >= versions.exact(row.until)
}

report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": "eksctl installs the chart, with its own values, only when it creates a cluster",
	"help": sprintf("upgrade existing clusters with helm, and create new ones with a release of eksctl that supports %s", [versions.target_text]),
} if {
	input.resource.value.via == "eksctl"
	some chart in charts.installed
	not chart_versions.is_wanted(chart.version)
}

# A source of values that cannot be read may contain old names.
report contains {
	"resource": input.resource.address,
	"path": ["values"],
	"message": sprintf("not all values of chart %s can be read here", [chart.name]),
	"why": "a string does not parse, or a file, an object or an expression is unknown",
	"help": sprintf("check it for names that %s no longer has", [versions.target_text]),
} if {
	input.resource.value.karpenter == "controller"
	not input.resource.value.umbrella
	input.resource.value.via != "eksctl"
	some chart in charts.installed
	unread(input.resource.value)
	not chart_versions.is_wanted(chart.version)
}

# The values of a dependency can also be set in the values of the chart around it, wherever that is installed.
report contains {
	"resource": input.resource.address,
	"path": ["chart"],
	"message": "an installation of the chart around it may set values of this one, below its name or alias",
	"help": sprintf("check those for names that %s no longer has", [versions.target_text]),
} if {
	input.resource.value.karpenter == "controller"
	input.resource.value.umbrella
	some chart in charts.installed
	not chart_versions.is_wanted(chart.version)
}

# An expression instead of a map that may contain old names.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, place),
	"message": sprintf("the content of %q is unknown here", [concat(".", place)]),
	"help": sprintf("check it for names that %s no longer has", [versions.target_text]),
} if {
	some chart in chart_values.installed
	not chart_versions.is_wanted(chart.version)
	some place in chart_values.above([row.old | some row in chart_values.facts.renamed])
	unknown := object.get(chart.values, array.concat(place, ["$unknown"]), "")
	unknown != ""
	not startswith(unknown, "one of several ")
}

unread(release) if values.open(object.get(release, "values", {}))

unread(release) if values.unknown(object.get(release, "values", {}))
