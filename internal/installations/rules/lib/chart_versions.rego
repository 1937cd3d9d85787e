# METADATA
# title: The version that a chart of Karpenter is set to
# description: For one exact target.
package karplint.lib.chart_versions

import data.karplint.lib.repositories
import data.karplint.lib.values
import data.karplint.lib.versions

facts := data.karplint.facts.chart_changes

# wanted: the target version as the charts write it.
wanted := repositories.tag(versions.target.since)

# older(version): it is an exact version below the wanted one.
older(version) if versions.exact(version) < versions.target.since

# is_wanted(version): it is the wanted one.
is_wanted(version) if versions.exact(version) == versions.target.since

# text(value): the version as text: "" for none, "?" if unknown.
text(value) := "?" if values.unknown(value)

else := values.text(value)

# subject(name): what a report about a version of the chart is about.
subject(name) := object.get({"karpenter": "controller-version", "karpenter-crd": "crds-version"}, name, "version")

# left(name, version): what to report about a version that is not older than the wanted one, or not exact.
left(name, version) := {
	"severity": "warning",
	"about": "newer-version",
	"message": sprintf("chart %s is %s, which is newer than %s", [name, version, wanted]),
	"why": "it stays",
} if {
	versions.exact(version) > versions.target.since
} else := {
	"severity": "warning",
	"about": subject(name),
	"message": sprintf("chart %s has no version here", [name]),
	"why": "the latest one is installed",
	"help": sprintf("pin it to %s", [wanted]),
} if {
	version == ""
} else := {
	"severity": "warning",
	"about": "unknown-version",
	"message": sprintf("the version of chart %s is unknown here", [name]),
	"help": sprintf("make sure that it becomes %s", [wanted]),
} if {
	version == "?"
} else := {
	"severity": "warning",
	"about": subject(name),
	"message": sprintf("chart %s has the version range %q, which includes %s", [name, version, wanted]),
	"why": "it stays",
} if {
	not versions.exact(version)
	range := versions.range(version)
	versions.target.since >= range.since
	versions.target.since < range.until
} else := {
	"severity": "error",
	"about": subject(name),
	"message": sprintf("chart %s has the version range %q, which does not include %s", [name, version, wanted]),
	"help": "set the one you want",
} if {
	not versions.exact(version)
}

# stops(version): the releases at which an upgrade from that version to the wanted one must stop, in order.
stops(version) := [row.stop |
	some row in data.karplint.facts.upgrade_steps.stops
	versions.exact(version) < versions.exact(row.below)
	versions.target.since >= versions.exact(row.beyond)
]
