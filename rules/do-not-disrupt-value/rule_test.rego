package karplint.rules.do_not_disrupt_value_test

import data.karplint.lib.given
import data.karplint.rules.do_not_disrupt_value as rule

reports(kind, value, version) := found if {
	object_ := {"kind": kind, "metadata": {"name": "a", "annotations": {rule.annotation: value}}}
	found := rule.report with input as given.resource(object_, version)
}

test_only_true_below_1_12 if {
	some found in reports("Pod", "4h", "1.11.0")
	contains(found.message, "durations only from 1.12 on")
	some other in reports("Pod", "yes", "1.11.0")
	contains(other.message, "neither")
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
	contains(found.message, "on a node only")
	reports("Node", "true", "1.12.0") == set()
}

test_unknown_values if {
	reports("Pod", {"$unknown": "{{ .x }}"}, "1.12.0") == set()
	reports("Pod", "${duration}", "1.12.0") == set()
}
