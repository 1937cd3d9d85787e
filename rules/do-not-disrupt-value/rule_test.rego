package karplint.rules.do_not_disrupt_value_test

import data.karplint.lib.given
import data.karplint.rules.do_not_disrupt_value as rule

reports(kind, value, version) := found if {
	object_ := {"kind": kind, "metadata": {"name": "a", "annotations": {rule.annotation: value}}}
	found := rule.report with input as given.resource(object_, version)
}

test_only_true_below_1_12 if {
	some found in reports("Pod", "4h", "1.11.0")
	contains(found.why, "durations only from 1.12 on")
	some other in reports("Pod", "yes", "1.11.0")
	contains(other.why, "neither")
	reports("Pod", "true", "1.11.0") == set()
	reports("Pod", "false", "1.11.0") == set()
}

test_durations_from_1_12 if {
	every value in ["4h", "1h30m", "0.5h", "+90s"] {
		reports("Pod", value, "1.12.0") == set()
		reports("Pod", value, "unknown") == set()
	}
	every value in ["1d", "60", "0s", "-1h", "True", ""] {
		count(reports("Pod", value, "1.12.0")) == 1
		count(reports("Pod", value, "unknown")) == 1
	}
}

test_nodes if {
	some found in reports("Node", "4h", "1.12.0")
	contains(found.why, "on a node only")
	reports("Node", "true", "1.12.0") == set()
}

# in_template(value, version): the same in the template of a pool, whose nodes get the annotation.
in_template(value, version) := found if {
	template := {"metadata": {"annotations": {rule.annotation: value}}}
	pool := {"kind": "NodePool", "metadata": {"name": "a"}, "spec": {"template": template}}
	found := rule.report with input as given.resource(pool, version)
}

test_presence_counts_on_nodes_before_1_0 if {
	every found in [in_template("false", "0.37.0"), reports("Node", "false", "0.37.0"), in_template("4h", "0.37.0")] {
		some report in found
		contains(report.why, "counts, not its value")
	}
	in_template("true", "0.37.0") == set()
	in_template("false", "1.0.0") == set()
	in_template("false", "unknown") == set()
	reports("NodePool", "false", "0.37.0") == set() # which do not reach the nodes
	reports("Pod", "false", "0.37.0") == set()
}

test_fixes if {
	every value in ["True", "TRUE", " true", "yes"] {
		some found in reports("Pod", value, "1.12.0")
		found.fix.safety == "safe"
		some of_node in in_template(value, "0.37.0")
		of_node.fix.safety == "safe"
	}
	some removed in in_template("false", "0.37.0")
	removed.fix.safety == "unsafe"
	every value in ["1d", "", "4h"] {
		every found in reports("Pod", value, "1.11.0") { not found.fix }
	}
}

test_patterns_of_policies if {
	policy := object.union(
		{"kind": "ClusterPolicy", "apiVersion": "kyverno.io/v1"},
		{"spec": {"rules": [{"validate": {"pattern": {"metadata": {"annotations": {rule.annotation: "?*"}}}}}]}},
	)
	count(rule.report) == 0 with input as given.resource(policy, "1.12.0")
}

test_unknown_values if {
	reports("Pod", {"$unknown": "{{ .x }}"}, "1.12.0") == set()
	every placeholder in ["__PROTECT__", "%PROTECT%", "${PROTECT}", "<protect>"] {
		reports("Pod", placeholder, "1.12.0") == set()
	}
	reports("Pod", "${duration}", "1.12.0") == set()
}
