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
