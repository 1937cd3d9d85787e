package karplint.rules.suppression_without_reason_test

import data.karplint.lib.given
import data.karplint.rules.suppression_without_reason

suppression(directive, problem) := given.resource({"directive": directive, "problem": problem, "ids": ["KL402"]}, "unknown")

test_reports_the_problem if {
	some found in suppression_without_reason.report with input as suppression("karplint:ignore", "it has no reason")
	found.path == []
	found.message == "suppression has no effect: it has no reason"
	found.help == "write # karplint:ignore KL402 -- reason"
}

test_annotation if {
	some found in suppression_without_reason.report with input as suppression("annotation", "it names no rule")
	found.help == "write KL402 and the reason"
}

test_no_ids if {
	given_none := given.resource({"directive": "karplint:ignore", "problem": "it names no rule", "ids": []}, "unknown")
	some found in suppression_without_reason.report with input as given_none
	found.help == "name the rule, as in # karplint:ignore KL501 -- reason"
}

test_whole_file if {
	some found in suppression_without_reason.report with input as suppression("karplint:ignore-file", "it has no reason")
	found.help == "write # karplint:ignore-file KL402 -- reason"
}

test_misspelt if {
	some found in suppression_without_reason.report with input as suppression("karplint: ignore-file", "it is misspelt")
	found.help == "write # karplint:ignore-file KL402 -- reason"
}

test_misplaced if {
	misplaced := given.resource(
		{
			"directive": "karplint:ignore-file",
			"problem": "it is below the first content of the file",
			"misplaced": true,
			"ids": ["KL402"],
		},
		"unknown",
	)
	some found in suppression_without_reason.report with input as misplaced
	found.help == "move it to the top of the file, or use karplint:ignore"
}

test_silent if count(suppression_without_reason.report) == 0 with input as suppression("karplint:ignore", "")
