package karplint.rules.field_pruned_test

import data.karplint.lib.given
import data.karplint.rules.field_pruned

problem(class) := {
	"class": class, "code": "x", "path": ["spec", "weight"], "message": "a fact", "why": "", "help": "advice",
	"releases": "", "inferred": false, "conditional": false,
}

test_relays if {
	some found in field_pruned.report with input as given.problems([problem("pruned")])
	found.path == ["spec", "weight"]
	found.message == "a fact"
	found.help == "advice"
	found.severity == "error"
}

test_other_classes if {
	every class in {"rejected", "pruned", "invalid", "suspicious"} - {"pruned"} {
		field_pruned.report == set() with input as given.problems([problem(class)])
	}
}

test_consequence if {
	unknown := object.union(problem("pruned"), {"code": "unknown-field"})
	some found in field_pruned.report with input as given.problems([unknown])
	found.why == "kubectl refuses the object, and less strict tools apply it without the field"
}
