package karplint.rules.cannot_parse_test

import data.karplint.lib.given
import data.karplint.rules.cannot_parse

failure(foreign) := given.resource({"parse_error": {"message": "a tab stands here", "foreign": foreign}}, "unknown")

test_error if {
	some found in cannot_parse.report with input as failure("")
	found.severity == "error"
	found.path == []
	found.message == "does not parse: a tab stands here"
	found.why == "nothing in this document is checked"
	found.help == "correct it"
}

test_warning_for_a_foreign_template if {
	cannot_parse.report[found] with input as failure("Jinja")
	found.severity == "warning"
	found.help == "render the Jinja template first, or ignore the file"
}

test_a_template_is_named_once if {
	cannot_parse.report[found] with input as failure("Go template")
	found.message == "does not parse: a tab stands here"
	found.help == "render the Go template first, or ignore the file"
}

test_warning_for_placeholders if {
	cannot_parse.report[found] with input as failure("placeholder")
	found.severity == "warning"
	startswith(found.help, "fill in the placeholders first")
}

test_evaluation if {
	some found in cannot_parse.report with input as given.resource(
		{"parse_error": {"message": "module a calls itself", "help": "change its source", "foreign": "", "evaluation": true}},
		"unknown",
	)
	found.message == "module a calls itself"
	found.help == "change its source"
}

test_warning_for_a_limit if {
	some found in cannot_parse.report with input as given.resource(
		{"parse_error": {"message": "too many steps", "foreign": "", "evaluation": true, "limit": true}},
		"unknown",
	)
	found.severity == "warning"
	found.message == "too many steps"
	found.help == "check by hand what depends on it"
}

test_one_report if {
	every foreign in ["", "Jinja"] {
		count(cannot_parse.report) == 1 with input as failure(foreign)
	}
}

test_silent if count(cannot_parse.report) == 0 with input as given.resource({"kind": "Pod"}, "unknown")

test_a_file_that_is_not_read if {
	some found in cannot_parse.report with input as given.resource(
		{"parse_error": {"message": "the file is too large", "foreign": "", "unread": true}},
		"unknown",
	)
	found.severity == "error"
	found.message == "the file is too large"
}

test_a_configuration if {
	some found in cannot_parse.report with input as given.resource(
		{"parse_error": {"message": "unknown key", "foreign": "", "configuration": true}},
		"unknown",
	)
	found.severity == "error"
	found.message == "the configuration has a mistake: unknown key"
}
