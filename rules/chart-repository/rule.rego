# METADATA
# title: The chart repository does not have this version of Karpenter
# description: |
#   Karpenter's charts moved. `https://charts.karpenter.sh` has the versions up to 0.16.3 and gets no new ones. From 0.17.0 the charts
#   are in a registry, `oci://public.ecr.aws/karpenter`, which has no older ones. With the wrong repository the
#   installation fails, because Helm does not find the version.
#
#   **What to do.** Take the charts from the repository that has them:
#
#   | Tool | Write |
#   |---|---|
#   | Terraform, kustomize, `Chart.yaml` | `oci://public.ecr.aws/karpenter` |
#   | Argo CD | `public.ecr.aws/karpenter`, without `oci://` |
#   | helmfile | `url: public.ecr.aws/karpenter` and `oci: true` |
#   | Flux | a HelmRepository with `type: oci` and `url: oci://public.ecr.aws/karpenter` |
#
#   From 0.17.0 to 0.34 the version needs a `v` (KL106).
#
#   **Not reported.** Other repositories, unknown ones, unknown versions, and ranges that include a version which the repository
#   has.
#
#   **Fix safety.** Safe if the version needs the registry and the repository is written in the installation itself.
#   It is unsafe for a dependency in `Chart.yaml`: run `helm dependency update` afterwards. There is no fix for Flux
#   and helmfile, where the repository is an object of its own that needs another type as well.
# related_resources:
# - description: Karpenter, upgrading to 0.17.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0170
# custom:
#   id: KL107
#   severity: error
#   scope: project
#   fix: safe
#   kinds: [ChartInstallation]
#   needles: [charts.karpenter.sh, public.ecr.aws/karpenter, ecr-public/karpenter]
package karplint.rules.chart_repository

import data.karplint.lib.installations
import data.karplint.lib.repositories
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": release.id,
		"path": ["repository"],
		"message": sprintf("%s does not have chart %s %s", [repositories.facts.last_home.url, release.value.chart, release.value.version]),
		"why": sprintf("its last version is %s, and the installation fails", [repositories.facts.last_home.version]),
		"help": remedy(release),
	},
	fix(release),
) if {
	some release in repositories.releases
	repositories.from_old_home(release)
	repositories.in_registry(versions.range(release.value.version))
}

report contains {
	"resource": release.id,
	"path": ["repository"],
	"message": sprintf("%s does not have chart %s %s", [repositories.facts.last_home.instead, release.value.chart, release.value.version]),
	"why": sprintf("its first version is %s, and the installation fails", [repositories.facts.prefixed.since]),
	"help": sprintf("take the chart from https://%s, or upgrade", [repositories.facts.last_home.url]),
} if {
	some release in repositories.releases
	repositories.from_registry(release)
	repositories.before_registry(versions.range(release.value.version))
}

fix(release) := {"fix": {
	"title": remedy(release),
	"safety": safety(release),
	"ops": [{"do": "set", "path": ["repository"], "value": address(release)}],
}} if {
	"repository" in object.get(release, "writable", [])
} else := {}

remedy(release) := sprintf("take the chart from %s", [address(release)])

# address(release): Argo CD takes a registry without its scheme.
address(release) := trim_prefix(repositories.facts.last_home.instead, "oci://") if installations.by_argo(release)

else := repositories.facts.last_home.instead

# Chart.lock contains the repository too.
safety(release) := "unsafe" if installations.in_chart(release)

else := "safe"
