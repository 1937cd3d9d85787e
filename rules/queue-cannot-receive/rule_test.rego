package karplint.rules.queue_cannot_receive_test

import data.karplint.lib.given
import data.karplint.rules.queue_cannot_receive as rule

release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"version": "1.0.8",
	"values": {"settings": {"interruptionQueue": "shop"}},
})

queue(value) := given.in_terraform("Queue", "aws_sqs_queue.a", object.union({"name": "shop", "output": "name", "users": []}, value))

policy(statement) := given.in_terraform("QueuePolicy", "aws_sqs_queue_policy.a", {
	"queue": {"$unknown": "aws_sqs_queue.a.url"},
	"statements": [object.union({"principals": ["events.amazonaws.com"], "actions": ["sqs:SendMessage"]}, statement)],
})

spot := given.in_terraform("EventRule", "aws_cloudwatch_event_rule.a", {
	"name": "a",
	"pattern": {"source": ["aws.ec2"], "detail-type": ["EC2 Spot Instance Interruption Warning"]},
})

target(rule_name) := given.in_terraform("EventTarget", "aws_cloudwatch_event_target.a", {
	"rule": rule_name,
	"arn": {"$unknown": "aws_sqs_queue.a.arn"},
})

messages(resources) := {found.message |
	some found in rule.report with input as given.project(array.concat([release], resources), {"helm_release.karpenter": []}, "1.0.8")
}

no_policy := "no policy of the queue shop allows EventBridge to send to it"

no_rule := "no rule of EventBridge sends Spot interruption warnings to the queue shop"

test_whole if messages([queue({}), policy({}), spot, target("a")]) == set()

test_key if {
	whole := [policy({}), spot, target("a")]
	wrong := "the queue shop is encrypted with alias/aws/sqs, which EventBridge cannot use"
	every key in ["alias/aws/sqs", "arn:aws:kms:eu-west-1:1:alias/aws/sqs"] {
		messages(array.concat([queue({"kms_master_key_id": key})], whole)) == {wrong}
	}
	every key in ["alias/own", {"$unknown": "aws_kms_key.a.id"}] {
		messages(array.concat([queue({"kms_master_key_id": key})], whole)) == set()
	}
	messages([queue({"kms_master_key_id": "alias/aws/sqs", "made": true})]) == {wrong}
}

ops(keys) := found.fix.ops if {
	resource := queue(object.union({"kms_master_key_id": "alias/aws/sqs"}, keys))
	some found in rule.report with input as given.project([release, resource], {"helm_release.karpenter": []}, "1.0.8")
	found.fix
}

test_fix if {
	delete := {"do": "delete", "path": ["kms_master_key_id"]}
	set_managed := {"do": "set", "path": ["sqs_managed_sse_enabled"], "value": true}
	ops({}) == [delete, set_managed]
	ops({"sqs_managed_sse_enabled": true}) == [delete]
	ops({"made": true}) == [delete]
	ops({"made": true, "sqs_managed_sse_enabled": false}) == [delete, set_managed]
}

test_missing if {
	messages([queue({})]) == {no_policy, no_rule}
	messages([queue({}), spot, target("a")]) == {no_policy}
	messages([queue({}), policy({"principals": ["sqs.amazonaws.com"]}), spot, target("a")]) == {no_policy}
	messages([queue({}), policy({}), spot]) == {no_rule}
	health := object.union(spot, {"value": {"pattern": {"source": ["aws.health"]}}})
	messages([queue({}), policy({}), health, target("a")]) == {no_rule}
}

test_role if {
	with_role := object.union(target("a"), {"value": {"role_arn": {"$unknown": "aws_iam_role.a.arn"}}})
	messages([queue({"kms_master_key_id": "alias/aws/sqs"}), spot, with_role]) == set()
}

test_silent if {
	messages([queue({"users": ["module.events"]})]) == set()
	messages([queue({"name": "other"})]) == set()
	messages([queue({"made": true})]) == set()
	messages([queue({"off": true})]) == set()
}

# An installation around the project has no place in it.
test_around if {
	reports := rule.report with input as given.between([queue({})], [release], {"aws_sqs_queue.a": []}, "1.0.8")
	count(reports) == 2
	every found in reports {
		found.related == []
	}
}

# The place of a setting is that of its literal, which may be the default of a variable.
test_place_of_name if {
	reports := rule.report with input as given.project([release, queue({})], {"helm_release.karpenter": []}, "1.0.8")
	{found.related[0].message | some found in reports} == {"Karpenter gets its name from here"}
}
