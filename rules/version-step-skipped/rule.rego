# METADATA
# title: The upgrade skips a release of Karpenter at which it has to stop
# description: |
#   Karpenter's API changed twice, and each time a few releases serve the old and the new API together. An upgrade that skips
#   them leaves objects in the cluster that no running controller reads: pools have no effect, nodes are not replaced,
#   and finalizers are never removed.
#
#   | From | To | Stop at | Because |
#   |---|---|---|---|
#   | below 0.32 | 0.33 or later | 0.32.10 | only 0.32 reads `Provisioner` and `NodePool` |
#   | below 0.33 | 1.0 or later | 0.37.8 | 1.0 needs CRDs in which v1beta1 is the oldest version, and can be rolled back only to a late patch of 0.33 to 0.37 |
#   | below 1.0.6 | 1.1 or later | 1.0.14 | only 1.0 converts v1beta1 to v1, and only 1.0.6 and later patches of it rewrite what is stored as v1beta1 |
#
#   **What to do.** Upgrade to each stop in turn. At each one, upgrade the CRDs first, convert the manifests
#   (`karplint convert`), and wait until the old objects are gone.
#
#   **What is reported.** An installation whose version in the files is below a stop, if the version that you upgrade to is
#   beyond it. That version is `--karpenter-version`, or `karpenter-version` in the configuration.
#
#   **Not reported.** Unknown versions, and ranges that include a version from which no stop is skipped. Without a version to
#   upgrade to there is nothing to compare.
#
#   **Fix safety.** No automatic fix: each stop is a deployment of its own.
# related_resources:
# - description: Karpenter, upgrade guide
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/
# - description: Karpenter, v1 migration, stored versions
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#stored-version-migration
# custom:
#   id: KL305
#   severity: error
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.version_step_skipped

import data.karplint.lib.installations
import data.karplint.lib.versions

report contains {
	"resource": controller.id,
	"path": ["version"],
	"message": sprintf("an upgrade from Karpenter %s to %s skips %s", [
		controller.value.version,
		versions.target_text,
		listed([row.stop | some row in skipped]),
	]),
	"why": skipped[0].because,
	"help": sprintf("upgrade to %s first", [skipped[0].stop]),
} if {
	some controller in installations.controllers
	installed := versions.range(controller.value.version)
	skipped := [row |
		some row in data.karplint.facts.upgrade_steps.stops
		installed.until <= versions.exact(row.below)
		versions.target.since >= versions.exact(row.beyond)
	]
	count(skipped) > 0
}

# listed(stops): "0.32.10, 0.37.8 and 1.0.14".
listed(stops) := concat(" and ", stops) if count(stops) < 3

else := concat(", ", [stops[0], concat(" and ", array.slice(stops, 1, count(stops)))])
