package karplint.rules.queue_not_used_test

import data.karplint.lib.given
import data.karplint.rules.queue_not_used as rule

unknown(text) := {"$unknown": text}

made(keys) := given.in_terraform("Queue", "module.karpenter", object.union(
	{"made": true, "name": "Karpenter-shop", "output": "queue_name", "users": []},
	keys,
))

release(keys) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
	{"karpenter": "controller", "via": "helm_release", "version": "1.0.8", "values": {}},
	keys,
))

reports(resources) := found if found := rule.report with input as given.project(resources, {"helm_release.karpenter": []}, "1.0.8")

test_module if {
	some found in reports([made({}), release({})])
	found.resource == "module.karpenter"
	found.message == "no installation of Karpenter uses the queue Karpenter-shop"
	found.help == "set settings.interruptionQueue to module.karpenter.queue_name, or make no queue"
	found.fix.ops == [{
		"do": "set",
		"resource": "helm_release.karpenter",
		"path": ["values", "settings", "interruptionQueue"],
		"value": unknown("module.karpenter.queue_name"),
	}]
}

test_whole_values if {
	every values in [
		{"settings": {"clusterName": "shop"}}, {"settings": null}, {"controller": {"env": []}}, {"controller": {"env": [{"name": "A", "value": "b"}]}},
	] {
		count(reports([made({}), release({"values": values})])) == 1
	}
	every values in [
		{"settings": {"interruptionQueue": "Karpenter-shop"}}, {"settings": {"interruptionQueue": unknown("var.a")}},
		{"settings": {"aws": {"interruptionQueueName": "other"}}}, {"settings": unknown("var.a")}, {"$open": true}, unknown("var.a"),
		{"settings": {"$open": true}}, {"controller": {"env": [{"name": "INTERRUPTION_QUEUE", "value": "a"}]}}, {"controller": {"env": [unknown("a")]}},
		{"controller": {"env": unknown("a")}}, {"controller": {"envFrom": [{}]}},
	] {
		reports([made({}), release({"values": values})]) == set()
	}
}

test_installations if {
	second := object.union(release({"values": {"settings": {"interruptionQueue": "a"}}}), {"id": "second", "address": "second"})
	reports([made({}), release({}), second]) == set()
	reports([made({})]) == set()
	every keys in [{"off": true}, {"off": unknown("a")}, {"via": "Deployment"}, {"via": "eksctl"}, {"umbrella": "charts/a"}] {
		reports([made({}), release(keys)]) == set()
	}
}

reports_for(version) := found if {
	resources := [made({}), release({"version": version})]
	found := rule.report with input as given.project(resources, {"helm_release.karpenter": []}, version)
}

test_name_of_the_setting if {
	every version, name in {
		"0.31.4": "settings.aws.interruptionQueueName",
		"0.32.1": "settings.interruptionQueue",
		"1.0.8": "settings.interruptionQueue",
	} {
		some found in reports_for(version)
		startswith(found.help, sprintf("set %s to", [name]))
	}
	reports_for("0.16.0") == set()
}

test_modules if {
	every keys in [{"made": unknown("a")}, {"passed": true}, {"off": true}] {
		reports([made(keys), release({})]) == set()
	}
}

test_passed_on if {
	every node in [
		"output.queue", "module.a.aws_iam_policy.a", "data.aws_iam_policy_document.a", "aws_cloudwatch_event_target.a", "helm_release.karpenter",
	] {
		count(reports([made({"users": [node]}), release({})])) == 1
	}
	every node in ["aws_ssm_parameter.a", "module.other", "helm_release.other", "kubernetes_secret.a", unknown("a")] {
		reports([made({"users": [node]}), release({})]) == set()
	}
}

test_wrong_name if {
	values := {"settings": {"interruptionQueueName": unknown("module.karpenter.queue_name")}}
	reports([made({}), release({"values": values})]) == set()
	some found in reports([made({}), release({"values": values, "version": unknown("var.a")})])
	found.related == [{
		"resource": "helm_release.karpenter",
		"path": ["values", "settings", "interruptionQueueName"],
		"message": "no chart has this value",
	}]
	not found.fix
}

test_out_of_reach if {
	every queue in [
		made({"gate": "var.a ? 1 : 0"}), object.union(made({}), {"module": "module.a"}), object.union(made({}), {"address": "module.karpenter[\"a\"]"}),
	] {
		some found in reports([queue, release({})])
		not found.fix
	}
}

queue(name) := given.in_terraform("Queue", "aws_sqs_queue.a", {"name": name, "output": "name", "users": []})

target(arn) := given.in_terraform("EventTarget", "aws_cloudwatch_event_target.a", {"rule": "a", "arn": arn})

event_rule(pattern) := given.in_terraform("EventRule", "aws_cloudwatch_event_rule.a", {"name": "a", "pattern": pattern})

test_resource if {
	spot := event_rule({"source": ["aws.ec2"], "detail-type": ["EC2 Spot Instance Interruption Warning"]})
	arn := unknown("aws_sqs_queue.a.arn")
	some found in reports([queue("karpenter"), target(arn), spot, release({})])
	found.fix.ops[0].value == unknown("aws_sqs_queue.a.name")
	reports([queue("handler"), target(arn), spot, release({})]) == set()
	reports([queue("karpenter"), target(unknown("var.a")), spot, release({})]) == set()
	reports([queue("karpenter"), target(arn), event_rule({"source": ["aws.health"]}), release({})]) == set()
	reports([queue("karpenter"), target(arn), event_rule(unknown("a")), release({})]) == set()
	reports([queue("karpenter"), target(arn), event_rule({"source": ["aws.ec2"]}), release({})]) == set()
	reports([queue("karpenter"), release({})]) == set()
}
