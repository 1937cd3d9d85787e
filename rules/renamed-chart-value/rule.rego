# METADATA
# title: A value of Karpenter's chart has another name now
# description: |
#   Karpenter is configured by the values of its Helm chart. Several of them got other names over time. Helm says nothing
#   about a value that the chart does not know: it is ignored, as if it were not there. So after an upgrade the cluster's name,
#   the queue for Spot interruptions or the isolation from the internet are silently gone, while the file still shows
#   them.
#
#   | Up to | Value | From | Write |
#   |---|---|---|---|
#   | 0.32 | `settings.aws.clusterName`, `clusterEndpoint`, `clusterCABundle`, `isolatedVPC`, `vmMemoryOverheadPercent`, `reservedENIs`, `assumeRoleARN`, `assumeRoleDuration` | 0.32 | the same without `aws` |
#   | 0.32 | `settings.aws.interruptionQueueName` | 0.32 | `settings.interruptionQueue`: the last part changes, too |
#   | 0.32 | `settings.featureGates.driftEnabled` | 0.32 | `settings.featureGates.drift` (gone in 1.0) |
#   | 0.32 | `controller.logLevel`, `controller.outputPaths`, `controller.errorOutputPaths`, `logEncoding` | 0.32 | `logConfig.…` |
#   | 0.37 | `logConfig.logLevel.controller`, `logConfig.outputPaths`, `logConfig.errorOutputPaths` | 1.0 | `logLevel`, `logOutputPaths`, `logErrorOutputPaths` |
#   | 0.18 | `clusterName`, `clusterEndpoint`, `aws.defaultInstanceProfile`, `controller.batchMaxDuration`, `controller.batchIdleDuration` | 0.19 | `settings.…` |
#
#   0.32 reads old and new names, and prefers the old one; that is the release in which to rename.
#
#   Four values were dropped without a new name: `settings.aws.defaultInstanceProfile`, `tags`, `enablePodENI` and
#   `enableENILimitedPodDensity`. 0.32 still reads them for its old objects (`Provisioner`, `AWSNodeTemplate`), so they should stay until
#   none of those is left. From 0.33 what they said has to stand in each `EC2NodeClass` (`role`, `tags`) or in the kubelet's
#   settings.
#
#   **What to do.** Write the new name, in the same place and with the same value.
#
#   **What is reported.** An error where the installed version ignores the name, a warning where it still reads it and the next
#   minor release does not. Names of the log's values are never more than a warning. An old name beside the new one is
#   information: only the new one counts.
#
#   **Not reported.** Versions that are not known, and ranges of which some release still needs the old name; values that are
#   empty; the charts of other clouds, and the chart `karpenter-crd`, which has values of its own; in 0.32 the four values, and
#   an old name that stands beside the new one.
#
#   **Fix safety.** Renaming is safe, and unsafe where other sources of values that are not known may hold the new name, or where the
#   new name counts only with another value. Deleting one of the four values is unsafe: the classes have to say the
#   same first.
# related_resources:
# - description: Karpenter, v1beta1 migration, Helm values
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#helm-values
# - description: Karpenter, v1 migration, changelog
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# - description: Karpenter, upgrading to 0.19.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0190
# custom:
#   id: KL601
#   severity: error
#   severity_note: warning in 0.32, which still reads the old names, and for the log's values; info beside the new name
#   scope: resource
#   fix: safe
#   fix_note: unsafe for the four dropped keys, and where other values may hold the new name
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.renamed_chart_value

import data.karplint.lib.chart_values
import data.karplint.lib.versions

# A value that has another name.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"severity": severity(chart, row),
	"message": sprintf("the value %q %s; rename it to %q%s", [row.old, fate(chart, row), new.path, note(new)]),
	"fix": fix(safety(chart, new), title(new), {
		"do": "move",
		"path": array.concat(chart.path, split(row.old, ".")),
		"to": array.concat(chart.path, split(new.path, ".")),
		"prune": depth(row.old),
	}),
} if {
	some chart in chart_values.installed
	some row in chart_values.facts.renamed
	chart_values.is_set(chart, row.old)
	new := successor(chart, row)
	not chart_values.is_set(chart, new.path)
}

# The new name stands beside the old one.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.old, ".")),
	"severity": "info",
	"message": sprintf("the value %q %s, and %q is set as well; delete the old one", [row.old, fate(chart, row), new.path]),
	"fix": fix("safe", "delete the old name", {"do": "delete", "path": array.concat(chart.path, split(row.old, ".")), "prune": depth(row.old)}),
} if {
	some chart in chart_values.installed
	some row in chart_values.facts.renamed
	chart_values.is_set(chart, row.old)
	ignored(chart, row)
	new := successor(chart, row)
	chart_values.is_set(chart, new.path)
}

# A value that was dropped.
report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, split(row.path, ".")),
	"severity": severity_of_dropped(row),
	"message": sprintf("the value %q is ignored by the chart from %s on and has no new name; %s", [row.path, row.until, advice(row)]),
	"fix": fix("unsafe", "delete it", {"do": "delete", "path": array.concat(chart.path, split(row.path, ".")), "prune": depth(row.path)}),
} if {
	some chart in chart_values.installed
	some row in chart_values.facts.dropped
	chart_values.is_set(chart, row.path)
	ignored(chart, row)
}

# successor(chart, row): the name that every version of the chart reads.
successor(chart, row) := new if {
	some new in row.new
	chart_values.within(chart.scope, chart_values.interval(new))
}

# ignored(chart, row): no version of the chart reads the old name.
ignored(chart, row) if chart.scope.since >= versions.exact(row.until)

fate(chart, row) := sprintf("is ignored by the chart from %s on", [row.until]) if ignored(chart, row)

else := sprintf("is an old name, which the chart ignores from %s on", [row.until])

severity(chart, row) := "warning" if row.logging

else := "error" if ignored(chart, row)

else := "warning"

severity_of_dropped(row) := "warning" if row.harmless

else := "error"

advice(row) := sprintf("use %s, and delete it", [row.instead]) if row.instead

else := sprintf("delete it, since %s", [row.because])

title(new) := sprintf("rename it to %s", [new.path])

note(new) := sprintf(" (%s)", [new.note]) if new.note

else := ""

safety(chart, new) := "unsafe" if new.fix == "unsafe"

else := "unsafe" if chart_values.may_be_set(chart, new.path)

else := "safe"

fix(safe, what, op) := {"title": what, "safety": safe, "ops": [op]}

# depth(key): how many maps stand above the key.
depth(key) := count(split(key, ".")) - 1
