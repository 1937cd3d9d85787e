package karplint.rules.suspicious_value_test

import data.karplint.lib.given
import data.karplint.rules.suspicious_value

problem(class) := {
	"class": class, "code": "x", "path": ["spec", "weight"], "message": "a fact", "why": "a reason", "help": "advice",
	"releases": "", "inferred": false, "conditional": false,
}

test_relays if {
	some found in suspicious_value.report with input as given.problems([problem("suspicious")])
	found.path == ["spec", "weight"]
	found.message == "a fact"
	found.help == "advice"
	found.severity == "warning"
}

test_other_classes if {
	every class in {"rejected", "pruned", "invalid", "suspicious"} - {"suspicious"} {
		suspicious_value.report == set() with input as given.problems([problem(class)])
	}
}

ignored(api) := {"resource": {
	"address": "NodePool/second", "apiVersion": api, "kind": "NodePool", "ignored_by": "kubectl_manifest.pools",
	"value": {"apiVersion": api, "kind": "NodePool"},
}}

test_ignored_document if {
	some found in suspicious_value.report with input as ignored("karpenter.sh/v1")
	found.path == ["kind"]
	contains(found.message, "kubectl_manifest.pools applies only the first document")
}

test_ignored_document_of_others if {
	suspicious_value.report == set() with input as ignored("v1")
}
