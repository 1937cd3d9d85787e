# METADATA
# title: This release of Karpenter has a known defect
# description: |
#   Karpenter's upgrade guide warns of a few releases:
#
#   | Release | Defect | Use |
#   |---|---|---|
#   | 0.28.0 | launches too many nodes with Kubernetes 1.26 and later | 0.28.1 or later |
#   | 0.29.1 | leaks memory and file descriptors until it is killed | 0.29.2 or later |
#   | 1.8.4 | leaves pods with some topology spread constraints unscheduled | 1.8.5 or later |
#   | chart `karpenter-crd` 1.0.0 | expects the conversion webhook in namespace `kube-system`, wherever the chart is installed | 1.0.1 or later |
#
#   **What to do.** Use a later patch of the same minor, for both charts.
#
#   **Not reported.**
#
#   - 0.28.0 on a cluster that is known to be older than Kubernetes 1.26.
#   - `karpenter-crd` 1.0.0 in `kube-system`, in an unknown namespace, or with `webhook.serviceNamespace`.
#   - Ranges and unknown versions.
#
#   **Fix safety.** No automatic fix: both charts change together.
# related_resources:
# - description: Karpenter, upgrade guide
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/
# - description: the memory leak of 0.29.1
#   ref: https://github.com/aws/karpenter-provider-aws/issues/4296
# - description: the conversion webhook of 1.0.0
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6818
# - description: topology spread in 1.8.4
#   ref: https://github.com/kubernetes-sigs/karpenter/issues/2785
# custom:
#   id: KL307
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter, eksctl.io]
package karplint.rules.known_bad_version

import data.karplint.lib.installations
import data.karplint.lib.kubernetes
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": release.id,
	"path": ["version"],
	"message": sprintf("chart %s %s has a known defect", [release.value.chart, release.value.version]),
	"why": sprintf("it %s", [row.defect]),
	"help": sprintf("use %s or a later patch", [row.instead]),
} if {
	some release in array.concat(installations.controllers, installations.crd_charts)
	some row in data.karplint.facts.bad_versions.bad
	release.value.chart == object.get(row, "chart", "karpenter")
	versions.exact(release.value.version) == versions.exact(row.version)
	not older_cluster(release, row)
	affected(release, row)
}

older_cluster(release, row) if kubernetes.around(release).minor < kubernetes.minor(row.kubernetes)

affected(_, row) if not row.outside

affected(release, row) if {
	is_string(release.value.namespace)
	not release.value.namespace in {"", row.outside}
	values.nothing_at(object.get(release.value, "values", {}), split(row.unless, "."))
}
