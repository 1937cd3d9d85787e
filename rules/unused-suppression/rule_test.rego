package karplint.rules.unused_suppression_test

import data.karplint.lib.given
import data.karplint.rules.unused_suppression

suppression(ids, unused, unknown) := given.resource({"ids": ids, "unused": unused, "unknown": unknown}, "unknown")

test_all_unused if {
	some found in unused_suppression.report with input as suppression(["KL501", "KL502"], [0, 1], [])
	found.path == []
	found.message == "suppression of KL501, KL502 matched nothing"
	found.fix.ops == [{"do": "delete", "path": []}]
	found.fix.safety == "safe"
}

test_one_of_two if {
	some found in unused_suppression.report with input as suppression(["KL501", "KL502"], [1], [])
	found.path == ["ids", 1]
	found.fix.ops == [{"do": "delete", "path": ["ids", 1]}]
}

test_misplaced_has_no_fix if {
	value := {"ids": ["KL404", "KL501"], "unused": [0, 1], "unknown": [], "near": [8, 0], "line": 7}
	found := unused_suppression.report with input as given.resource(value, "unknown")
	{[each.message, each.why] | some each in found} == {
		["suppression of KL404 matched nothing on line 7", "the finding is on line 8"],
		["suppression of KL501 matched nothing", "if it stays, it hides the next finding here"],
	}
	[each.fix.ops | some each in found; each.fix] == [[{"do": "delete", "path": ["ids", 1]}]]
}

test_unknown_has_no_fix if {
	some found in unused_suppression.report with input as suppression(["KL5O1"], [], [0])
	found.path == ["ids", 0]
	not found.fix
}

test_one_report_each if {
	count(unused_suppression.report) == 1 with input as suppression(["KL501", "KL502"], [0, 1], [])
	count(unused_suppression.report) == 2 with input as suppression(["KL501", "KL5O2"], [0], [1])
}

test_silent if {
	count(unused_suppression.report) == 0 with input as suppression(["KL501"], [], [])
	count(unused_suppression.report) == 0 with input as suppression([], [], [])
}
