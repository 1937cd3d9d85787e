package karplint.rules.consolidation_policy_value_test

import data.karplint.lib.given
import data.karplint.rules.consolidation_policy_value

reports(api, policy, version) := found if {
	pool := {"apiVersion": sprintf("karpenter.sh/%s", [api]), "kind": "NodePool", "spec": {"disruption": {"consolidationPolicy": policy}}}
	found := consolidation_policy_value.report with input as given.resource(pool, version)
}

test_renamed if {
	every api, pair in {
		"v1": ["WhenUnderutilized", "WhenEmptyOrUnderutilized"],
		"v1beta1": ["WhenEmptyOrUnderutilized", "WhenUnderutilized"],
	} {
		some found in reports(api, pair[0], "unknown")
		found.path == ["spec", "disruption", "consolidationPolicy"]
		found.fix.ops[0].value == pair[1]
	}
}

test_written_for_v1 if {
	pool := {"apiVersion": "karpenter.sh/v1beta1", "kind": "NodePool", "spec": {"disruption": {
		"consolidationPolicy": "WhenEmptyOrUnderutilized",
		"consolidateAfter": "1m",
	}}}
	some found in consolidation_policy_value.report with input as given.resource(pool, "0.37.8")
	not found.fix
}

test_balanced if {
	count(reports("v1", "Balanced", "1.13.0")) == 1
	count(reports("v1beta1", "Balanced", "unknown")) == 1
	reports("v1", "Balanced", "1.14.0") == set()
	reports("v1", "Balanced", "unknown") == set()
}

test_right if {
	every api, policy in {"v1": "WhenEmptyOrUnderutilized", "v1beta1": "WhenUnderutilized"} {
		reports(api, policy, "1.0.8") == set()
		reports(api, "WhenEmpty", "1.0.8") == set()
		reports(api, {"$unknown": "var.policy"}, "1.0.8") == set()
	}
	reports("v2", "WhenUnderutilized", "1.0.8") == set()
}
