# METADATA
# title: A value of Karpenter's chart was renamed
# description: |
#   Karpenter is configured through the values of its Helm chart. Several of them were renamed over time. Helm does not
#   report a value that the chart does not know: it ignores it as if it were not set. So after an upgrade the cluster
#   name, the queue for Spot interruptions or the isolation from the internet are silently gone, although the file still
#   sets them.
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
#   0.32 reads old and new names, and prefers the old one. It is the release in which to rename.
#
#   Four values were removed without a new name: `settings.aws.defaultInstanceProfile`, `tags`, `enablePodENI` and
#   `enableENILimitedPodDensity`. 0.32 still reads them for the old objects (`Provisioner`, `AWSNodeTemplate`), so keep
#   them until none of those is left. From 0.33 set the equivalent in each `EC2NodeClass` (`role`, `tags`) or in the
#   kubelet settings.
#
#   **What to do.** Use the new name, in the same place and with the same value.
#
#   **What is reported.** Error if the installed version ignores the name, warning if it still reads the name and the
#   next minor release does not. Renamed logging values are at most a warning. An old name next to the new one is
#   information: only the new one has an effect. An old name without a value, in the values of a chart that contains
#   Karpenter's, is information too: a value that a user of that chart gives it would have no effect.
#
#   **Not reported.**
#
#   - Unknown versions, and ranges with a release that still needs the old name. Versions that karplint's table of values does not have: newer
#     ones, and those below 0.16.
#   - Other empty values.
#   - The charts for other clouds, and the chart `karpenter-crd`, which has its own values.
#   - In 0.32 the four removed values, and an old name next to the new one.
#
#   **Fix safety.** There is no fix if templates of the chart around Karpenter's read the old name, because they have to
#   change as well. Otherwise renaming is safe. It is unsafe if unknown sources of values may set the new name, or if the new name
#   only has an effect together with another value. Deleting one of the four removed values is unsafe: set the
#   equivalent in the classes first.
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
#   severity_note: warning in 0.32, which still reads the old names, and for logging values; info next to the new name
#   scope: resource
#   fix: safe
#   fix_note: unsafe for the four removed values, and if other sources of values may set the new name
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.renamed_chart_value

import data.karplint.lib.chart_values
import data.karplint.lib.versions

# A value that was renamed.
report contains object.union_n([
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, split(row.old, ".")),
		"severity": severity_if_set(chart, row),
		"about": "renamed-value",
		"message": ignored_by_chart(row.old, row.until),
		"why": fate(chart, row),
	},
	more_help(row.old, new),
	repair(row.old, fix(safety(chart, new), title(new), {
		"do": "move",
		"path": array.concat(chart.path, split(row.old, ".")),
		"to": array.concat(chart.path, split(new.path, ".")),
		"prune": depth(row.old),
	})),
]) if {
	some chart in chart_values.installed
	some row in chart_values.facts.renamed
	is_written(chart, row.old)
	new := successor(chart, row)
	not chart_values.is_set(chart, new.path)
}

is_written(chart, key) if chart_values.is_set(chart, key)

is_written(chart, key) if chart_values.is_offered(chart, key)

severity_if_set(chart, row) := "info" if {
	chart_values.is_offered(chart, row.old)
} else := severity(chart, row)

ignored_by_chart(key, until) := sprintf("value %q is ignored by the chart from %s on", [key, until])

# more_help(key, new): what to do, where it is more than the title of the fix says.
more_help(key, new) := {"help": sprintf("%s%s%s", [title(new), readers(key), note(new)])} if {
	concat("", [readers(key), note(new)]) != ""
} else := {}

readers(key) := " here and where this chart's templates read it" if {
	chart_values.read_by_umbrella(split(key, "."))
} else := ""

# repair(key, fix): the fix, unless templates of the chart around this one read the old name as well.
repair(key, fix_) := {"fix": fix_} if {
	not chart_values.read_by_umbrella(split(key, "."))
} else := {}

# The old and the new name are both set.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, split(row.old, ".")),
		"severity": "info",
		"about": "value-beside-new-name",
		"message": ignored_by_chart(row.old, row.until),
		"why": sprintf("the chart reads %q instead, which is also set", [new.path]),
		"help": sprintf("delete the old name%s", [readers(row.old)]),
	},
	repair(row.old, fix("safe", "delete the old name", deletion(chart, row.old))),
) if {
	some chart in chart_values.installed
	some row in chart_values.facts.renamed
	chart_values.is_set(chart, row.old)
	ignored(chart, row)
	new := successor(chart, row)
	chart_values.is_set(chart, new.path)
}

# A value that was removed.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, split(row.path, ".")),
		"severity": severity_of_dropped(row),
		"about": "removed-value",
		"message": ignored_by_chart(row.path, row.until),
		"why": reason(row),
		"help": advice(row),
	},
	repair(row.path, fix("unsafe", "delete it", deletion(chart, row.path))),
) if {
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

fate(chart, row) := "what a user of this chart gives it has no effect" if chart_values.is_offered(chart, row.old)

else := "the setting has no effect, and Helm says nothing"

severity(chart, row) := "warning" if row.logging

else := "error" if ignored(chart, row)

else := "warning"

severity_of_dropped(row) := "warning" if row.harmless

else := "error"

reason(row) := "the chart has no other value for it" if row.instead

else := row.because

advice(row) := sprintf("use %s instead, and delete it", [row.instead]) if row.instead

else := "delete it"

title(new) := sprintf("rename it to %s", [new.path])

note(new) := sprintf(" (%s)", [new.note]) if new.note

else := ""

safety(chart, new) := "unsafe" if new.fix == "unsafe"

else := "unsafe" if chart_values.may_be_set(chart, new.path)

else := "safe"

deletion(chart, key) := {"do": "delete", "path": array.concat(chart.path, split(key, ".")), "prune": depth(key)}

fix(safe, what, op) := {"title": what, "safety": safe, "ops": [op]}

# depth(key): the number of maps above the key.
depth(key) := count(split(key, ".")) - 1
