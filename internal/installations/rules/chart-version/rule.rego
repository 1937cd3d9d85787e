# METADATA
# title: A chart of Karpenter has another version than the target
# description: >-
#   Part of convert, for one exact target: sets the version of the charts karpenter and karpenter-crd. An error has to be fixed;
#   without a fix, by the user.
# custom:
#   id: CHART1
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.chart_version

import data.karplint.lib.chart_versions
import data.karplint.lib.charts
import data.karplint.lib.versions

# An older version is raised to the target.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"about": chart_versions.subject(chart.name),
	"message": sprintf("chart %s is %s", [chart.name, chart.version]),
	"help": sprintf("set its version to %s%s", [chart_versions.wanted, locked]),
	"fix": {
		"title": sprintf("set its version to %s", [chart_versions.wanted]),
		"safety": safety,
		"ops": [{"do": "set", "path": ["version"], "value": chart_versions.wanted}],
	},
} if {
	some chart in installed
	chart_versions.older(chart.version)
	not old_home
}

report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"about": chart_versions.subject(chart.name),
	"message": sprintf("chart %s is %s", [chart.name, chart.version]),
	"why": sprintf("%s has no version after %s", [chart_versions.facts.last_home.url, chart_versions.facts.last_home.version]),
	"help": sprintf("install %s from %s", [chart_versions.wanted, chart_versions.facts.last_home.instead]),
	"fix": {"title": "set the version and the repository", "safety": safety, "ops": [
		{"do": "set", "path": ["version"], "value": chart_versions.wanted},
		{"do": "set", "path": ["repository"], "value": new_home},
	]},
} if {
	some chart in installed
	chart_versions.older(chart.version)
	old_home
}

# The range of a module's versions does not tell which chart it installs.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"about": chart_versions.subject(chart.name),
	"message": sprintf("the module decides which version of chart %s it installs", [chart.name]),
	"fix": {
		"title": sprintf("set it to %s", [chart_versions.wanted]),
		"safety": "safe",
		"ops": [{"do": "set", "path": ["version"], "value": chart_versions.wanted}],
	},
} if {
	some chart in installed
	chart.version == "?"
	by_default
}

# A version that stays needs a review, or a decision.
report contains object.union({"resource": input.resource.address, "path": ["version"]}, left) if {
	some chart in installed
	not chart_versions.older(chart.version)
	not by_default
	left := chart_versions.left(chart.name, chart.version)
}

# by_default: nothing but the version of a known module decides which chart is installed.
by_default if {
	input.resource.value.via in {"blueprints_addons", "blueprints_v4"}
	startswith(object.get(input.resource.value, ["version", "$unknown"], ""), "default chart ")
}

installed contains chart if {
	input.resource.value.karpenter in {"controller", "crds"}
	some chart in charts.installed
}

# old_home: the repository with the charts before 0.17.
old_home if {
	contains(object.get(input.resource.value, "repository", ""), chart_versions.facts.last_home.url)
	versions.target.since >= versions.exact(chart_versions.facts.prefixed.since)
}

# new_home: Argo CD takes a registry without its scheme.
new_home := trim_prefix(chart_versions.facts.last_home.instead, "oci://") if {
	input.resource.value.via in {"Application", "ApplicationSet"}
} else := chart_versions.facts.last_home.instead

default locked := ""

locked := ", and update Chart.lock with helm dependency update" if input.resource.value.umbrella

default safety := "safe"

safety := "unsafe" if input.resource.value.umbrella
