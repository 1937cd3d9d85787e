# METADATA
# title: The controller's image has another version than the target
# description: >-
#   Part of convert, for one exact target: sets the tag of the controller's image in plain manifests. An image that a tag alone does not
#   choose, and one that the values of a chart choose, is left to the user.
# custom:
#   id: CHART6
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.image_version

import data.karplint.lib.chart_values
import data.karplint.lib.chart_versions
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is of Karpenter %s", [name, tag]),
	"fix": {
		"title": sprintf("set its tag to %s", [chart_versions.wanted]),
		"safety": "safe",
		"ops": [{"do": "set", "path": ["image"], "value": wanted}],
	},
} if {
	is_older
	digest == ""
	is_plain
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is pinned to a digest", [image]),
	"help": sprintf("set it to %s with the digest of that release, or without one", [wanted]),
} if {
	is_older
	digest != ""
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is a build of its own", [image]),
	"help": sprintf("set it to a build of Karpenter %s", [versions.target_text]),
} if {
	is_older
	digest == ""
	not is_plain
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"severity": "warning",
	"about": "newer-version",
	"message": sprintf("image %s is of Karpenter %s, which is newer than %s", [name, tag, chart_versions.wanted]),
	"why": "it stays",
} if {
	versions.exact(input.resource.value.version) > versions.target.since
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": unknown,
	"help": sprintf("set it to that of %s", [chart_versions.wanted]),
} if {
	values.unknown(input.resource.value.version)
}

# The chart gets another version, but the image does not.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(key, ".")),
	"severity": severity,
	"about": "controller-version",
	"message": sprintf("%q sets the image of the controller to %s, and the chart is for %s", [key, quoted, chart_versions.wanted]),
	"help": advice(key),
} if {
	some chart in chart_values.installed
	not is_newer(chart.version)
	pins := [key | some key in pinning; chart_values.value(chart, key)]
	key := pins[0]
	pin := chart_values.value(chart, key)
	not names_wanted(pin)
	severity := severity_of(pin)
	quoted := shown(pin)
}

is_newer(version) if versions.exact(version) > versions.target.since

# pinning: the values that choose an image, the one that tells its release first. Up to 0.25 controller.image is the whole name.
pinning := ["controller.image.tag", "controller.image.digest", "controller.image"]

# names_wanted(pin): the tag is that of the wanted release, or of a build of it; a digest beside it is then that of the build.
names_wanted(pin) if chart_versions.is_wanted(regex.find_n(`v?\d+\.\d+\.\d+`, pin, 1)[0])

names_wanted(pin) if {
	is_object(pin)
	not values.unknown(pin)
}

severity_of(pin) := "warning" if values.unknown(pin)

else := "error"

shown(pin) := "an unknown value" if values.unknown(pin)

else := sprintf("%q", [pin])

advice("controller.image.digest") := sprintf("delete it, or set it to the digest of that release and \"controller.image.tag\" to its tag, which tells the release", [])

advice(key) := sprintf("delete it and a digest beside it, or set both to an image of %s", [versions.target_text]) if key != "controller.image.digest"

# unknown: why the release of the image is not known.
unknown := "branches of a template choose the controller's image" if values.unknown(image)

else := sprintf("image %s names no release of Karpenter", [image])

is_older if {
	is_string(image)
	chart_versions.older(input.resource.value.version)
}

# is_plain: the tag is that of a release of Karpenter.
is_plain if tag == input.resource.value.version

image := input.resource.value.image

name := trim_suffix(parts[0], concat("", [":", tag]))

tag := steps[count(steps) - 1] if steps := split(parts[0], ":")

parts := split(image, "@")

digest := concat("@", array.slice(parts, 1, count(parts)))

wanted := sprintf("%s:%s", [name, chart_versions.wanted])
