# METADATA
# title: Flux takes a chart from Git, where its CRDs are links
# description: |
#   In Karpenter's Git repository the directory `charts/karpenter/crds` contains links to CRDs outside of the chart, from 0.19.0 on. Flux leaves links
#   out of the archive that it makes of a GitRepository ([archive.go](https://github.com/fluxcd/pkg/blob/main/artifact/storage/archive.go)). **So no
#   CRD is installed.** The templates of `charts/karpenter-crd` are links as well, up to 0.33.5, 0.34.6, 0.35.5, 0.36.2 and 0.37.0.
#
#   The chart in Git has another flaw: a tag has the version of the release before as its `appVersion` and image, such as 1.8.0 at `v1.8.1`.
#
#   **What you see in the cluster.** The controller ends again and again with `no matches for kind "NodePool" in version "karpenter.sh/v1"`, and pools
#   are rejected with the same words ([#4227](https://github.com/aws/karpenter-provider-aws/issues/4227)).
#
#   **What to do.** Take the charts from the registry, in which they contain the CRDs:
#
#   ```yaml
#   apiVersion: source.toolkit.fluxcd.io/v1
#   kind: OCIRepository
#   metadata: {name: karpenter, namespace: kube-system}
#   spec:
#     url: oci://public.ecr.aws/karpenter/karpenter
#     ref: {tag: 1.8.1}
#   ```
#
#   **Not reported.**
#
#   - Releases that skip CRDs (`crds: Skip`), and projects in which something else installs them: the chart `karpenter-crd` from the registry,
#     manifests, or a Kustomization with the path `pkg/apis/crds`.
#   - Forks; a commit, a range of versions or another name of a revision; branches of releases; and a chart `karpenter-crd` at a branch.
#   - Argo CD, whose Helm follows links.
#   - Sources of that name in several files, of which one is not Karpenter's repository.
#
#   **Fix safety.** No automatic fix: the source becomes another object.
# related_resources:
# - description: CRDs that are missing from a chart in Git
#   ref: https://github.com/aws/karpenter-provider-aws/issues/4227
# custom:
#   id: KL111
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [GitRepository]
package karplint.rules.crds_from_git

import data.karplint.facts.chart_links as facts
import data.karplint.lib.crds
import data.karplint.lib.installations
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": release.id,
	"path": ["chart"],
	"message": sprintf("chart %q comes from Git without its CRDs", [release.value.chart]),
	"why": "they are links out of the chart there, which Flux leaves out, so none is installed",
	"help": sprintf("take it from oci://public.ecr.aws/karpenter/%s", [release.value.chart]),
	"related": [{"resource": source.id, "path": ["url"], "message": "its source"}],
} if {
	some release in installations.all
	installations.by_flux(release)
	release.value.chart in {"karpenter", "karpenter-crd"}
	sources := named(trim_prefix(release.value.repository, "file:"))
	source := sources[0]
	every other in sources {
		has_links(release, other)
	}
	not crds.skips(release)
	not values.unknown(object.get(release.value, "install_crds", "Create"))
	not values.unknown(object.get(release.value, "skip_crds", false))
	not from_elsewhere(release)
}

# named(name): the sources in Git with that name whose address has Karpenter's.
named(name) := [source |
	some source in input.project.by_kind.Object
	source.value.kind == "GitRepository"
	source.value.metadata.name == name
]

# from_elsewhere(release): something other than the release installs the CRDs, or may.
from_elsewhere(release) if {
	some resource in input.project.resources
	resource.id != release.id
	crds.may_have_crds(resource)
}

from_elsewhere(_) if input.project.crds_elsewhere

from_elsewhere(_) if count(installations.crd_charts) > 0

from_elsewhere(_) if count(installations.controllers) > 0

# has_links(release, source): at the revision of the source the CRDs of the chart certainly are links.
has_links(release, source) if {
	is_karpenters(source.value.url)
	release.value.chart == "karpenter"
	not is_before_links(source.value)
}

has_links(release, source) if {
	is_karpenters(source.value.url)
	version := tag(source.value)
	version >= versions.exact(facts.since)
	firsts := [first | some text in facts.files[release.value.chart]; first := versions.exact(text)]
	every first in firsts {
		is_earlier(version, first)
	}
}

# is_earlier(version, first): the version is before the first one with files, which is of the same minor or a later one.
is_earlier(version, first) if version < first

is_earlier([major, minor, _], first) if {
	array.slice(first, 0, 2) < [major, minor]
	some text in facts.files["karpenter-crd"]
	[major, minor] == array.slice(versions.exact(text), 0, 2)
}

is_karpenters(url) if {
	is_string(url)
	address := trim_suffix(regex.replace(url, `^(?:https://|ssh://git@|git@)`, ""), ".git")
	trim_suffix(replace(address, "github.com:", "github.com/"), "/") in facts.repositories
}

# is_before_links(source): at a revision that may be before the links.
is_before_links(source) if tag(source) < versions.exact(facts.since)

is_before_links(source) if values.unknown(source.ref)

is_before_links(source) if values.unknown(source.ref.tag)

is_before_links(source) if {
	some key in ["semver", "commit", "name"]
	source.ref[key]
}

is_before_links(source) if startswith(source.ref.branch, "release-")

# tag(source): the release that its tag names.
tag(source) := versions.exact(trim_prefix(source.ref.tag, "v")) if is_string(source.ref.tag)
