# METADATA
# title: A controller in plain manifests has another version than the target
# description: >-
#   Part of convert, for one exact target: sets the tag of the controller's image. An image that a tag alone does not choose is left to the
#   user.
# custom:
#   id: CHART6
#   severity: error
#   scope: resource
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.image_version

import data.karplint.lib.chart_versions
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is of Karpenter %s; set its tag to %s", [name, tag, chart_versions.wanted]),
	"fix": {"title": "set the tag", "safety": "safe", "ops": [{"do": "set", "path": ["image"], "value": wanted}]},
} if {
	is_older
	digest == ""
	is_plain
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is pinned to a digest; set it to %s with the digest of that release, or without one", [image, wanted]),
} if {
	is_older
	digest != ""
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("image %s is a build of its own; set it to a build of Karpenter %s", [image, versions.target_text]),
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
	"message": sprintf("image %s is of Karpenter %s, which is newer than %s; it stays", [name, tag, chart_versions.wanted]),
} if {
	versions.exact(input.resource.value.version) > versions.target.since
}

report contains {
	"resource": input.resource.address,
	"path": ["image"],
	"about": "controller-version",
	"message": sprintf("%s; set it to that of %s", [unknown, chart_versions.wanted]),
} if {
	values.unknown(input.resource.value.version)
}

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
