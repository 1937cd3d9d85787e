package karplint.lib.chart_values_test

import data.karplint.lib.chart_values
import data.karplint.lib.given
import data.karplint.lib.versions

release(fields) := {
	"kind": "ChartInstallation",
	"value": object.union({"chart": "karpenter", "karpenter": "controller", "via": "helm_release"}, fields),
}

scopes(fields, version) := {chart.scope | some chart in chart_values.installed with input as {"resource": release(fields), "target": given.target(version)}}

test_the_chart_says if scopes({"version": "v0.32.1"}, "unknown") == {{"since": [0, 32, 1], "until": [0, 32, 2]}}

test_the_target_narrows_a_range if {
	scopes({"version": "~> 1.0"}, "1.0.8") == {{"since": [1, 0, 8], "until": [1, 0, 9]}}
}

test_the_target_that_was_asked_for if {
	scopes({"version": "0.31.4"}, "1.0.8") == {{"since": [1, 0, 8], "until": [1, 0, 9]}}
}

test_nothing_known if {
	scopes({"version": {"$unknown": "var.version"}}, "unknown") == set()
	scopes({}, "unknown") == set()
}

test_newer_than_the_table if {
	scopes({"version": "99.0.0"}, "unknown") == set()
	scopes({"version": ">= 1.0.0"}, "unknown") == set()
}

test_another_chart if {
	scopes({"version": "1.0.8", "karpenter": "crds"}, "unknown") == set()
	found := chart_values.installed with input as {"resource": {"kind": "ChartInstallation", "value": {"chart": "karpenter", "version": "0.7.0", "via": "helm_release"}}}
	found == set()
}

test_value if {
	chart := {"values": {"a": {"b": "x", "c": "", "d": null}}}
	chart_values.value(chart, "a.b") == "x"
	not chart_values.value(chart, "a.c")
	not chart_values.value(chart, "a.d")
	not chart_values.value(chart, "a.e")
}

test_may_be_set if {
	chart_values.may_be_set({"values": {}, "others": true}, "a.b")
	chart_values.may_be_set({"values": {"a": {"$open": true}}, "others": false}, "a.b")
	not chart_values.may_be_set({"values": {"a": {"c": {"$open": true}}}, "others": false}, "a.b")
}

test_above if chart_values.above(["a", "b.c.d"]) == {["b"], ["b", "c"]}

left_out(fields) if {
	some chart in chart_values.installed with input as {
		"resource": {"kind": "ChartInstallation", "value": object.union({"chart": "karpenter", "karpenter": "controller", "version": "1.0.8"}, fields)},
		"target": {"known": false},
	}
	chart_values.left_out(chart, "controller.metrics.port") with input as {"resource": {"value": fields}}
}

test_left_out if {
	left_out({})
	left_out({"values": {"controller": {"env": []}}})
	left_out({"umbrella": "charts/a", "values": {"$open": true, "controller": {"$open": true}}})
	every values in [{"$open": true}, {"$unknown": "var.values"}, {"controller": {"$open": true}}, {"controller": {"metrics": {"port": 9090}}}] {
		not left_out({"values": values})
	}
	not left_out({"umbrella": "charts/a", "values": {"controller": {"metrics": {"port": 9090}}}})
}

test_current if {
	chart_values.current(versions.range("0.31.4"), "settings.aws.isolatedVPC") == "settings.aws.isolatedVPC"
	chart_values.current(versions.range("0.33.0"), "settings.aws.isolatedVPC") == "settings.isolatedVPC"
	chart_values.current(versions.range("1.0.8"), "settings.batchMaxDuration") == "settings.batchMaxDuration"
	not chart_values.current(versions.range("1.0.8"), "settings.aws.enablePodENI")
}
