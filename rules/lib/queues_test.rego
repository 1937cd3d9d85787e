package karplint.lib.queues_test

import data.karplint.lib.given
import data.karplint.lib.queues

unknown(text) := {"$unknown": text}

queue(value) := given.in_terraform("Queue", "aws_sqs_queue.a", object.union({"name": "shop", "output": "name", "users": []}, value))

release(value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"version": "1.0.8",
	"values": {"settings": {"interruptionQueue": value}},
})

users(resources) := found if {
	some resource in resources
	resource.kind == "Queue"
	found := queues.uses(resource) with input as given.project(resources, {"aws_sqs_queue.a": []}, "1.0.8")
}

test_users if {
	every value in ["shop", unknown("aws_sqs_queue.a.name"), unknown("${aws_sqs_queue.a.name}")] {
		users([queue({}), release(value)]) == {{"resource": "helm_release.karpenter", "path": ["values", "settings", "interruptionQueue"]}}
	}
	every value in ["other", unknown("shop"), unknown("aws_sqs_queue.b.name"), unknown("var.queue"), unknown("aws_sqs_queue.a.arn")] {
		users([queue({}), release(value)]) == set()
	}
	count(users([queue({"name": unknown("\"${var.a}-x\"")}), release(unknown("${var.a}-x"))])) == 1
}

test_unknown_in_a_manifest if {
	manifest := object.union(release(unknown("${name}")), {"block": ""})
	users([queue({"name": unknown("name")}), manifest]) == set()
	count(users([queue({}), object.union(release("shop"), {"block": ""})])) == 1
}

test_users_in_modules if {
	made := given.in_terraform("Queue", "module.a", {"made": true, "passed": true, "name": "shop", "output": "karpenter.sqs.queue_name"})
	count(users([made, release(unknown("module.a.karpenter.sqs.queue_name"))])) == 1
	own := given.in_terraform("ChartInstallation", "module.a", {"karpenter": "controller", "values": {}})
	users([made, own]) == {{"resource": "module.a", "path": ["values"]}}
	set_otherwise := object.union(own, {"value": {"values": {"settings": {"interruptionQueue": "other"}}}})
	users([made, set_otherwise]) == set()
}

test_off if {
	count(queues.used) == 1 with input as given.project([queue({}), release("shop")], {}, "1.0.8")
	every off in [true, unknown("var.a")] {
		count(queues.used) == 0 with input as given.project([queue({"off": off}), release("shop")], {}, "1.0.8")
	}
	users([queue({}), object.union(release("shop"), {"value": {"off": true}})]) == set()
}

is_hidden(nodes) if {
	in_module := given.in_terraform("Object", "module.own.kubectl_manifest.a", {})
	queues.hidden(queue({"users": nodes})) with input as given.project([queue({}), in_module], {"module.own": []}, "1.0.8")
}

test_hidden if {
	every node in [
		"module.own", "output.queue_name", "output.queueName", "module.a.aws_sqs_queue_policy.a", "data.aws_iam_policy_document.a", "helm_release.a",
	] {
		not is_hidden([node])
	}
	every node in ["output.queue_arn", "output.queue", "module.a.module.events", "aws_sns_topic_subscription.a", "null_resource.a", "data.aws_x.a"] {
		is_hidden(["helm_release.a", node])
	}
	is_hidden([unknown("a")])
	queues.hidden({"value": {}})
}

target(keys) := given.in_terraform("EventTarget", "aws_cloudwatch_event_target.a", object.union({"arn": unknown("aws_sqs_queue.a.arn")}, keys))

test_has_role if {
	queues.has_role(queue({})) with input as given.project([target({"role_arn": unknown("var.a")})], {}, "1.0.8")
	not queues.has_role(queue({})) with input as given.project([target({})], {}, "1.0.8")
	not queues.has_role(queue({})) with input as given.project([target({"role_arn": "a", "arn": "arn:aws:sns:a"})], {}, "1.0.8")
}

