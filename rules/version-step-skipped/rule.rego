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
#   `karplint plan --to RELEASE`, run where the files still have the old version, lists all steps. Its stops are those that the finding names.
#
#   **What is reported.** With `--new-from` or `--staged`, a change of an installation from a version below a stop to one beyond it. With
#   `--karpenter-version`, an installation whose version in the files is below a stop, if that version is beyond it. In a merge only what is an upgrade
#   for each of its sides counts.
#
#   It is a warning if only a later patch of the old minor is skipped, as from 1.0.2 to 1.4: a cluster that never had `v1beta1` does not need it.
#
#   **Not reported.**
#
#   - A run over one state of the files: there is nothing to compare. `karpenter-version` in the configuration says what the files are for, and is no
#     upgrade.
#   - Unknown versions, and ranges with a version from which, or to which, no stop is skipped.
#   - Downgrades, and the chart karpenter-crd alone, which [KL105](KL105.md) compares with the controller's.
#   - Installations that are new, or that moved to another tool or Terraform root.
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
#   severity_note: warning if only a later patch of the same minor is skipped
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
#   before: true
package karplint.rules.version_step_skipped

import data.karplint.lib.versions

report contains {
	"resource": upgrade.resource,
	"path": ["version"],
	"severity": severity(from, skipped),
	"message": sprintf("the upgrade from Karpenter %s to %s skips releases at which it has to stop", [upgrade.from.text, upgrade.to.text]),
	"why": skipped[0].because,
	"help": help(upgrade.stops, skipped),
} if {
	some upgrade in input.before.upgrades
	from := versions.between(upgrade.from.since, upgrade.from.until)
	to := versions.between(upgrade.to.since, upgrade.to.until)
	skipped := [row |
		some row in data.karplint.facts.upgrade_steps.stops
		from.until <= versions.exact(row.below)
		to.since >= versions.exact(row.beyond)
	]
	count(skipped) > 0
}

# severity(from, skipped): a patch of the installed minor is needed only where objects were stored before that minor.
severity(from, skipped) := "warning" if {
	every row in skipped {
		stop := versions.exact(row.stop)
		from.since >= [stop[0], stop[1], 0]
	}
} else := "error"

# help(stops, skipped): stops are those of the plan with its end; none if the tables do not have that.
help(stops, skipped) := sprintf("upgrade to %s; from the old version, karplint plan --to %s lists the steps", [
	in_order(array.slice(stops, 0, count(stops) - 1)),
	stops[count(stops) - 1],
]) if {
	count(stops) > 1
}

else := sprintf("upgrade to %s", [in_order([row.stop | some row in skipped])])

in_order(stops) := sprintf("%s first", stops) if count(stops) == 1

else := sprintf("%s and %s first, one after the other", [
	concat(", ", array.slice(stops, 0, count(stops) - 1)),
	stops[count(stops) - 1],
])
