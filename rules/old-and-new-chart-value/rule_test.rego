package karplint.rules.old_and_new_chart_value_test

import data.karplint.lib.given
import data.karplint.rules.old_and_new_chart_value

reports(settings, version) := found if {
	found := old_and_new_chart_value.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": {"chart": "karpenter", "karpenter": "controller", "version": version, "values": {"settings": settings}},
		},
		"target": given.target("unknown"),
	}
}

queue(old, new) := {"aws": {"interruptionQueueName": old}, "interruptionQueue": new}

test_different if {
	some found in reports(queue("a", "b"), "v0.32.1")
	found.path == ["values", "settings", "aws", "interruptionQueueName"]
	found.message == `"settings.aws.interruptionQueueName" and "settings.interruptionQueue" differ`
	found.why == `0.32 uses "a", and 0.33 uses "b"`
	count(reports({"featureGates": {"driftEnabled": true, "drift": false}}, "0.32.x")) == 1
}

test_equal if {
	reports(queue("a", "a"), "v0.32.1") == set()
	reports({"aws": {"reservedENIs": 1}, "reservedENIs": "1"}, "v0.32.1") == set()
}

# The chart takes the new one if the old one is nothing to Go's templates.
test_nothing if {
	every old in ["", null, {"$unknown": "var.queue"}] {
		reports(queue(old, "b"), "v0.32.1") == set()
	}
	reports({"featureGates": {"driftEnabled": false, "drift": true}}, "v0.32.1") == set()
	reports({"aws": {"reservedENIs": 0}, "reservedENIs": 1}, "v0.32.1") == set()
	reports(queue("a", {"$unknown": "var.queue"}), "v0.32.1") == set()
}

test_other_versions if {
	every version in ["v0.31.4", "v0.33.0", ">= 0.31.0, < 0.33.0", "", {"$unknown": "var.version"}] {
		reports(queue("a", "b"), version) == set()
	}
}
