package karplint.lib.policies_test

import data.karplint.lib.given
import data.karplint.lib.policies

mutating := {
	"apiVersion": "policies.kyverno.io/v1alpha1",
	"kind": "MutatingPolicy",
	"metadata": {"name": "a", "annotations": {"expression": "word"}},
	"spec": {"mutations": [{"jsonPatch": {"expression": "{\"word\": 1}"}}, {"message": "a word"}]},
}

test_texts if {
	found := policies.texts("word") with input as given.resource(mutating, "1.0.0")
	found == {["mutations", 0, "jsonPatch", "expression"]}
}

test_no_texts_in_other_kinds if {
	found := policies.texts("word") with input as given.resource(object.union(mutating, {"apiVersion": "v1"}), "1.0.0")
	found == set()
}

test_fixture if {
	every file in ["a/.chainsaw-test/b.yaml", ".kyverno-test/c/b.yaml"] {
		policies.fixture with input as {"resource": {"file": file}}
	}
	every file in ["a/chainsaw-test.yaml", "a/kyverno-test/b.yaml", "b.yaml"] {
		not policies.fixture with input as {"resource": {"file": file}}
	}
}
