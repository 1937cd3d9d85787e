package karplint.rules.duration_format_test

import data.karplint.lib.given
import data.karplint.rules.duration_format

reports(version, spec, target) := found if {
	pool := {"apiVersion": sprintf("karpenter.sh/%s", [version]), "kind": "NodePool", "spec": spec}
	found := duration_format.report with input as given.resource(pool, target)
}

expire(text) := {"template": {"spec": {"expireAfter": text}}}

test_days if {
	some found in reports("v1", expire("30d"), "1.0.8")
	found.path == ["spec", "template", "spec", "expireAfter"]
	found.help == `write "720h"`
}

test_loose if {
	every text in ["720h | Never", "1h30d", "720hfoo"] {
		some found in reports("v1", expire(text), "1.3.0")
		contains(found.why, "fails to read")
		some rejected in reports("v1", expire(text), "1.4.0")
		contains(rejected.why, "the API server rejects")
	}
}

test_numbers if {
	some found in reports("v1beta1", {"disruption": {"consolidateAfter": 30}}, "0.37.8")
	endswith(found.help, `write a unit, such as "30s"`)
}

test_never if {
	count(reports("v1", {"template": {"spec": {"terminationGracePeriod": "Never"}}}, "1.0.8")) == 1
	count(reports("v1", {"disruption": {"budgets": [{"nodes": "1"}, {"duration": "Never"}]}}, "1.0.8")) == 1
	count(reports("v1", {"disruption": {"budgets": [{"duration": "30s"}]}}, "1.0.8")) == 1
}

test_right if {
	every text in ["720h", "1h30m", "Never", "90s", {"$unknown": "var.x"}, null] {
		reports("v1", expire(text), "1.0.8") == set()
		reports("v1beta1", {"disruption": {"expireAfter": text, "consolidateAfter": text}}, "0.37.8") == set()
	}
	every text in ["1h", "10m", "1h30m", "8h0s"] {
		reports("v1", {"disruption": {"budgets": [{"duration": text}]}}, "1.0.8") == set()
	}
}

test_claim if {
	claim := {"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim", "spec": {"expireAfter": "1d"}}
	count(duration_format.report) == 1 with input as given.resource(claim, "1.0.8")
}

test_other_places if {
	reports("v1", {"disruption": {"expireAfter": "30d"}}, "1.0.8") == set()
	pool := {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "spec": expire("")}
	computed := object.union(given.resource(pool, "1.0.8"), {"resource": {"computed": {["spec", "template", "spec", "expireAfter"]}}})
	duration_format.report == set() with input as computed
}
