# METADATA
# title: A chart of Karpenter has another version than the one that was asked for
# description: >-
#   Part of convert, for one exact target: sets the version of the charts karpenter and karpenter-crd. An error is what has to be
#   done; where it cannot be done, a person has to.
# custom:
#   id: CHART1
#   severity: error
#   scope: resource
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.chart_version

import data.karplint.lib.charts
import data.karplint.lib.versions

facts := data.karplint.facts.chart_changes

# An older version becomes the wanted one.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": sprintf("chart %s is %s; set its version to %s%s", [chart.name, chart.version, wanted, locked]),
	"fix": {"title": "set the version", "safety": safety, "ops": [{"do": "set", "path": ["version"], "value": wanted}]},
} if {
	some chart in installed
	versions.exact(chart.version) < versions.target.since
	not old_home
}

report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": sprintf("chart %s is %s, and %s has no version after %s; install %s from %s", [
		chart.name, chart.version,
		facts.last_home.url, facts.last_home.version,
		wanted, facts.last_home.instead,
	]),
} if {
	some chart in installed
	versions.exact(chart.version) < versions.target.since
	old_home
}

report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"message": sprintf("chart %s is any version %q; say in which way it becomes %s", [chart.name, chart.version, wanted]),
} if {
	some chart in installed
	not chart.version in {"", "?"}
	not versions.exact(chart.version)
	not admits(versions.range(chart.version))
}

# What stays needs a look.
report contains {
	"resource": input.resource.address,
	"path": ["version"],
	"severity": "warning",
	"message": message,
} if {
	some chart in installed
	some message in left(chart)
}

installed contains chart if {
	input.resource.value.karpenter in {"controller", "crds"}
	some chart in charts.installed
}

left(chart) := {sprintf("chart %s is %s, which is newer than %s; it stays", [chart.name, chart.version, wanted])} if {
	versions.exact(chart.version) > versions.target.since
} else := {sprintf("chart %s has any version %q, of which %s is one; it stays", [chart.name, chart.version, wanted])} if {
	not versions.exact(chart.version)
	admits(versions.range(chart.version))
} else := {sprintf("chart %s has no version here, so the latest one is installed; pin it to %s", [chart.name, wanted])} if {
	chart.version == ""
} else := {sprintf("the version of chart %s is not known here; make sure that it becomes %s", [chart.name, wanted])} if {
	chart.version == "?"
} else := set()

admits(range) if {
	versions.target.since >= range.since
	versions.target.since < range.until
}

# wanted: the version as the chart has it.
wanted := concat("", [prefix, versions.text(versions.target.since)])

default prefix := ""

prefix := "v" if {
	prefixed := facts.prefixed
	versions.target.since >= versions.exact(prefixed.since)
	versions.target.since < versions.exact(prefixed.until)
}

# old_home: the repository with the charts of before 0.17.
old_home if {
	contains(object.get(input.resource.value, "repository", ""), facts.last_home.url)
	versions.target.since >= versions.exact(facts.prefixed.since)
}

default locked := ""

locked := ", and update Chart.lock with helm dependency update" if input.resource.value.umbrella

default safety := "safe"

safety := "unsafe" if input.resource.value.umbrella
