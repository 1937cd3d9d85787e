package karplint.rules.budgets_leave_gaps_test

import data.karplint.lib.given
import data.karplint.rules.budgets_leave_gaps as rule

reports(budgets, free) := found if {
	pool := given.resource({"kind": "NodePool", "apiVersion": "karpenter.sh/v1", "spec": {"disruption": {"budgets": budgets}}}, "1.8.1")
	found := rule.report with input as object.union(pool, {"resource": {"free": free}})
}

daily := {"nodes": "20%", "schedule": "@daily", "duration": "1h"}

free(reasons) := [{"reasons": reasons, "when": "every day 01:00 to 24:00 UTC"}]

all := ["Underutilized", "Empty", "Drifted"]

test_gaps if {
	some found in reports([daily], free(all))
	found.message == "no budget limits disruption every day 01:00 to 24:00 UTC"
	found.path == ["spec", "disruption", "budgets"]
}

test_of_some_reasons if {
	some found in reports([daily, {"nodes": "1", "reasons": ["Empty"]}], free(["Underutilized", "Drifted"]))
	found.message == "no budget limits the disruption of underutilized and drifted nodes every day 01:00 to 24:00 UTC"
}

# Somebody says when disruption is forbidden.
test_forbidden_at_times if {
	every nodes in ["0", "0%", 0] {
		reports([daily, object.union(daily, {"nodes": nodes})], free(all)) == set()
		reports([daily, object.union(daily, {"nodes": nodes, "reasons": all})], free(all)) == set()
	}
	count(reports([daily, object.union(daily, {"nodes": "0", "reasons": ["Empty"]})], free(["Drifted"]))) == 1
}

test_forbidden if {
	every nodes in ["0", "0%"] {
		some found in reports([{"nodes": "5"}, {"nodes": nodes}], [])
		found.severity == "info"
		found.path == ["spec", "disruption", "budgets", 1]
	}
	some alone in reports([{"nodes": "0"}, {"nodes": "0"}], []) # one finding for both
	alone.path == ["spec", "disruption", "budgets", 0]
	contains(alone.why, "empty nodes are not removed")
	some beside in reports([{"nodes": "0"}, object.union(daily, {"nodes": "100%"})], [])
	contains(beside.why, "the lowest budget wins")
	count(reports([{"nodes": "0", "reasons": ["Drifted", "Underutilized", "Empty"]}], [])) == 1
	reports([{"nodes": "0", "reasons": ["Drifted", "Empty"]}], []) == set()
	reports([{"nodes": "0", "reasons": {"$unknown": "reasons"}}], []) == set()
	reports([{"nodes": "0", "reasons": ["Drifted"]}], []) == set()
	reports([{"nodes": "1"}], []) == set()
}

test_patched if {
	pool := given.resource({"kind": "NodePool", "spec": {"disruption": {"budgets": [daily, {"nodes": "0"}]}}}, "1.8.1")
	patches := [{"spec": {"disruption": {"budgets": [{"nodes": "1"}]}}}]
	found := rule.report with input as object.union(pool, {"resource": {"free": free(all), "patches": patches}})
	found == set()
}