test_is_other if {
	every value in [
		"arn:aws:sqs:eu-west-1:1:other", "https://sqs.eu-west-1.amazonaws.com/1/other", "arn:aws:lambda:eu-west-1:1:function:shop",
		unknown("aws_sqs_queue.b.arn"), unknown("module.a.aws_sqs_queue.a.arn"), unknown("module.queue.queue_arn"), unknown("aws_sns_topic.a.arn"),
	] {
		queues.is_other(value, queue({}))
	}
	every value in [
		"", "arn:aws:sqs:eu-west-1:1:shop", unknown("aws_sqs_queue.a.arn"), unknown("aws_sqs_queue.a[0].arn"), unknown("data.aws_sqs_queue.b.arn"),
		unknown("var.arn"), unknown("arn:aws:sqs:${var.region}:1:other"), unknown("module.a.data.aws_sqs_queue.b.arn"),
	] {
		not queues.is_other(value, queue({}))
	}
	not queues.is_other("arn:aws:sqs:eu-west-1:1:other", queue({"name": unknown("var.a")}))
}

admits(statement) if queues.admits({"value": {"statements": [object.union({"actions": ["sqs:SendMessage"], "principals": "*"}, statement)]}})

test_admits if {
	every statement in [
		{}, {"principals": ["events.amazonaws.com"]}, {"principals": ["events.amazonaws.com.cn"]}, {"principals": [unknown("a")]}, {"principals": ["*"]},
		{"principals": unknown("a")}, {"actions": ["SQS:Send*"]}, {"actions": ["*"]}, {"actions": [unknown("a")]}, {"effect": "Allow"},
	] {
		admits(statement)
	}
	every statement in [
		{"effect": "Deny"}, {"principals": ["sqs.amazonaws.com", "arn:aws:iam::1:root"]}, {"actions": ["sqs:ReceiveMessage"]}, {"principals": [5]},
	] {
		not admits(statement)
	}
	queues.admits({"value": {"statements": [unknown("a")]}})
	queues.admits({"value": {"statements": unknown("a")}})
	queues.admits({"value": {"statements": [{"effect": "Allow", "actions": ["sqs:*"]}]}})
	queues.admits({"value": {"statements": [{"effect": "Allow", "principals": "*"}]}})
	not queues.admits({"value": {"statements": []}})
}

brings_spot(name, rules) if {
	queues.may_bring_spot(target({"rule": name})) with input as given.project(rules, {}, "1.0.8")
}

event_rule(pattern) := given.in_terraform("EventRule", "aws_cloudwatch_event_rule.a", object.union({"name": "a"}, pattern))

test_may_bring_spot if {
	every pattern in [
		{"source": ["aws.ec2"], "detail-type": ["EC2 Spot Instance Interruption Warning"]},
		{"source": ["aws.health", "aws.ec2"]}, {"source": [{"prefix": "aws."}]}, {"detail-type": unknown("a")}, unknown("a"), {},
	] {
		brings_spot("a", [event_rule({"pattern": pattern})])
	}
	every pattern in [{"source": ["aws.health"]}, {"source": ["aws.ec2"], "detail-type": ["EC2 Instance Rebalance Recommendation"]}] {
		not brings_spot("a", [event_rule({"pattern": pattern})])
		not brings_spot(unknown("aws_cloudwatch_event_rule.a.name"), [event_rule({"pattern": pattern})])
		not brings_spot(unknown("aws_cloudwatch_event_rule.a.id"), [event_rule({"pattern": pattern})])
		brings_spot("b", [event_rule({"pattern": pattern})])
		brings_spot(unknown("var.a"), [event_rule({"pattern": pattern})])
	}
	not brings_spot("a", [event_rule({})])
	brings_spot("a", [])
}

test_called if {
	queues.called(queue({})) == "the queue shop"
	queues.called(queue({"name": unknown("a")})) == "the queue"
	queues.called(queue({"name": "a-name-of-a-queue-that-is-too-long-for-a-message"})) == "the queue"
}
