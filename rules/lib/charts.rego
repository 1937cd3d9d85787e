# METADATA
# title: Helm charts that are installed
# description: >-
#   An installation looks the same however it is written: as a helm_release, a module, with Flux, Argo CD, helmfile or kustomize,
#   or as a dependency of a chart. Its values are merged from all readable sources, including strings and other files.
package karplint.lib.charts

import data.karplint.lib.values

# installed: the chart that the resource (a ChartInstallation) installs, as
#   name        the chart, without the repository
#   version     its version as written, "" for none (the latest), "?" if unknown
#   values      the values; {} if there are none
#   path        their path in the resource
#   others      true: there may be other sources, which may set values that are absent here
installed contains chart if {
	input.resource.kind == "ChartInstallation"
	release := input.resource.value
	chart := {
		"version": version_of(release, "version"),
		"name": base(release.chart),
		"values": map_or_empty(release, "values"),
		"path": ["values"],
		"others": is_open(object.get(release, "values", {})),
	}
}

version_of(map, key) := "" if values.absent(map, key)

else := "?" if values.unknown(object.get(map, key, ""))

else := values.text(map[key])

# base(name): the chart's name without the repository or registry in front of it.
base(name) := last if {
	parts := split(name, "/")
	last := parts[count(parts) - 1]
}

map_or_empty(map, key) := map[key] if is_object(map[key])

else := {} if values.absent(map, key)

is_open(map) if values.open(map)

else := false

# in_interval(version, interval): the version is in {since, until}; undefined for text that is not a
# version.
in_interval(version, interval) if {
	number := exact(version)
	not semver_below(number, object.get(interval, "since", "0.0.0"))
	semver_below(number, object.get(interval, "until", "999999.0.0"))
}

# outside(version, interval): the version is certainly outside.
outside(version, interval) if {
	exact(version)
	not in_interval(version, interval)
}

semver_below(a, b) if semver.compare(a, b) < 0

# exact(version): the version with three numbers. A range of patches (2.20.x, ~2.20.1) counts as exact, because the facts
# change only with minors. No version means the latest. Undefined for other ranges.
exact("") := "999998.0.0"

exact(version) := sprintf("%s.%s.%s", [found[1], found[2], patch]) if {
	some found in regex.find_all_string_submatch_n(`^(?:[v=~ ])*(\d+)\.(\d+)(?:\.(\d+|[xX*]))?(?:[-+].*)?$`, version, 1)
	patch := number_or_zero(found[3])
}

number_or_zero(text) := text if regex.match(`^\d+$`, text)

else := "0"
