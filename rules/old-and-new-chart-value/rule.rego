# METADATA
# title: The old and the new name of a chart value have different values
# description: |
#   In 0.32 Karpenter's chart reads the values below `settings` under two names, `settings.aws.clusterName` and
#   `settings.clusterName`. If both are set, **the old one wins**, and 0.33 reads only the new one. If they differ, the upgrade
#   to 0.33 changes the setting although nobody changed a file: another queue, another cluster name, or drift on instead of
#   off.
#
#   **What to do.** Decide which one is right. Give both that value until you leave 0.32, or delete the old one.
#
#   **What is reported.** Two known values that differ, in 0.32. An old value that is empty, `0` or `false` is not
#   reported, because the chart then uses the new one.
#
#   **Not reported.**
#
#   - Equal values, which is what modules that support several versions of Karpenter write.
#   - Unknown values.
#   - Other versions. From 0.33 on, KL601 reports the old name next to the new one.
#
#   **Fix safety.** No automatic fix: only you know which value is right.
# related_resources:
# - description: Karpenter, v1beta1 migration, Helm values
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#helm-values
# - description: the template that prefers the old name
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v0.32.10/charts/karpenter/templates/deployment.yaml
# custom:
#   id: KL603
#   severity: warning
#   scope: resource
#   fix: none
#   when: ">= 0.32, < 0.33"
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.old_and_new_chart_value

import data.karplint.lib.chart_values
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"message": sprintf("%q and %q differ", [row.old, new.path]),
	"why": sprintf("0.32 uses %q, and 0.33 uses %q", [values.text(old), values.text(present)]),
	"help": "set both to the right value",
	"related": [{"path": array.concat(chart.path, split(new.path, ".")), "message": "the new name"}],
} if {
	some chart in chart_values.installed
	chart_values.within(chart.scope, versions.between("0.32.0", "0.33.0"))
	some row in chart_values.facts.renamed
	not row.logging
	some new in row.new
	new.since == "0.32.0"
	old := chart_values.value(chart, row.old)
	present := chart_values.value(chart, new.path)
	not old in {false, 0}
	not values.unknown(old)
	not values.unknown(present)
	values.text(old) != values.text(present)
}
