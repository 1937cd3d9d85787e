# METADATA
# title: Helm charts that a resource installs
# description: >-
#   Flux HelmRelease, Argo CD Application and ApplicationSet, the helmCharts of a kustomization, and what Terraform installs by
#   helm_release or a module.
package karplint.lib.charts

import data.karplint.lib.values

# installed: every chart that the resource installs, as
#   name        the chart, without the repository
#   version     its version as written, "" where none is (the latest), "?" for a template
#   values      the values in the resource; {} if there are none
#   path        where they stand, the string's path if they are YAML in a string
#   text        true: the values stand in a string, so nothing in them has a place of its own
#   others      true: values may come from elsewhere too, and what is absent here may be set there
installed contains chart if {
	input.resource.kind == "HelmRelease"
	spec := input.resource.value.spec
	chart := {
		"version": version_of(spec.chart.spec, "version"),
		"name": base(spec.chart.spec.chart),
		"values": map_or_empty(spec, "values"),
		"path": ["spec", "values"],
		"text": false,
		"others": has_any(spec, ["valuesFrom", "postRenderers"]),
	}
}

installed contains chart if {
	some source in argo_sources
	helm := object.get(source.value, "helm", {})
	some values_in in argo_values(helm)
	chart := {
		"version": version_of(source.value, "targetRevision"),
		"name": base(source.value.chart),
		"values": values_in.values,
		"path": array.concat(source.path, values_in.path),
		"text": values_in.text,
		"others": has_any(helm, ["valueFiles", "parameters", "fileParameters"]),
	}
}

installed contains chart if {
	input.resource.kind == "Kustomization"
	some i, entry in input.resource.value.helmCharts
	chart := {
		"version": version_of(entry, "version"),
		"name": base(entry.name),
		"values": map_or_empty(entry, "valuesInline"),
		"path": ["helmCharts", i, "valuesInline"],
		"text": false,
		"others": has_any(entry, ["valuesFile", "additionalValuesFiles"]),
	}
}

# Terraform's values are merged from all their sources before a rule sees them; they are open where one is not known.
installed contains chart if {
	input.resource.kind == "ChartInstallation"
	release := input.resource.value
	not release.via in {"HelmRelease", "Application", "ApplicationSet", "helmCharts", "Chart"}
	chart := {
		"version": version_of(release, "version"),
		"name": base(release.chart),
		"values": map_or_empty(release, "values"),
		"path": ["values"],
		"text": false,
		"others": is_open(object.get(release, "values", {})),
	}
}

# argo_sources: the sources of an Application, or of the template of an ApplicationSet.
argo_sources contains {"path": array.concat(prefix, ["source"]), "value": source} if {
	some prefix in argo_specs
	source := object.get(input.resource.value, array.concat(prefix, ["source"]), null)
	is_object(source)
}

argo_sources contains {"path": array.concat(prefix, ["sources", i]), "value": source} if {
	some prefix in argo_specs
	some i, source in object.get(input.resource.value, array.concat(prefix, ["sources"]), [])
	is_object(source)
}

argo_specs contains ["spec"] if input.resource.kind == "Application"

argo_specs contains ["spec", "template", "spec"] if input.resource.kind == "ApplicationSet"

# argo_values(helm): valuesObject if it is there (Argo CD then ignores values), else the string.
argo_values(helm) := {{"values": helm.valuesObject, "path": ["helm", "valuesObject"], "text": false}} if {
	is_object(helm.valuesObject)
}

else := {{"values": parsed, "path": ["helm", "values"], "text": true}} if {
	is_string(helm.values)
	yaml.is_valid(helm.values)
	parsed := yaml.unmarshal(helm.values)
	is_object(parsed)
}

else := {{"values": {}, "path": ["helm", "valuesObject"], "text": false}} if {
	values.absent(helm, "valuesObject")
	values.absent(helm, "values")
}

else := set()

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

has_any(map, keys) if {
	some key in keys
	not values.absent(map, key)
	not map[key] == []
}

else := false

is_open(map) if values.open(map)

else := false

# in_interval(version, interval): the version lies in {since, until}; undefined for a version that is
# no version.
in_interval(version, interval) if {
	number := exact(version)
	not semver_below(number, object.get(interval, "since", "0.0.0"))
	semver_below(number, object.get(interval, "until", "999999.0.0"))
}

# outside(version, interval): the version surely lies outside.
outside(version, interval) if {
	exact(version)
	not in_interval(version, interval)
}

semver_below(a, b) if semver.compare(a, b) < 0

# exact(version): the version with three numbers, for an exact version or a range of patches (2.20.x, ~2.20.1),
# since the facts change with minors only; the latest for none. Undefined for other ranges.
exact("") := "999998.0.0"

exact(version) := sprintf("%s.%s.%s", [found[1], found[2], patch]) if {
	some found in regex.find_all_string_submatch_n(`^(?:[v=~ ])*(\d+)\.(\d+)(?:\.(\d+|[xX*]))?(?:[-+].*)?$`, version, 1)
	patch := number_or_zero(found[3])
}

number_or_zero(text) := text if regex.match(`^\d+$`, text)

else := "0"
