package karplint.lib.selectors_test

import data.karplint.lib.given
import data.karplint.lib.selectors

test_expressions if {
	manifest := {"matchExpressions": [{"key": "a"}, {"key": selectors.old}, {"key": selectors.old}]}
	found := selectors.expressions with input as given.resource(manifest, "unknown")
	found == {{"path": ["matchExpressions"], "items": manifest.matchExpressions}}
}

test_only_in_lists_of_that_name if {
	every manifest in [
		{"requirements": [{"key": selectors.old}]},
		{"key": selectors.old},
		{"matchExpressions": {"key": selectors.old}},
	] {
		found := selectors.expressions with input as given.resource(manifest, "unknown")
		found == set()
	}
}

test_node_selectors if {
	map := {selectors.old: "a"}
	every manifest in [
		{"nodeSelector": map},
		{"runnerNodeSelector": map},
		{"node_selector": map},
		{"nodeSelector": {"matchLabels": map}},
	] {
		found := selectors.node_selectors with input as given.resource(manifest, "unknown")
		count(found) == 1
	}
	every manifest in [{"labels": map}, {"selector": {"matchLabels": map}}, {"nodeSelector": {"x": {"y": map}}}] {
		found := selectors.node_selectors with input as given.resource(manifest, "unknown")
		found == set()
	}
}
