# METADATA
# title: The interruption queues of a project, and what gets into them
# description: >-
#   A queue is known by its address, or by its name: two values of a project with the same expression are the same.
package karplint.lib.queues

import data.karplint.facts.queues as facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.users
import data.karplint.lib.values

# settings: where an installation names its queue.
settings := chart_settings.written_in(installations.running, "settings.interruptionQueue")

# certain: the settings that certainly name a queue. What is unknown in a manifest has nothing to do with the expressions of Terraform.
certain := [setting | some setting in settings; not conditions.maybe_off(setting.release); is_comparable(setting)]

is_comparable(setting) if is_string(setting.value)

is_comparable(setting) if setting.release.block != ""

# used: the queues that exist for the values in the files, and that Karpenter certainly uses.
used := [queue |
	some queue in input.project.by_kind.Queue
	may_be_used(queue)
	count(uses(queue)) > 0
	not conditions.maybe_off(queue)
]

# may_be_used(queue): a quick test, because a root may have many queues that are not for Karpenter.
may_be_used(queue) if queue.value.passed

may_be_used(queue) if arns.text(queue.value.name) in texts

may_be_used(queue) if concat(".", [queue.address, queue.value.output]) in texts

texts := {arns.text(setting.value) | some setting in certain}

# uses(queue): the places where the installations that certainly use the queue name it, as {"resource", "path"}. The resource may be one around the
# project.
uses(queue) := {{"resource": setting.release.id, "path": setting.path} |
	some setting in certain
	is_name(setting.value, queue)
} | {{"resource": release.id, "path": ["values"]} |
	queue.value.passed
	some release in installations.controllers
	release.block == queue.block
	not release.id in {setting.release.id | some setting in settings}
}

is_name(value, queue) if same(value, queue.value.name)

is_name(value, queue) if is_of(value, queue, queue.value.output)

# is_of(value, queue, attribute): the value is certainly this attribute of the queue.
is_of(value, queue, attribute) if arns.text(value) == sprintf("%s.%s", [queue.address, attribute])

# same(one, two): two strings or two expressions that are equal.
same(one, two) if {
	is_string(one)
	one == two
}

same(one, two) if {
	values.unknown(one)
	values.unknown(two)
	arns.text(one) == arns.text(two)
}

# called(queue): the queue in a message.
called(queue) := sprintf("the queue %s", [queue.value.name]) if {
	is_string(queue.value.name)
	count(queue.value.name) < 40
} else := "the queue"

# hidden(queue): something may send to the queue, or give it a policy, that is not in the project: a module from elsewhere gets it, another root
# its ARN or its URL, or a block whose kind tells nothing.
hidden(queue) if count(users.others(queue, harmless)) > 0

harmless := concat("|", [
	`^data\.aws_iam_policy_document$`,
	`^aws_(?:iam|eks)_`,
	`^aws_sqs_queue`,
	`^aws_cloudwatch_(?:event_target|metric_alarm)$`,
	`^helm_release$`,
	`^kubectl_`,
	`^kubernetes_`,
	`^argocd_`,
])

# policies(queue): the policies that the queue may have.
policies(queue) := [policy | some policy in input.project.by_kind.QueuePolicy; not is_other(policy.value.queue, queue)]

# targets(queue): the targets that may be the queue.
targets(queue) := [target | some target in input.project.by_kind.EventTarget; not is_other(object.get(target.value, "arn", ""), queue)]

# has_role(queue): EventBridge may send to it with a role of the account, which needs no policy of the queue, and can use the key of AWS.
has_role(queue) if {
	some target in targets(queue)
	"role_arn" in object.keys(target.value)
}

# is_other(value, queue): the ARN or URL is certainly not that of the queue.
is_other(value, queue) if {
	is_string(value)
	value != ""
	is_string(queue.value.name)
	arns.last_part(value) != queue.value.name
}

is_other(value, _) if {
	is_string(value)
	value != ""
	not contains(value, "sqs")
}

is_other(value, queue) if {
	reference := arns.reference(value)
	not contains(reference.owner, "data.aws_sqs_queue.")
	without_keys(reference.owner) != without_keys(queue.address)
}

without_keys(address) := regex.replace(address, `\[[^\[\]]*\]`, "")

# admits(policy): a statement may allow EventBridge to send messages.
admits(policy) if not is_array(object.get(policy.value, "statements", null))

admits(policy) if {
	some statement in policy.value.statements
	may_admit(statement)
}

may_admit(statement) if values.unknown(statement)

may_admit(statement) if {
	object.get(statement, "effect", "Allow") != "Deny"
	may_be_for_service(statement)
	may_be_about_sending(statement)
}

# Any other form of principals may be one for all.
may_be_for_service(statement) if not is_array(object.get(statement, "principals", null))

may_be_for_service(statement) if {
	some principal in statement.principals
	is_service(principal)
}

is_service(principal) if values.unknown(principal)

is_service("*")

# In some partitions the name of the service has another ending.
is_service(principal) if {
	is_string(principal)
	startswith(principal, "events.")
}

may_be_about_sending(statement) if not is_array(object.get(statement, "actions", null))

may_be_about_sending(statement) if {
	some action in statement.actions
	sends(action)
}

sends(action) if values.unknown(action)

sends(action) if {
	is_string(action)
	glob.match(lower(action), [], "sqs:sendmessage")
}

# may_bring_spot(target): its rule may select the warning that a Spot instance is going to be interrupted.
may_bring_spot(target) if count(rules_of(target)) == 0

may_bring_spot(target) if {
	some rule in rules_of(target)
	may_select_spot(rule)
}

# rules_of(target): the rules in the project that the target is certainly for.
rules_of(target) := [rule |
	some rule in input.project.by_kind.EventRule
	is_rule(object.get(target.value, "rule", ""), rule)
]

is_rule(value, rule) if same(value, rule.value.name)

is_rule(value, rule) if arns.text(value) in {sprintf("%s.%s", [rule.address, attribute]) | some attribute in ["name", "id"]}

may_select_spot(rule) if values.unknown(rule.value.pattern)

may_select_spot(rule) if {
	pattern := rule.value.pattern
	not values.unknown(pattern)
	may_be(pattern, "source", facts.spot.source)
	may_be(pattern, "detail-type", facts.spot.detail_type)
}

# may_be(pattern, field, text): the pattern may select events whose field is the text.
may_be(pattern, field, _) if not is_array(object.get(pattern, field, null))

may_be(pattern, field, text) if {
	some item in pattern[field]
	may_select(item, text)
}

may_select(item, text) if item == text

# A filter such as {"prefix": "aws."}, or a value that is not known.
may_select(item, _) if is_object(item)
