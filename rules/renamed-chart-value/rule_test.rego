package karplint.rules.renamed_chart_value_test

import data.karplint.lib.given
import data.karplint.rules.renamed_chart_value

release(values, version) := found if {
	found := renamed_chart_value.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": {"chart": "karpenter", "karpenter": "controller", "via": "helm_release", "version": version, "values": values},
		},
		"target": given.target("unknown"),
	}
}

old := {"settings": {"aws": {"clusterName": "a"}}}

test_ignored_is_an_error if {
	some found in release(old, "v0.33.0")
	found.severity == "error"
	found.path == ["values", "settings", "aws", "clusterName"]
	found.about == "renamed-value"
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "move", "path": found.path, "to": ["values", "settings", "clusterName"], "prune": 2}]
	count(release(old, "1.14.1")) == 1
}

test_false_is_a_value if {
	some found in release({"settings": {"featureGates": {"driftEnabled": false}}}, "v0.33.0")
	found.fix.ops[0].to == ["values", "settings", "featureGates", "drift"]
	release({"settings": {"aws": {"isolatedVPC": null, "clusterName": ""}}}, "v0.33.0") == set()
}

test_still_read_is_a_warning if {
	every version in ["v0.32.0", "v0.32.10", "0.32.x"] {
		some found in release(old, version)
		found.severity == "warning"
	}
}

test_the_only_name_below_0_32 if {
	release(old, "v0.31.4") == set()
	release(old, ">= 0.31.0, < 0.34.0") == set()
	release(old, "") == set()
	release(old, {"$unknown": "var.version"}) == set()
}

test_a_range_that_reads_both_in_part if {
	some found in release(old, ">= 0.32.0, < 0.34.0")
	found.severity == "warning"
}

test_the_last_part_changes if {
	some found in release({"settings": {"aws": {"interruptionQueueName": "q"}}}, "1.0.8")
	found.fix.ops[0].to == ["values", "settings", "interruptionQueue"]
}

test_both_names if {
	both := {"settings": {"aws": {"interruptionQueueName": "q"}, "interruptionQueue": "q"}}
	some found in release(both, "1.0.8")
	found.severity == "info"
	found.about == "value-beside-new-name"
	found.fix.ops[0].do == "delete"
	release(both, "v0.32.1") == set()
}

test_dropped if {
	tags := {"settings": {"aws": {"tags": {"team": "a"}}}}
	some found in release(tags, "v0.33.0")
	found.severity == "error"
	found.about == "removed-value"
	found.fix.safety == "unsafe"
	release(tags, "v0.32.10") == set()
	some harmless in release({"settings": {"aws": {"enablePodENI": true}}}, "1.0.8")
	harmless.severity == "warning"
}

test_nothing_set if {
	every value in ["", null, {}] {
		release({"settings": {"aws": {"clusterName": value, "tags": value}}}, "1.0.8") == set()
	}
}

test_logging if {
	level := {"controller": {"logLevel": "debug"}}
	some last in release(level, "v0.32.1")
	last.fix.ops[0].to == ["values", "logConfig", "logLevel", "controller"]
	some later in release(level, "1.0.8")
	later.severity == "warning"
	later.fix.ops[0].to == ["values", "logLevel"]
	some paths in release({"controller": {"outputPaths": ["stdout"]}}, "0.37.8")
	paths.fix.safety == "unsafe"
	contains(paths.help, "logConfig.enabled")
}

test_no_successor_any_more if {
	release({"settings": {"aws": {"assumeRoleARN": "a"}, "featureGates": {"driftEnabled": true}}}, "1.0.8") == set()
	count(release({"settings": {"aws": {"assumeRoleARN": "a"}}}, "0.37.8")) == 1
}

test_other_values_may_hold_the_new_name if {
	some found in release({"settings": {"aws": {"clusterName": "a"}, "$open": true}}, "1.0.8")
	found.fix.safety == "unsafe"
}

test_before_0_19 if {
	some first in release({"clusterName": "a"}, "v0.20.0")
	first.fix.ops[0].to == ["values", "settings", "aws", "clusterName"]
	some later in release({"clusterName": "a"}, "1.0.8")
	later.fix.ops[0].to == ["values", "settings", "clusterName"]
	release({"clusterName": "a"}, "0.16.3") == set()
}
