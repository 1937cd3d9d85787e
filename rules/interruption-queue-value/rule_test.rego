package karplint.rules.interruption_queue_value_test

import data.karplint.lib.given
import data.karplint.rules.interruption_queue_value as rule

release(keys) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller"}, keys))

reports(keys, version) := found if found := rule.report with input as given.project([release(keys)], {"helm_release.karpenter": []}, version)

queue(value) := {"version": "1.0.8", "values": {"settings": {"interruptionQueue": value}}}

unknown(text) := {"$unknown": text}

test_literals if {
	every value, what in {
		"arn:aws:sqs:eu-west-1:111122223333:shop": "ARN",
		"https://sqs.eu-west-1.amazonaws.com/111122223333/shop": "URL",
	} {
		some found in reports(queue(value), "1.0.8")
		found.severity == "error"
		found.path == ["values", "settings", "interruptionQueue"]
		found.message == sprintf("settings.interruptionQueue is the %s of a queue, and Karpenter wants the name", [what])
		found.fix.safety == "unsafe"
		found.fix.ops[0].value == "shop"
	}
}

test_references if {
	every expression, help in {
		"aws_sqs_queue.a.id": "use aws_sqs_queue.a.name",
		"data.aws_sqs_queue.a.url": "use data.aws_sqs_queue.a.name",
		"aws_sqs_queue.a[0].arn": "use aws_sqs_queue.a[0].name",
		"module.karpenter.queue_arn": "use module.karpenter.queue_name",
		"module.a.sqs_queue_arn": "write the name: what stands behind the last : of the ARN, or behind the last / of the URL",
	} {
		some found in reports(queue(unknown(expression)), "1.0.8")
		found.severity == "error"
		found.help == help
	}
}

test_names_of_variables if {
	some found in reports(queue(unknown("var.queue_url")), "1.0.8")
	found.severity == "warning"
	found.message == "settings.interruptionQueue is called the URL of a queue, and Karpenter wants the name"
}

test_why if {
	every version, word in {"0.32.10": "Spot", "0.33.0": "panics", "1.3.0": "panics", "1.4.0": "Spot", "unknown": "or gets no"} {
		some found in reports(object.remove(queue("arn:aws:sqs:eu-west-1:1:a"), ["version"]), version)
		contains(found.why, word)
	}
}

test_name_of_the_value if {
	old := {"settings": {"aws": {"interruptionQueueName": "arn:aws:sqs:eu-west-1:1:a"}}}
	some found in reports({"version": "0.31.4", "values": old}, "0.31.4")
	found.path == ["values", "settings", "aws", "interruptionQueueName"]
	count(reports({"version": "1.0.8", "values": old}, "1.0.8")) == 0
}

test_environment if {
	env := [{"name": "A", "value": "arn:a"}, {"name": "INTERRUPTION_QUEUE", "value": "arn:aws:sqs:eu-west-1:1:a"}]
	some found in reports({"via": "Deployment", "values": {"controller": {"env": env}}}, "1.0.8")
	found.path == ["values", "controller", "env", 1, "value"]
}

test_eksctl if {
	some found in reports({"via": "eksctl", "version": "1.2.1", "with_queue": true}, "1.2.1")
	found.severity == "warning"
	count(reports({"via": "eksctl", "version": "0.32.1", "with_queue": true}, "0.32.1")) == 0
	count(reports({"via": "eksctl", "version": "1.2.1", "with_queue": false}, "1.2.1")) == 0
}

test_silent if {
	every value in [
		"shop", "", null, unknown("aws_sqs_queue.a.name"), unknown("var.queue"), unknown("module.a.queue_name"), unknown("basename(aws_sqs_queue.a.url)"),
	] {
		reports(queue(value), "1.0.8") == set()
	}
	other := given.in_terraform("ChartInstallation", "helm_release.a", queue("arn:aws:sqs:eu-west-1:1:a"))
	count(rule.report) == 0 with input as given.project([other], {"helm_release.a": []}, "1.0.8")
}
