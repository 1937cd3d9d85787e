# METADATA
# title: Karpenter does not support the Kubernetes version of the cluster
# description: |
#   Each release of Karpenter supports a range of Kubernetes versions. Outside of it the controller uses APIs that the
#   cluster no longer has, or does not know the AMIs of the cluster's version, so it launches no nodes or nodes that never
#   join. It usually happens when the cluster is upgraded and Karpenter stays behind.
#
#   | Kubernetes | Karpenter |
#   |---|---|
#   | 1.29 | from 0.34 |
#   | 1.30 | from 0.37 |
#   | 1.31 | from 1.0.5 |
#   | 1.32 | from 1.2 |
#   | 1.33 | from 1.5 |
#   | 1.34 | from 1.6 |
#   | 1.35 | from 1.9 |
#   | 1.36 | from 1.13 |
#   | 1.37 | from 1.15 |
#
#   Karpenter 1.0 to 1.4 need Kubernetes 1.25 or later, and 1.5 and later need 1.26.
#
#   **What to do.** Upgrade Karpenter first, in the steps that its upgrade guide requires, and then the cluster. If the
#   cluster is too old, upgrade the cluster first.
#
#   **What is reported.** An installation, if none of the versions that it may resolve to supports the cluster's
#   version. The version of the cluster is that of `aws_eks_cluster`, of a module that makes one, or of eksctl's
#   `ClusterConfig`; `--kubernetes-version`, or `kubernetes-version` in the configuration, takes precedence.
#
#   **Not reported.**
#
#   - Unknown versions of either, and versions of Karpenter below 0.21 or newer than karplint's table.
#   - An installation that may be in any of several clusters.
#   - A version of Kubernetes that is written as a number: `1.30` is the same number as `1.3`.
#
#   **Fix safety.** No automatic fix: an upgrade needs its own plan.
# related_resources:
# - description: Karpenter, compatibility
#   ref: https://karpenter.sh/docs/upgrading/compatibility/
# custom:
#   id: KL304
#   severity: error
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter, eksctl.io]
package karplint.rules.kubernetes_version_unsupported

import data.karplint.lib.chart_values
import data.karplint.lib.installations
import data.karplint.lib.kubernetes
import data.karplint.lib.releases
import data.karplint.lib.versions

report contains {
	"resource": controller.id,
	"path": ["version"],
	"message": sprintf("Karpenter %s supports Kubernetes 1.%d to 1.%d, and the cluster has 1.%d", [
		releases.text(controller),
		lowest,
		highest,
		cluster.minor,
	]),
	"why": "it may launch no nodes, or nodes that never join",
	"help": help(cluster.minor, highest),
	"related": cluster.related,
} if {
	some controller in installations.controllers
	cluster := kubernetes.around(controller)
	supported := possible(releases.of(controller))
	lowest := min([kubernetes.minor(row.min) | some row in supported])
	highest := max([kubernetes.minor(row.max) | some row in supported])
	every row in supported {
		not supports(row, cluster.minor)
	}
}

rows := data.karplint.facts.kubernetes_versions.rows

# possible(scope): the rows of the versions in the interval, if the table has all of them.
possible(scope) := [row | some row in rows; versions.overlap(scope, chart_values.interval(row))] if {
	chart_values.within(scope, versions.between(rows[0].since, rows[count(rows) - 1].until))
}

supports(row, minor) if {
	kubernetes.minor(row.min) <= minor
	minor <= kubernetes.minor(row.max)
}

help(minor, highest) := sprintf("upgrade Karpenter to %s or later first", [first.since]) if {
	minor > highest
	first := [row | some row in rows; supports(row, minor)][0]
} else := sprintf("keep the cluster at 1.%d until a release supports it", [highest]) if {
	minor > highest
} else := "upgrade the cluster first"
