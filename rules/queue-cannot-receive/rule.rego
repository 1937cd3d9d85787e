# METADATA
# title: The interruption queue cannot get its events
# description: |
#   Karpenter reads the warnings of AWS, such as that a Spot instance is going to be interrupted, from an SQS queue. EventBridge puts them there. For
#   that the queue needs three things besides its name: a *key* that EventBridge can use, a *policy* that allows `events.amazonaws.com` to do
#   `sqs:SendMessage`, and a *rule* for the event with the queue as its *target*. This rule reports a queue that Karpenter certainly uses and that
#   certainly lacks one of them.
#
#   - `kms_master_key_id = "alias/aws/sqs"` is the key that AWS manages. Nobody can change its policy, and it does not let EventBridge in.
#   - A queue without a policy lets nobody in but those whom IAM allows. EventBridge is a service, and has no role unless the target names one.
#   - Without the rule for `EC2 Spot Instance Interruption Warning`, the most urgent of the events does not arrive, even if others do.
#
#   **What you see in the cluster.** Nothing: Karpenter starts, finds the queue and polls it, which stays empty
#   ([karpenter-provider-aws#7209](https://github.com/aws/karpenter-provider-aws/issues/7209)). Spot instances end two minutes after a warning that
#   nobody reads, and their pods die without a replacement. `karpenter_interruption_received_messages_total` has no samples. In CloudWatch a rule that
#   cannot send counts `FailedInvocations`.
#
#   **What to do.** Replace `kms_master_key_id` with `sqs_managed_sse_enabled = true`, as Karpenter's CloudFormation template has it, or use a key of
#   your own whose policy allows `events.amazonaws.com` to do `kms:GenerateDataKey` and `kms:Decrypt`. Add what is missing:
#
#   ```hcl
#   resource "aws_sqs_queue_policy" "karpenter" {
#     queue_url = aws_sqs_queue.karpenter.url
#     policy = jsonencode({
#       Version = "2012-10-17"
#       Statement = [{
#         Effect    = "Allow"
#         Principal = { Service = "events.amazonaws.com" }
#         Action    = "sqs:SendMessage"
#         Resource  = aws_sqs_queue.karpenter.arn
#       }]
#     })
#   }
#
#   resource "aws_cloudwatch_event_rule" "spot" {
#     name          = "karpenter-spot"
#     event_pattern = jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Spot Instance Interruption Warning"] })
#   }
#
#   resource "aws_cloudwatch_event_target" "spot" {
#     rule = aws_cloudwatch_event_rule.spot.name
#     arn  = aws_sqs_queue.karpenter.arn
#   }
#   ```
#
#   The template has such rules for `AWS Health Event` (source `aws.health`), `EC2 Instance Rebalance Recommendation` and `EC2 Instance State-change
#   Notification` as well.
#
#   **Modules.** The karpenter submodule of terraform-aws-eks and terraform-aws-eks-blueprints-addons make the policy and the rules. They take the key
#   in `queue_kms_master_key_id` and `karpenter_sqs.kms_master_key_id`.
#
#   **Severity.** Warning: Karpenter works without the queue, and only notices too late that instances go.
#
#   **Not reported.** A queue of which it is not certain that Karpenter uses it: the setting is a variable without a value, or an installation in
#   another project names it. A policy, a rule or a target that may be the missing one, because its queue, its principals or its pattern are not
#   known. A missing policy or target, if something else may add it: the queue goes to a module from elsewhere, its ARN or URL is an output of the
#   root, or a block of another kind refers to it. A missing policy and the key of AWS, if a target has a `role_arn`. Policies of keys, conditions of
#   statements, and missing rules for other events than Spot interruptions.
#
#   **Fix safety.** Unsafe: it changes how messages are encrypted, which a rule of your organization may demand.
# related_resources:
# - description: Karpenter, the interruption queue in the CloudFormation template
#   ref: https://karpenter.sh/docs/reference/cloudformation/#interruption-handling
# - description: SQS, keys for services that send to encrypted queues
#   ref: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
# - description: EventBridge, events are not delivered to the queue
#   ref: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-troubleshooting.html
# custom:
#   id: KL711
#   severity: warning
#   scope: project
#   fix: unsafe
#   kinds: [Queue]
#   needles: [karpenter]
package karplint.rules.queue_cannot_receive

import data.karplint.facts.queues as facts
import data.karplint.lib.queues

report contains object.union(common(queue), {
	"path": ["kms_master_key_id"],
	"message": sprintf("%s is encrypted with %s, which EventBridge cannot use", [queues.called(queue), facts.unreadable]),
	"why": "no event gets into it: Karpenter hears of no Spot interruption, and pods die with their node",
	"fix": {
		"title": "let SQS encrypt with its own key",
		"safety": "unsafe",
		"ops": array.concat([{"do": "delete", "path": ["kms_master_key_id"]}], managed(queue)),
	},
}) if {
	some queue in queues.used
	not queues.has_role(queue)
	is_string(queue.value.kms_master_key_id)
	endswith(queue.value.kms_master_key_id, facts.unreadable)
}

report contains object.union(common(queue), {
	"path": [],
	"message": sprintf("no policy of %s allows EventBridge to send to it", [queues.called(queue)]),
	"why": "no event gets into it: Karpenter hears of no Spot interruption, and pods die with their node",
	"help": sprintf("add an aws_sqs_queue_policy that allows %s to do sqs:SendMessage", [facts.service]),
}) if {
	some queue in open_to_view
	not queues.has_role(queue)
	every policy in queues.policies(queue) {
		not queues.admits(policy)
	}
}

report contains object.union(common(queue), {
	"path": [],
	"message": sprintf("no rule of EventBridge sends Spot interruption warnings to %s", [queues.called(queue)]),
	"why": "Karpenter hears of no Spot interruption, and pods die with their node",
	"help": sprintf("add an aws_cloudwatch_event_rule for %q, and a target with the ARN of the queue", [facts.spot.detail_type]),
}) if {
	some queue in open_to_view
	every target in queues.targets(queue) {
		not queues.may_bring_spot(target)
	}
}

# open_to_view: the queues that Karpenter uses and of which the project shows all that gets into them.
open_to_view := [queue |
	some queue in queues.used
	not queue.value.made
	not queues.hidden(queue)
]

common(queue) := {
	"resource": queue.id,
	"related": [object.union(place, {"message": "Karpenter gets its name from here"}) |
		some place in queues.uses(queue)
		place.resource in {resource.id | some resource in input.project.resources}
	],
}

# managed(queue): what switches the encryption by SQS on, which modules do by default.
managed(queue) := [] if queue.value.sqs_managed_sse_enabled == true

else := [] if {
	queue.value.made
	not has_switch(queue)
}

else := [{"do": "set", "path": ["sqs_managed_sse_enabled"], "value": true}]

has_switch(queue) if "sqs_managed_sse_enabled" in object.keys(queue.value)
