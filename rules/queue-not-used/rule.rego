# METADATA
# title: The interruption queue is not used
# description: |
#   The project makes a queue for interruption events of Karpenter, with its policy and its rules, and installs Karpenter without the name of a queue.
#   Karpenter then handles no interruptions: it has no default for the queue.
#
#   Modules make the queue without being asked: the karpenter submodule of terraform-aws-eks does so from 18.31 on, unless `enable_spot_termination =
#   false`. Its name is `Karpenter-` and the name of the cluster, its output `queue_name`.
#
#   **What you see in the cluster.** Nothing, until AWS takes a Spot instance back: its node goes `NotReady` two minutes after a warning that
#   Karpenter did not read, and pods end without being moved first. Karpenter starts its controller `interruption` only with a queue, and its log
#   never names it. The queue has messages that nobody deletes (`ApproximateNumberOfMessagesVisible` in CloudWatch).
#
#   **What to do.** Pass the name to the chart:
#
#   ```hcl
#   values = [yamlencode({
#     settings = {
#       clusterName       = module.eks.cluster_name
#       interruptionQueue = module.karpenter.queue_name # Karpenter-<cluster>
#     }
#   })]
#   ```
#
#   Karpenter needs permissions for the queue, which the modules give its role. If you do not want interruption handling, for example because all
#   nodes are on demand, leave the queue out: `enable_spot_termination = false`.
#
#   **Severity.** Info: Karpenter works without a queue, and few of the events matter to whoever has no Spot instances.
#
#   **Not reported.** Installations of which not all values are known, plain manifests and eksctl, and charts before 0.19.1, which know no queue.
#   Projects in which any installation names some queue, in any of the spellings that charts had. A queue whose name goes somewhere else than into an
#   output of the root: something else may use it. A wrong name of the setting that KL602 reports. A module that may leave the queue out. A queue that
#   the project makes itself, if no rule certainly sends Spot interruption warnings to it, or nothing says that it is for Karpenter:
#   aws-node-termination-handler has such a queue as well. Spot pools without any queue in the project.
#
#   **Fix safety.** Unsafe: the controller needs permissions for the queue. Without them it logs errors, and from 0.33 to 1.3 does not start.
# related_resources:
# - description: Karpenter, interruption handling
#   ref: https://karpenter.sh/docs/concepts/disruption/#interruption
# - description: the karpenter submodule of terraform-aws-eks
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/tree/master/modules/karpenter
# custom:
#   id: KL712
#   severity: info
#   scope: project
#   fix: unsafe
#   kinds: [Queue]
#   needles: [karpenter]
package karplint.rules.queue_not_used

import data.karplint.facts.queues as facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.queues
import data.karplint.lib.values
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": queue.id,
		"path": [],
		"message": sprintf("no installation of Karpenter uses %s", [queues.called(queue)]),
		"why": sprintf("without %s Karpenter reads no warnings: when a Spot instance goes, its pods die with it", [key]),
		"related": related(release, key),
	},
	todo(queue, release, key),
) if {
	some queue in input.project.by_kind.Queue
	is_ready(queue)
	not conditions.maybe_off(queue)
	not is_passed_on(queue)
	every release in installations.controllers {
		names_none(release)
	}
	some release in installations.controllers
	key := key_of(release)
	not is_reported(release)
}

# misnamed(release): the paths of values that look like the name of a queue, and that no chart has.
misnamed(release) := {path |
	walk(release.value.values, [path, _])
	count(path) > 0
	regex.match(`(?i)^interruption_?queue`, sprintf("%v", [values.last(path)]))
}

# is_reported(release): unknown-chart-value reports the wrong name.
is_reported(release) if {
	count(misnamed(release)) > 0
	versions.exact(release.value.version)
}

related(release, key) := [{"resource": release.id, "path": array.concat(["values"], path), "message": "no chart has this value"} |
	some path in misnamed(release)
] if {
	count(misnamed(release)) > 0
} else := [{"resource": release.id, "path": ["values"], "message": sprintf("%s is not set here", [key])}]

# is_ready(queue): it certainly exists, is for Karpenter, and gets Spot interruption warnings.
is_ready(queue) if {
	queue.value.made == true
	not queue.value.passed
}

is_ready(queue) if {
	not "made" in object.keys(queue.value)
	some target in queues.targets(queue)
	queues.is_of(target.value.arn, queue, "arn")
	some rule in queues.rules_of(target)
	selects_spot(rule)
	some text in [queue.address, arns.text(queue.value.name), rule.address]
	contains(lower(text), "karpenter")
}

selects_spot(rule) if {
	facts.spot.source in rule.value.pattern.source
	facts.spot.detail_type in rule.value.pattern["detail-type"]
}

# is_passed_on(queue): something reads the queue that may be, or lead to, another installation of Karpenter.
is_passed_on(queue) if values.open(queue.value.users)

is_passed_on(queue) if {
	some node in queue.value.users
	not node in {release.block | some release in installations.controllers} # which name it otherwise, or in a comment
	not regex.match(part_of_queue, node)
}

part_of_queue := concat("|", [
	`^output\.`,
	`(?:^|\.)data\.aws_iam_policy_document\.[\w-]+$`,
	`(?:^|\.)aws_(?:iam_\w+|eks_\w+|sqs_queue\w*|cloudwatch_\w+)\.[\w-]+$`,
])

# names_none(release): a chart that is certainly installed, and certainly without the name of a queue.
names_none(release) if {
	release.value.via in charts
	not conditions.maybe_off(release)
	not release.value.umbrella
	every name in chart_settings.names("settings.interruptionQueue") {
		values.nothing_at(release.value.values, split(name, "."))
	}
	values.nothing_at(release.value.values, ["controller", "envFrom"])
	no_variable(release)
}

# charts: the forms of installation that write the values of the chart in the project.
charts := {"helm_release", "module", "eks", "HelmRelease", "Application", "helmfile", "helmCharts"}

no_variable(release) if values.nothing_at(release.value.values, ["controller", "env"])

no_variable(release) if {
	env := release.value.values.controller.env
	is_array(env)
	not values.open(env)
	every variable in env {
		is_string(variable.name)
		variable.name != chart_settings.variables["settings.interruptionQueue"]
	}
}

# key_of(release): the name of the setting in the newest chart that the version admits.
key_of(release) := "settings.interruptionQueue" if {
	not chart_settings.is_ignored(release, "settings.interruptionQueue")
} else := old if {
	some old in chart_settings.old_names("settings.interruptionQueue")
	not chart_settings.is_ignored(release, old)
}

todo(queue, release, key) := object.union(help(queue, key), {"fix": {
	"title": sprintf("set %s to the name of the queue", [key]),
	"safety": "unsafe",
	"ops": [{
		"do": "set",
		"resource": release.id,
		"path": array.concat(["values"], split(key, ".")),
		"value": {"$unknown": reference(queue)},
	}],
}}) if {
	is_within_reach(queue, release)
	count(misnamed(release)) == 0
} else := help(queue, key)

help(queue, key) := {"help": sprintf("set %s to %s, or make no queue", [key, reference(queue)])}

reference(queue) := sprintf("%s.%s", [queue.reference, queue.value.output])

# is_within_reach(queue, release): the release can refer to the queue, which exists once, whenever the release does.
is_within_reach(queue, release) if {
	queue.address == queue.block
	release.block != ""
	queue.module == release.module
	not "gate" in object.keys(queue.value)
}
