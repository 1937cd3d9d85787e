package karplint.rules.rejected_by_karpenter_test

import data.karplint.lib.given
import data.karplint.rules.rejected_by_karpenter

problem(class) := {
	"class": class, "code": "x", "path": ["spec", "weight"], "message": "a fact", "why": "a reason", "help": "advice",
	"releases": "", "inferred": false, "conditional": false,
}

test_relays if {
	some found in rejected_by_karpenter.report with input as given.problems([problem("invalid")])
	found.path == ["spec", "weight"]
	found.message == "a fact"
	found.help == "advice"
	found.severity == "error"
}

test_other_classes if {
	every class in {"rejected", "pruned", "invalid", "suspicious"} - {"invalid"} {
		rejected_by_karpenter.report == set() with input as given.problems([problem(class)])
	}
}
