package karplint.rules.controller_actions_missing_test

import data.karplint.lib.given
import data.karplint.rules.controller_actions_missing as rule

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": [{"actions": ["ec2:RunInstances"]}]})

call := given.in_terraform("ModuleCall", "module.karpenter", {"title": "the module", "version": "~> 20.0", "arguments": {"spot": false}})

chart(settings) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"version": "1.0.8",
	"values": {"settings": settings},
})

class(uses) := given.in_terraform("Object", "kubectl_manifest.c", {
	"apiVersion": "karpenter.k8s.aws/v1",
	"kind": "EC2NodeClass",
	"metadata": {"name": "default"},
	"uses": uses,
})

lack(permission, actions) := {"permission": permission, "actions": actions, "place": [], "input": "", "since": "", "since_input": ""}

made := given.in_terraform("IAMRole", "aws_iam_role.controller", {})

reports(resource, missing, others, version) := of_role(resource, missing, array.concat([made], others), version)

of_role(resource, missing, others, version) := found if {
	controller := {
		"resource": resource.id, "kind": resource.kind, "place": ["statements", 0], "lacks": [missing],
		"attached": object.get(resource, "block", "") != "", "roles": ["aws_iam_role.controller"],
	}
	project := given.project(array.concat([resource], others), {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

of_policy(permission, others, version) := reports(policy, lack(permission, ["a:B"]), others, version)

test_always if {
	every permission in ["discovery", "launch", "instances"] {
		some found in of_policy(permission, [], "unknown")
		found.severity == "error"
		found.message == `the controller's policy does not allow "a:B"`
		found.help == "allow a:B"
		startswith(found.why, "Karpenter always needs it: otherwise ")
		count(of_policy(permission, [], "0.31.4")) == 1
	}
}

test_role_that_is_made_elsewhere if {
	some found in of_role(policy, lack("discovery", ["a:B"]), [], "1.0.8")
	found.severity == "warning"
}

test_with_launch_templates_of_ones_own if {
	every permission in ["launch-templates", "old-launch-templates"] {
		count(of_policy(permission, [], "0.33.0")) == 1
		of_policy(permission, [], "0.32.10") == set()
		of_policy(permission, [], "unknown") == set()
	}
}

test_severity if {
	some found in of_policy("old-launch-templates", [], "1.0.8")
	found.severity == "warning"
	found.why == "Karpenter needs it from 0.7.0 on: otherwise the launch templates that it made pile up, up to the limit of the region"
	some price in of_policy("prices", [chart({})], "1.0.8")
	price.severity == "warning"
}

test_two_actions if {
	some found in reports(policy, lack("launch", ["a:B", "a:C"]), [], "1.0.8")
	found.message == `the controller's policy does not allow "a:B" and 1 more action`
	found.help == "allow a:B, a:C"
	startswith(found.why, "Karpenter always needs them: ")
}

test_for_an_alias if {
	some found in of_policy("parameters", [class(["amiSelectorTerms.alias"])], "1.0.8")
	found.why == `Karpenter needs it for EC2NodeClass "default": otherwise it finds no image for the alias, and no node starts`
	of_policy("parameters", [class([])], "1.0.8") == set()
	of_policy("parameters", [], "1.0.8") == set()
}

test_without_a_value if {
	every permission, setting in {"cluster": "clusterEndpoint", "prices": "isolatedVPC"} {
		count(of_policy(permission, [chart({})], "1.0.8")) == 1
		count(of_policy(permission, [chart({setting: ""})], "1.0.8")) == 1
		of_policy(permission, [chart({setting: "true"})], "1.0.8") == set()
		of_policy(permission, [chart({setting: {"$unknown": "var.a"}})], "1.0.8") == set()
		of_policy(permission, [chart({"$open": true})], "1.0.8") == set()
		of_policy(permission, [], "1.0.8") == set()

		# a ConfigMap may set it
		of_policy(permission, [chart({})], "0.32.10") == set()
	}
	some found in of_policy("cluster", [chart({})], "1.0.8")
	found.help == "allow a:B, or set settings.clusterEndpoint"
}

env(list) := object.union(chart({}), {"value": {"values": {"controller": {"env": list}}}})

test_without_a_variable if {
	count(of_policy("cluster", [env([{"name": "A", "value": "b"}])], "1.0.8")) == 1
	of_policy("cluster", [env([{"name": "CLUSTER_ENDPOINT", "value": "b"}])], "1.0.8") == set()
	of_policy("cluster", [env([{"$unknown": "var.a"}])], "1.0.8") == set()
}

queue_lack := lack("queue", ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"])

of_queue(value, others, version) := reports(policy, queue_lack, array.concat([chart({"interruptionQueue": value})], others), version)

test_queue if {
	some found in of_queue("shop", [], "1.0.8")
	found.severity == "error"
	found.message == `the controller's policy does not allow "sqs:DeleteMessage" and 2 more actions`
	contains(found.why, "panics")
	found.related[0].resource == "helm_release.karpenter"
	found.related[0].path == ["values", "settings", "interruptionQueue"]
	reports(policy, queue_lack, [chart({})], "1.0.8") == set()
	reports(policy, queue_lack, [], "1.0.8") == set()
}

test_why if {
	every version, word in {"0.33.0": "panics", "1.3.3": "panics", "1.4.0": "Spot"} {
		some found in reports(policy, queue_lack, [object.union(chart({"interruptionQueue": "a"}), {"value": {"version": version}})], version)
		contains(found.why, word)
	}
	some found in reports(policy, lack("queue", ["sqs:DeleteMessage"]), [chart({"interruptionQueue": "a"})], "1.0.8")
	contains(found.why, "again and again")
}

test_names_of_queues if {
	every expression in ["Karpenter-${var.a}", "${var.a}-karpenter", "aws_eks_cluster.a.name"] {
		count(of_queue({"$unknown": expression}, [], "1.0.8")) == 1
	}
	every expression in ["var.a", "module.karpenter.queue_name", "aws_sqs_queue.a.name", "${var.a}${var.b}"] {
		of_queue({"$unknown": expression}, [], "1.0.8") == set()
	}
	count(of_queue({"$unknown": "aws_sqs_queue.a.name"}, [given.in_terraform("Queue", "aws_sqs_queue.a", {})], "1.0.8")) == 1
}

other(settings) := object.union(chart(settings), {"id": "helm_release.other", "address": "helm_release.other"})

test_each_installation_has_a_queue if {
	of_queue("a", [other({})], "1.0.8") == set()
	count(of_queue("a", [other({"interruptionQueue": "b"})], "1.0.8")) == 1
}

test_an_installation_that_is_off if {
	off := object.union(chart({"interruptionQueue": "a"}), {"value": {"off": {"$unknown": "var.a"}}})
	reports(policy, queue_lack, [off], "1.0.8") == set()
}

test_modules if {
	some found in reports(call, object.union(queue_lack, {"input": "spot"}), [chart({"interruptionQueue": "a"})], "1.0.8")
	found.path == ["arguments", "spot"]
	found.help == "set spot = true, or remove settings.interruptionQueue"
	some argument in reports(call, object.union(queue_lack, {"input": "sqs_queue_arn"}), [chart({"interruptionQueue": "a"})], "1.0.8")
	argument.path == []
	argument.help == "set sqs_queue_arn = the ARN of the queue, or remove settings.interruptionQueue"
}

test_a_file_with_a_policy if {
	file := given.in_manifest("IAMPolicy", "policy", {"statements": [{"actions": ["ec2:RunInstances"]}]})
	reports(file, lack("launch", ["a:B"]), [], "1.0.8") == set()
	count(reports(file, lack("launch", ["a:B"]), [chart({})], "1.0.8")) == 1
}

test_a_role_that_may_not_be_the_controllers if {
	controller := {"resource": policy.id, "kind": "IAMPolicy", "place": [], "lacks": [lack("launch", ["a:B"])], "attached": false}
	project := given.project([policy, chart({})], {"a": []}, "1.0.8")
	count(rule.report) == 0 with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

in_file(name, file) := {"id": "p", "kind": "IAMPolicy", "address": "p", "file": file, "block": "", "value": object.union(
	{"statements": [{"actions": ["ec2:RunInstances"]}]},
	name,
)}

release_in(file) := object.union(chart({}), {"file": file, "block": ""})

of_file(name, file, release) := of_role(in_file(name, file), lack("launch", ["a:B"]), [release_in(release)], "1.0.8")

test_files_do_not_show_the_role if {
	some found in of_file({"name": "Policy"}, "stack/policy.yaml", "k/release.yaml")
	found.severity == "warning"
	some bare in of_file({}, "k/policy.json", "k/a/release.yaml")
	bare.severity == "warning"
	count(of_file({}, "policy.json", "k/release.yaml")) == 1
	of_file({}, "docs/policy.json", "k/release.yaml") == set()
	count(of_file({"name": "Policy"}, "docs/policy.json", "k/release.yaml")) == 1
}

queue_policy(statements) := given.in_terraform("QueuePolicy", "aws_sqs_queue_policy.a", {"statements": statements})

allowed(statement) := queue_policy([object.union(
	{"effect": "Allow", "actions": ["sqs:*"], "principals": ["arn:aws:iam::111122223333:root"]},
	statement,
)])

test_policy_of_the_queue if {
	every statement in [
		{}, {"principals": "*"}, {"principals": ["events.amazonaws.com", {"$unknown": "aws_iam_role.a.arn"}]}, {"actions": ["SQS:Receive*"]},
		{"actions": [{"$unknown": "var.a"}]}, {"actions": {"$unknown": "var.a"}}, {"effect": {"$unknown": "var.a"}},
	] {
		of_queue("a", [allowed(statement)], "1.0.8") == set()
	}
	of_queue("a", [queue_policy({"$unknown": "policy"})], "1.0.8") == set()
	every statement in [
		{"principals": ["events.amazonaws.com", "sqs.amazonaws.com"]}, {"actions": ["sqs:SendMessage"]},
		{"effect": "Deny", "principals": "*"},
	] {
		count(of_queue("a", [allowed(statement)], "1.0.8")) == 1
	}
}
