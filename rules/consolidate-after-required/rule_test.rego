package karplint.rules.consolidate_after_required_test

import data.karplint.lib.given
import data.karplint.rules.consolidate_after_required

reports(version, spec, more) := found if {
	pool := {
		"apiVersion": sprintf("karpenter.sh/%s", [version]),
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"spec": object.union({"template": {"spec": {"nodeClassRef": {}, "requirements": []}}}, spec),
	}
	found := consolidate_after_required.report with input as object.union(given.resource(pool, "1.0.8"), {"resource": more})
}

test_missing if {
	every disruption in [{}, {"consolidateAfter": null}, {"consolidationPolicy": "WhenEmpty"}, {"budgets": []}] {
		some found in reports("v1", {"disruption": disruption}, {})
		found.path == ["spec", "disruption"]
		found.claims == [["spec", "disruption", "consolidateAfter"]]
		found.fix.ops[0].value == "0s"
	}
}

test_given if {
	every disruption in [null, {"consolidateAfter": "1m"}, {"consolidateAfter": {"$unknown": "var.x"}}, {"$open": true}, {"$unknown": "toYaml"}] {
		reports("v1", {"disruption": disruption}, {}) == set()
	}
	reports("v1", {}, {}) == set()
	reports("v1beta1", {"disruption": {}}, {}) == set()
}

test_elsewhere if {
	reports("v1", {"disruption": {}}, {"patch": true}) == set()
	reports("v1", {"disruption": {}}, {"patches": [{"spec": {"disruption": {"consolidateAfter": "1m"}}}]}) == set()
	reports("v1", {"disruption": {}}, {"computed": {["spec", "disruption"]}}) == set()
}
