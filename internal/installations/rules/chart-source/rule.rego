# METADATA
# title: A Flux source of Karpenter's chart has another version than the target
# description: >-
#   Part of convert, for one exact target, in addition to chart-version: an OCIRepository or HelmChart, and the values of a
#   HelmRelease that refers to one of them and so does not contain the chart itself.
# custom:
#   id: CHART4
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [OCIRepository, HelmChart, HelmRelease]
#   needles: [karpenter]
package karplint.rules.chart_source

import data.karplint.lib.chart_values
import data.karplint.lib.chart_versions
import data.karplint.lib.charts
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": path,
	"about": chart_versions.subject(name),
	"message": sprintf("chart %s is %s", [name, version]),
	"fix": {
		"title": sprintf("set its version to %s", [chart_versions.wanted]),
		"safety": "safe",
		"ops": [{"do": "set", "path": path, "value": chart_versions.wanted}],
	},
} if {
	some path, version in written
	chart_versions.older(version)
}

report contains object.union({"resource": input.resource.address, "path": path}, left) if {
	some path, version in written
	not chart_versions.older(version)
	left := chart_versions.left(name, version)
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "ref", "digest"],
	"about": chart_versions.subject(name),
	"message": sprintf("chart %s is pinned to a digest", [name]),
	"help": sprintf("use version %s, or its digest", [chart_versions.wanted]),
} if {
	name
	object.get(input.resource.value, ["spec", "ref", "digest"], "") != ""
}

# A release whose chart another object defines.
report contains {
	"resource": input.resource.address,
	"path": array.concat(["spec", "values"], steps),
	"severity": "warning",
	"about": "renamed-value",
	"message": sprintf("value %q is ignored by the chart from %s on", [row.old, row.until]),
	"fix": {"title": sprintf("rename it to %s", [new.path]), "safety": "safe", "ops": [{
		"do": "move",
		"path": array.concat(["spec", "values"], steps),
		"to": array.concat(["spec", "values"], split(new.path, ".")),
		"prune": count(steps) - 1,
	}]},
} if {
	some row in chart_values.facts.renamed
	steps := split(row.old, ".")
	chart_values.is_set({"values": released}, row.old)
	some new in row.new
	chart_values.within(versions.target, chart_values.interval(new))
	not chart_values.is_set({"values": released}, new.path)
}

report contains {
	"resource": input.resource.address,
	"path": array.concat(["spec", "values"], steps),
	"severity": "warning",
	"about": "removed-value",
	"message": sprintf("value %q is ignored by the chart from %s on and has no new name", [row.path, row.until]),
	"help": advice(row),
	"fix": {"title": "delete it", "safety": "unsafe", "ops": [{
		"do": "delete",
		"path": array.concat(["spec", "values"], steps),
		"prune": count(steps) - 1,
	}]},
} if {
	some row in chart_values.facts.dropped
	steps := split(row.path, ".")
	chart_values.is_set({"values": released}, row.path)
	versions.target.since >= versions.exact(row.until)
}

advice(row) := sprintf("use %s", [row.instead]) if row.instead

else := "delete it"

# name: the chart of Karpenter that the object is a source of.
name := found if {
	found := charts.base(trim_suffix(address, "/"))
	found in {"karpenter", "karpenter-crd"}
}

address := input.resource.value.spec.url if input.resource.kind == "OCIRepository"

address := input.resource.value.spec.chart if {
	input.resource.kind == "HelmChart"
	not input.resource.value.spec.sourceRef.kind in {"GitRepository", "Bucket"}
}

# written: the versions in the object, by path.
written[["spec", "ref", key]] := version if {
	name
	input.resource.kind == "OCIRepository"
	some key in ["tag", "semver"]
	version := chart_versions.text(object.get(input.resource.value, ["spec", "ref", key], ""))
	version != ""
}

written[["spec", "version"]] := version if {
	name
	input.resource.kind == "HelmChart"
	version := chart_versions.text(object.get(input.resource.value, ["spec", "version"], ""))
}

# released: the values of a release whose chart another object defines, if they or its name show that it is Karpenter's.
released := given if {
	input.resource.kind == "HelmRelease"
	given := input.resource.value.spec.values
	is_karpenter(object.get(input.resource.value, ["spec", "chartRef", "name"], ""), given)
}

is_karpenter(ref, _) if {
	is_string(ref)
	ref in {"karpenter", "karpenter-controller"}
}

is_karpenter(ref, given) if {
	ref != ""
	object.get(given, ["settings", "aws"], null) != null
}
