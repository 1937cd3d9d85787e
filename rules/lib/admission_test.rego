package karplint.lib.admission_test

import data.karplint.lib.admission
import data.karplint.lib.given

problem(more) := object.union(
	{
		"class": "rejected", "code": "type", "path": ["spec", "weight"], "message": "weight is a text", "why": "", "help": "write 5",
		"releases": "", "inferred": false, "conditional": false,
	},
	more,
)

test_of_class if {
	given_problems := given.problems([problem({}), problem({"class": "pruned"}), problem({"class": "rejected", "code": "enum"})])
	[found.code | some found in admission.of_class("rejected")] == ["type", "enum"] with input as given_problems
	admission.of_class("rejected") == [] with input as {"resource": {}}
}

test_branches if {
	count(admission.of_class("rejected")) == 1 with input as given.problems([problem({"conditional": true})])
	count(admission.of_class("rejected")) == 0 with input as given.problems([problem({"conditional": true, "releases": ">= 1.1.0"})])
	count(admission.of_class("rejected")) == 1 with input as given.problems([problem({"releases": ">= 1.1.0"})])
}

test_severity if {
	every inferred, severities in {true: ["warning", "info"], false: ["error", "info"]} {
		found := [admission.report(problem({"inferred": inferred}), "m", severity).severity | some severity in ["error", "info"]] with input as given.problems([])
		found == severities
	}
}

test_place if {
	missing := problem({"path": ["spec", "template", "requirements", 0, "operator"]})
	every value, path in {
		"{spec: {template: {requirements: [{key: a}]}}}": ["spec", "template", "requirements", 0],
		"{spec: {}}": ["spec"],
		"{}": missing.path,
		"{spec: {template: {requirements: [{operator: Inn}]}}}": missing.path,
	} {
		found := admission.report(missing, "m", "error") with input as object.union(given.problems([]), {"resource": {"value": yaml.unmarshal(value)}})
		found.path == path
		found.claims == [missing.path]
	}
}

test_fix if {
	fix := {"title": "write 5", "safety": "safe", "ops": []}
	admission.report(problem({"fix": fix}), "m", "error").fix == fix with input as given.problems([])
	without := admission.report(problem({}), "m", "error") with input as given.problems([])
	not without.fix
	without.help == "write 5"
}

test_consequence if {
	admission.consequence == "Flux refuses the object" with input as {"resource": {"appliers": ["flux"]}}
	unknown := admission.consequence with input as {"resource": {}}
	startswith(unknown, "kubectl refuses the object")
}
