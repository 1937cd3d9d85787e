package karplint.custom.new_rule_test

import data.karplint.custom.new_rule
import data.karplint.lib.given

pool(labels) := given.resource({"kind": "NodePool", "metadata": {"name": "a", "labels": labels}}, "1.0.8")

test_reports_a_pool_without_the_label if {
	some found in new_rule.report with input as pool({})
	found.resource == "NodePool/a"
	found.path == ["metadata"]
}

test_accepts_a_pool_with_the_label if count(new_rule.report) == 0 with input as pool({"team": "search"})

test_is_silent_about_unknown_labels if count(new_rule.report) == 0 with input as pool({"$unknown": ".Values.labels"})
