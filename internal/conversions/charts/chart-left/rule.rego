# METADATA
# title: What a conversion of a chart's values leaves open
# description: >-
#   Part of convert, for one exact target: values that stay as they are and need a look.
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

# The chart has another version afterwards, and the image has not.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(key, ".")),
	"message": sprintf("%q pins the image of another version than the chart's; delete it, or give it the one of %s", [key, versions.target_text]),
} if {
	some chart in chart_values.installed
	some key in ["controller.image.tag", "controller.image.digest"]
	pin := chart_values.value(chart, key)
	not chart_versions.is_wanted(pin)
}

# These modules set values of their own, for the chart that they install by default.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": sprintf("the module sets values of the chart itself, by the names of the version that it installs by default; take a release of the module that is made for %s", [versions.target_text]),
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
	"message": sprintf("eksctl installs the chart when it creates a cluster, with values of its own, and never again; upgrade a cluster that exists with helm, and create one with a release of eksctl that knows %s", [versions.target_text]),
} if {
	input.resource.value.via == "eksctl"
	some chart in charts.installed
	not chart_versions.is_wanted(chart.version)
}

# A source of values that cannot be read may hold old names.
report contains {
	"resource": input.resource.address,
	"path": ["values"],
	"message": sprintf("not all values of chart %s can be read here: a text that does not parse, or a file, an object or an expression that is not known; look there for names that %s has no more", [chart.name, versions.target_text]),
} if {
	input.resource.value.karpenter == "controller"
	not input.resource.value.umbrella
	input.resource.value.via != "eksctl"
	some chart in charts.installed
	unread(input.resource.value)
	not chart_versions.is_wanted(chart.version)
}

# The values of a dependency stand in those of the chart around it as well, wherever that is installed.
report contains {
	"resource": input.resource.address,
	"path": ["chart"],
	"message": sprintf("whoever installs the chart around it may set values of this one, below its name or alias; look there for names that %s has no more", [versions.target_text]),
} if {
	input.resource.value.karpenter == "controller"
	input.resource.value.umbrella
	some chart in charts.installed
	not chart_versions.is_wanted(chart.version)
}

# An expression in the place of a map that may hold old names.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, place),
	"message": sprintf("what stands in %q is not known here; look there for names that %s has no more", [concat(".", place), versions.target_text]),
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
