package karplint.rules.expiry_by_default_test

import data.karplint.lib.given
import data.karplint.rules.expiry_by_default

pool(version, fields) := object.union(
	{
		"apiVersion": sprintf("karpenter.sh/%s", [version]),
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"spec": {"template": {"spec": {"requirements": [], "nodeClassRef": {"name": "default"}}}},
	},
	{"spec": fields},
)

reports(value) := found if {
	found := expiry_by_default.report with input as given.resource(value, "unknown")
}

test_nothing_said if {
	some beta in reports(pool("v1beta1", {"disruption": {"consolidationPolicy": "WhenUnderutilized"}}))
	beta.path == ["spec", "disruption", "expireAfter"]
	contains(beta.help, "set spec.disruption.expireAfter")
	some v1 in reports(pool("v1", {}))
	v1.path == ["spec", "template", "spec", "expireAfter"]
}

test_said if {
	every time in ["Never", "720h", {"$unknown": "var.ttl"}] {
		reports(pool("v1beta1", {"disruption": {"expireAfter": time}})) == set()
		reports(pool("v1", {"template": {"spec": {"expireAfter": time}}})) == set()
	}
	reports(pool("v1", {"template": {"spec": {"terminationGracePeriod": "1h"}}})) == set()
}

test_in_the_other_place if {
	reports(pool("v1", {"disruption": {"expireAfter": "1h"}})) == set()
	reports(pool("v1beta1", {"template": {"spec": {"expireAfter": "1h"}}})) == set()
}

test_may_be_said if {
	every spec in [
		{"$open": true}, {"disruption": {"$open": true}}, {"disruption": {"$unknown": "var.disruption"}},
		{"template": {"spec": {"$open": true}}},
	] {
		reports(pool("v1beta1", spec)) == set()
	}
}

test_parts_of_pools if {
	reports({"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "spec": {"limits": {"cpu": 10}}}) == set()
	resource := given.resource(pool("v1", {}), "1.0.8")
	every more in [{"patch": true}, {"patches": [{"spec": {"template": {"spec": {"expireAfter": "Never"}}}}]}] {
		found := expiry_by_default.report with input as object.union(resource, {"resource": more})
		found == set()
	}
}

test_of_others if {
	reports(pool("v1", {"template": {"spec": {"nodeClassRef": {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}}}})) == set()
}
