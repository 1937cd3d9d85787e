# METADATA
# title: The chart version has a v that its tag in the registry does not have, or lacks one
# description: |
#   Karpenter's charts are in a registry (OCI), where the version is a tag. Helm pulls an exact version by exactly that tag:
#   it does not try the other form, with or without a `v`. The form of the tags changed once:
#
#   | Karpenter | Version of its charts |
#   |---|---|
#   | 0.17.0 to 0.34.x | `v0.34.1` |
#   | from 0.35.0 | `0.35.0` |
#
#   With the wrong form the installation fails with `not found`, for Terraform, helmfile, Argo CD, kustomize and a HelmRelease of
#   Flux alike. It usually happens when only the number is raised from a version before 0.35.
#
#   **What to do.** Write the version in the form of the table.
#
#   **Not reported.**
#
#   - Ranges (`~> 1.0`, `1.x`, `>= 0.37`), `semver` of an OCIRepository, and the repository `charts.karpenter.sh`: Helm compares
#     versions there.
#   - Other repositories, such as a copy in your own registry, and unknown ones, because the form of their tags is not
#     known.
#   - Unknown versions, and those of eksctl, which writes the version itself.
#
#   **Fix safety.** Safe. It is unsafe for a dependency in `Chart.yaml`: run `helm dependency update` afterwards.
# related_resources:
# - description: Karpenter, Helm error when pulling the chart
#   ref: https://karpenter.sh/docs/troubleshooting/#helm-error-when-pulling-the-chart
# - description: Karpenter, upgrading to 0.35.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0350
# custom:
#   id: KL106
#   severity: error
#   scope: project
#   fix: safe
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.chart_version_prefix

import data.karplint.lib.installations
import data.karplint.lib.repositories
import data.karplint.lib.versions

report contains {
	"resource": release.id,
	"path": ["version"],
	"message": sprintf("chart %s %s is tagged %q, not %q", [release.value.chart, versions.text(version), tag, release.value.version]),
	"why": `Helm pulls exactly the tag that is written, and fails with "not found"`,
	"fix": {"title": sprintf("set the version to %s", [tag]), "safety": safety(release), "ops": [{"do": "set", "path": ["version"], "value": tag}]},
} if {
	some release in repositories.releases
	repositories.from_registry(release)
	not release.value.semver
	regex.match(`^v?\d+\.\d+\.\d+$`, release.value.version)
	version := versions.exact(release.value.version)
	repositories.in_registry(versions.range(release.value.version))
	tag := repositories.tag(version)
	tag != release.value.version
}

# Chart.lock contains the version too.
safety(release) := "unsafe" if installations.in_chart(release)

else := "safe"
