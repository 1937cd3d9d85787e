# METADATA
# title: The values of Karpenter's own charts
# description: >-
#   The values that the controller's chart and the chart of the CRDs read, from facts/chart_values.yaml and facts/crd_chart_values.yaml.
#   For a range of versions a condition is true only
#   if it holds for all of them. Intervals are those of lib.versions; since and until of a row may be absent.
package karplint.lib.chart_values

import data.karplint.lib.charts
import data.karplint.lib.values
import data.karplint.lib.versions

facts := data.karplint.facts.chart_values

crd_facts := data.karplint.facts.crd_chart_values

# installed: the resource's installations of the controller's chart, as in lib.charts, if their versions are in the table, with
#   scope  the interval of the versions that both the installation and the target allow
installed contains object.union(chart, {"scope": scope}) if {
	input.resource.value.karpenter == "controller" # other clouds have a chart of the same name
	some chart in charts.installed
	scope := scope_of(chart.version)
	within(scope, table(facts))
}

# crds_installed: the same for the chart of the CRDs.
crds_installed contains object.union(chart, {"scope": scope}) if {
	input.resource.value.karpenter == "crds"
	some chart in charts.installed
	scope := scope_of(chart.version)
	within(scope, table(crd_facts))
}

# table(facts_): the releases that the facts are about. Later patches of the newest minor have its values.
table(facts_) := {"since": versions.exact(facts_.first), "until": versions.next(versions.exact(data.karplint.facts.releases.newest), 1)}

# scope_of(version): if the chart's version and a known target exclude each other, the target takes precedence.
scope_of(version) := both if {
	own := versions.range(version)
	target := versions.target
	both := {"since": max([own.since, target.since]), "until": min([own.until, target.until])}
	both.since < both.until
} else := versions.target if {
	versions.target
} else := versions.range(version)

# interval(row): the interval of a row of the facts.
interval(row) := versions.between(object.get(row, "since", ""), object.get(row, "until", ""))

# within(inner, outer): every version of the first is in the second.
within(inner, outer) if {
	inner.since >= outer.since
	inner.until <= outer.until
}

# apart(a, b): no version is in both.
apart(a, b) if not versions.overlap(a, b)

# value(chart, key): the value at the dotted key; undefined if it is absent, null or empty.
value(chart, key) := found if {
	found := object.get(chart.values, split(key, "."), null)
	not found in {null, "", {}, []}
}

# is_set(chart, key): the key has such a value, which may be false.
is_set(chart, key) if not object.get(chart.values, split(key, "."), null) in {null, "", {}, []}

# is_offered(chart, key): the values of the chart around this one have the key without a value, for whoever installs that chart.
is_offered(chart, key) if {
	input.resource.value.umbrella
	object.get(chart.values, split(key, "."), "") == null
}

# read_by_umbrella(path): the templates of the chart that has Karpenter's as a dependency read the value, or one above or below it.
read_by_umbrella(path) if {
	some read in input.resource.value.read_by_umbrella
	startswith(concat("", [concat(".", path), "."]), read)
}

read_by_umbrella(path) if {
	some read in input.resource.value.read_by_umbrella
	startswith(read, concat("", [concat(".", path), "."]))
}

# may_be_set(chart, key): another source of values may set the key.
may_be_set(chart, _) if chart.others

may_be_set(chart, key) if {
	steps := split(key, ".")
	some n in numbers.range(0, count(steps) - 1)
	above := object.get(chart.values, array.slice(steps, 0, n), {})
	loose(above)
}

# left_out(chart, key): no source of values that can be read sets the key. An installation of a chart around it might, but the values of
# that chart are what it is installed with by default.
left_out(chart, key) if {
	not is_set(chart, key)
	not may_be_set(chart, key)
}

left_out(chart, key) if {
	input.resource.value.umbrella
	not is_set(chart, key)
	not values.unknown(chart.values)
}

# current(scope, key): what all versions of the interval call the value, which may be renamed; undefined if they have none.
current(scope, key) := new.path if {
	some row in facts.renamed
	row.old == key
	some new in row.new
	within(scope, interval(new))
} else := key if {
	within(scope, interval(facts.keys[key]))
}

# above(keys): the paths of the maps above the dotted keys.
above(keys) := {array.slice(steps, 0, n) |
	some key in keys
	steps := split(key, ".")
	some n, _ in steps
	n > 0
}

loose(map) if values.open(map)

loose(map) if values.unknown(map)
