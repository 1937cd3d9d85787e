# METADATA
# title: An upgrade from this patch of Karpenter cannot be rolled back
# description: |
#   Upgrades to 0.32, 0.36 and 1.0 change how objects are stored, and what the controller writes into them. Only late
#   patches of the earlier releases can read the result:
#
#   | Before an upgrade to | be on |
#   |---|---|
#   | 0.32 | 0.31.4 or later |
#   | 0.36 | 0.32.9, 0.33.4, 0.34.5 or 0.35.4, or a later patch of these |
#   | 1.0 | 0.33.12, 0.34.13, 0.35.12, 0.36.9 or 0.37.7, or a later patch of these |
#
#   With an older patch the upgrade works, but if something goes wrong there is no way back: the old controller does not know
#   `v1`, drifts or deletes nodes that it does not recognize, or does not start. After 0.36 it starts, but all nodes may drift.
#
#   **What to do.** First upgrade to the last patch of the installed minor, together with its CRDs, and leave the webhooks
#   enabled. Then upgrade further.
#
#   **What is reported.** An exact version below these patches, if the version that you upgrade to
#   (`--karpenter-version`, or `karpenter-version` in the configuration) is 0.32, 0.36 or 1.0, or later. Without such a version
#   the finding is advice, which is off unless you select `KL306` or `advice`: nothing is wrong until the upgrade.
#
#   **Not reported.** Ranges (`~> 0.37.0`), which resolve to the last patch, and unknown versions.
#
#   **Fix safety.** No automatic fix: the CRDs have to be upgraded first.
# related_resources:
# - description: Karpenter, upgrading to 0.36.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0360
# - description: Karpenter, v1 migration, downgrading
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#downgrading
# - description: Karpenter, v1beta1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/
# custom:
#   id: KL306
#   severity: warning
#   severity_note: advice, unless the version to upgrade to is beyond the step
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.no_rollback_patch

import data.karplint.lib.installations
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": controller.id,
		"path": ["version"],
		"message": sprintf("an upgrade from Karpenter %s to %s cannot be rolled back safely", [controller.value.version, row.to]),
		"why": object.get(row, "costs", "the old controller may not start, or drifts or deletes nodes that it does not recognize"),
		"help": sprintf("upgrade to %s or a later patch first", [row.patch]),
	},
	advice(row),
) if {
	some controller in installations.controllers
	installed := versions.exact(controller.value.version)
	some row in rows(installed)
	not stricter(row, rows(installed))
}

# rows(installed): the lines of which it is too early a patch, up to the version to upgrade to.
rows(installed) := [row |
	some row in data.karplint.facts.upgrade_steps.rollbacks
	installed >= versions.exact(row.since)
	installed < versions.exact(row.patch)
]

# stricter(row, others): another row asks for a later patch.
stricter(row, others) if {
	some other in others
	versions.exact(other.patch) > versions.exact(row.patch)
	advice(other) == advice(row)
}

advice(row) := {} if {
	versions.target.since >= versions.exact(row.to)
} else := {"advice": true}
