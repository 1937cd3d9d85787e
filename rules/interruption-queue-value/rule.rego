# METADATA
# title: The interruption queue is an ARN or a URL
# description: |
#   Karpenter reads the warnings of AWS, such as that a Spot instance is going to be interrupted, from an SQS queue. It takes the queue by its *name*
#   (`settings.interruptionQueue`, before 0.32 `settings.aws.interruptionQueueName`, in plain manifests `INTERRUPTION_QUEUE`) and asks SQS for the
#   URL of the queue with that name. With an ARN or a URL SQS finds none.
#
#   **What you see in the cluster.**
#
#   - Below 0.33, again and again in the controller's log: `getting messages from queue, discovering queue url, fetching queue url,
#     AWS.SimpleQueueService.NonExistentQueue: The specified queue does not exist for this wsdl version`
#     ([blueprints#1246](https://github.com/aws-ia/terraform-aws-eks-blueprints/issues/1246), which passed an ARN).
#   - From 0.33 to 1.3 the controller panics at its start with the same answer: `CrashLoopBackOff`, and no node starts
#     ([karpenter#1799](https://github.com/kubernetes-sigs/karpenter/issues/1799)).
#   - From 1.4 on: `failed to create valid sqs provider` and `creating sqs provider, operation error SQS: GetQueueUrl, …
#     AWS.SimpleQueueService.NonExistentQueue: The specified queue does not exist`
#     ([karpenter#2490](https://github.com/kubernetes-sigs/karpenter/issues/2490)). Spot instances end without a warning.
#
#   **What to do.** Write the name: what stands behind the last `:` of an ARN, or behind the last `/` of a URL. In Terraform that is
#   `aws_sqs_queue.x.name` (`id` and `url` are the URL, `arn` the ARN) or `module.karpenter.queue_name`.
#
#   **eksctl.** With `karpenter.withSpotInterruptionQueue` eksctl makes a queue, and passes its name as `settings.interruptionQueueName`. The charts
#   from 0.33 on do not have this value: the queue fills up, and Karpenter does not read it
#   ([eksctl#7697](https://github.com/eksctl-io/eksctl/issues/7697)). All releases of eksctl up to 0.230.0 do so; a
#   [correction](https://github.com/eksctl-io/eksctl/pull/8844) was merged later. So this is a warning: set `settings.interruptionQueue` to the
#   name of the cluster with `helm upgrade --reuse-values`, unless your eksctl is a later one.
#
#   **Severity.** Warning for eksctl, and if only the name of a variable says that the value is an ARN or a URL: `${QUEUE_ARN}`.
#
#   **Not reported.** Values that are not known, expressions that may cut the name out of an ARN, and names of values that the version of the chart
#   does not read, which KL601 and KL602 report.
#
#   **Fix safety.** Unsafe: Karpenter looks for the name in its own account and region, which may not be those in the ARN or the URL.
# related_resources:
# - description: Karpenter, settings
#   ref: https://karpenter.sh/docs/reference/settings/
# - description: how Karpenter finds the queue
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.8.0/pkg/providers/sqs/sqs.go
# custom:
#   id: KL609
#   severity: error
#   severity_note: warning for eksctl, and if only the name of a variable says ARN or URL
#   scope: project
#   fix: unsafe
#   kinds: [ChartInstallation]
#   needles: [interruptionQueue, INTERRUPTION_QUEUE, withSpotInterruptionQueue]
package karplint.rules.interruption_queue_value

import data.karplint.facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.installations
import data.karplint.lib.target
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": setting.release.id,
		"path": setting.path,
		"severity": verdict.severity,
		"message": sprintf("%s %s, and Karpenter wants the name", [setting.name, verdict.what]),
		"why": why,
	},
	todo(setting.path, setting.value),
) if {
	some setting in chart_settings.written("settings.interruptionQueue")
	verdict := judge(setting.value)
}

# judge(value): what the value is instead of a name.
judge(value) := {"severity": "error", "what": sprintf("is the %s of a queue", [form(value)])} if {
	form(value)
} else := {"severity": "warning", "what": sprintf("is called the %s of a queue", [upper(word)])} if {
	some word in ["arn", "url"]
	arns.is_called(value, word)
}

form(value) := "ARN" if arns.is_arn(value)

form(value) := "URL" if regex.match(`^https?://`, arns.text(value))

form(value) := {"arn": "ARN", "id": "URL", "url": "URL"}[reference.attribute] if {
	reference := arns.reference(value)
	reference.type == "aws_sqs_queue"
}

form(value) := upper(found[1]) if {
	reference := arns.reference(value)
	reference.type == "module"
	some found in regex.find_all_string_submatch_n(`^(?:\w+_)?queue_(arn|url)$`, reference.attribute, 1)
}

default why := "SQS finds no queue of that name: the controller crashes, or gets no warning of Spot interruptions"

why := "SQS finds no queue of that name, and the controller panics at its start: CrashLoopBackOff" if {
	target.at_least("0.33")
	target.below("1.4")
}

why := "SQS finds no queue of that name, and Karpenter gets no warning of Spot interruptions" if one_of_the_silent

one_of_the_silent if target.below("0.33")

one_of_the_silent if target.at_least("1.4")

# todo(path, value): what to write, and a fix where the name is in the file.
todo(path, value) := {"fix": {
	"title": sprintf("write the name %s", [name]),
	"safety": "unsafe",
	"ops": [{"do": "set", "path": path, "value": name}],
}} if {
	is_string(value)
	form(value)
	name := arns.last_part(value)
	regex.match(`^[\w-]{1,80}$`, name)
} else := {"help": sprintf("use %s", [named(value)])} if {
	named(value)
} else := {"help": "write the name: what stands behind the last : of the ARN, or behind the last / of the URL"}

# named(value): the reference to the name of the same queue.
named(value) := sprintf("%s.name", [reference.owner]) if {
	reference := arns.reference(value)
	reference.type == "aws_sqs_queue"
	form(value)
} else := sprintf("%s.%s", [reference.owner, facts.module_outputs.names[reference.attribute]]) if {
	reference := arns.reference(value)
	reference.type == "module"
	form(value)
}

report contains {
	"resource": release.id,
	"path": ["with_queue"],
	"severity": "warning",
	"message": sprintf("eksctl makes a queue, and chart %s does not get its name", [versions.text(versions.exact(release.value.version))]),
	"why": "eksctl sets settings.interruptionQueueName, which charts from 0.33 on ignore: no warning of Spot interruptions",
	"help": "set settings.interruptionQueue to the name of the cluster with helm upgrade, unless eksctl is later than 0.230",
} if {
	some release in installations.controllers
	release.value.with_queue == true
	versions.exact(release.value.version) >= versions.exact("0.33.0")
}
