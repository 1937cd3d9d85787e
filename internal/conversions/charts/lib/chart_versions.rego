# METADATA
# title: The version that a chart of Karpenter gets
# description: For one exact target.
package karplint.lib.chart_versions

import data.karplint.lib.values
import data.karplint.lib.versions

facts := data.karplint.facts.chart_changes

# wanted: the version as the charts have it.
wanted := concat("", [prefix, versions.text(versions.target.since)])

default prefix := ""

prefix := "v" if {
	versions.target.since >= versions.exact(facts.prefixed.since)
	versions.target.since < versions.exact(facts.prefixed.until)
}

# older(version): it is an exact one, below the wanted one.
older(version) if versions.exact(version) < versions.target.since

# is_wanted(version): it is just that.
is_wanted(version) if versions.exact(version) == versions.target.since

# text(value): the version that is written: "" for none, "?" for one that is not known.
text(value) := "?" if values.unknown(value)

else := values.text(value)

# left(name, version): by the severity, what to say of a version that is not older than the wanted one, or no exact one.
left(name, version) := {"warning": sprintf("chart %s is %s, which is newer than %s; it stays", [name, version, wanted])} if {
	versions.exact(version) > versions.target.since
} else := {"warning": sprintf("chart %s has no version here, so the latest one is installed; pin it to %s", [name, wanted])} if {
	version == ""
} else := {"warning": sprintf("the version of chart %s is not known here; make sure that it becomes %s", [name, wanted])} if {
	version == "?"
} else := {"warning": sprintf("chart %s may have any version %q, of which %s is one; it stays", [name, version, wanted])} if {
	not versions.exact(version)
	range := versions.range(version)
	versions.target.since >= range.since
	versions.target.since < range.until
} else := {"error": sprintf("chart %s may have any version %q, and %s is none of them; write the one that is wanted", [name, version, wanted])} if {
	not versions.exact(version)
} else := {}
