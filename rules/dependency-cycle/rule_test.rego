package karplint.rules.dependency_cycle_test

import data.karplint.lib.given
import data.karplint.rules.dependency_cycle as rule

reports(nodes) := found if {
	found := rule.report with input as given.project([given.in_terraform("Cycle", "cycle", {"nodes": nodes})], {"a": ["b"]}, "unknown")
}

test_itself if {
	some found in reports(["kubectl_manifest.pool"])
	found.path == ["depends_on"]
	found.message == "kubectl_manifest.pool depends on itself"
	found.help == "remove the reference"
}

test_named_by_itself if {
	cycle := given.in_terraform("Cycle", "cycle", {"nodes": ["kubectl_manifest.pool"], "item": 1})
	found := rule.report with input as given.project([cycle], {}, "unknown")
	found == {{
		"resource": "cycle",
		"path": ["depends_on", 1],
		"message": "kubectl_manifest.pool lists itself in depends_on",
		"why": "this has no effect, and the dependency that was meant is missing",
		"help": "list the intended block instead",
		"severity": "warning",
	}}
}

test_circle if {
	some found in reports(["a", "b"])
	found.message == "a depends on itself"
	found.why == "Terraform rejects such a cycle: it leads through b"
	found.help == "remove one of these dependencies"
}

test_a_large_circle_is_told_by_its_ends if {
	some found in reports([sprintf("n%d", [i]) | some i in numbers.range(1, 2000)])
	found.why == "Terraform rejects such a cycle: it leads through n2 → n3 → n4 → n5 → 1994 more → n2000"
}

test_nothing if {
	reports([]) == set()
	found := rule.report with input as given.project([], {}, "unknown")
	found == set()
}

test_other_kinds if {
	other := given.in_terraform("Object", "kubectl_manifest.pool", {"nodes": ["a"]})
	found := rule.report with input as given.project([other], {}, "unknown")
	found == set()
}
