package karplint.rules.selector_id_mixed_test

import data.karplint.lib.given
import data.karplint.rules.selector_id_mixed as rule

class(api, spec) := {"apiVersion": sprintf("karpenter.k8s.aws/%s", [api]), "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}

reports(api, spec) := found if found := rule.report with input as given.resource(class(api, spec), "1.0.8")

mixed := {"id": "subnet-1", "tags": {"a": "b"}}

test_every_term_is_mixed if {
	some found in reports("v1", {"subnetSelectorTerms": [mixed]})
	found.path == ["spec", "subnetSelectorTerms", 0, "id"]
	found.message == `the term has id "subnet-1" and tags`
	found.why == "the API server rejects the class"
	found.help == "delete tags, or use a separate term"
	found.fix.ops == [{"do": "delete", "path": ["spec", "subnetSelectorTerms", 0, "tags"]}]
}

test_another_term_is_not if {
	some found in reports("v1", {"subnetSelectorTerms": [{"id": "subnet-2"}, mixed]})
	found.path == ["spec", "subnetSelectorTerms", 1, "id"]
	contains(found.why, "uses the id")
}

test_another_term_is_not_in_0_32 if {
	every version, consequence in {"0.32.10": "rejects", "0.33.0": "uses the id", "unknown": "uses the id"} {
		some found in rule.report with input as given.resource(class("v1beta1", {"subnetSelectorTerms": [{"id": "subnet-2"}, mixed]}), version)
		contains(found.why, consequence)
	}
}

test_amis_of_v1 if {
	terms := [{"id": "ami-1"}, {"id": "ami-2", "owner": "self", "name": "x"}]
	some found in reports("v1", {"amiSelectorTerms": terms})
	endswith(found.message, " and name and owner")
	contains(found.why, "rejects")
	some beta in reports("v1beta1", {"amiSelectorTerms": terms})
	contains(beta.why, "uses the id")
}

test_security_groups if {
	some by_name in reports("v1", {"securityGroupSelectorTerms": [{"name": "x", "tags": {"a": "b"}}]})
	by_name.message == `the term has name "x" and tags`
	contains(by_name.why, "rejects")
	some by_id in reports("v1", {"securityGroupSelectorTerms": [{"name": "x", "id": "sg-1"}]})
	by_id.path[3] == "id"
}

test_capacity_reservations if {
	count(reports("v1", {"capacityReservationSelectorTerms": [{"id": "cr-1", "ownerID": "123456789012"}]})) == 1
}

test_values_of_a_chart if {
	count(rule.report) == 1 with input as given.resource({"class": {"subnetSelectorTerms": [mixed]}}, "unknown")
}

test_right if {
	every spec in [
		{"subnetSelectorTerms": [{"id": "subnet-1"}, {"tags": {"a": "b"}}]},
		{"amiSelectorTerms": [{"name": "x", "owner": "self", "tags": {"a": "b"}}]},
		{"securityGroupSelectorTerms": [{"name": "x"}, {"tags": {"a": "b"}}]},
		{"subnetSelectorTerms": [{"id": "subnet-1", "tags": null}, {"id": "subnet-1", "tags": {}}, {"id": "", "tags": {"a": "b"}}]},
	] {
		reports("v1", spec) == set()
	}
}

test_unknown if {
	unknown := {"$unknown": "{{ .x }}"}
	every term in [
		{"id": unknown, "tags": {"a": "b"}},
		{"id": "subnet-1", "tags": unknown},
		{"id": "subnet-1", "tags": {"$open": true}},
		unknown,
		null,
		"subnet-1",
	] {
		reports("v1", {"subnetSelectorTerms": [term]}) == set()
	}
	reports("v1", {"securityGroupSelectorTerms": [{"id": unknown, "name": "x", "tags": {"a": "b"}}]}) == set()
}

test_branches if {
	one := given.resource(class("v1", {"subnetSelectorTerms": [mixed]}), "1.0.8")
	branches := object.union(one, {"resource": {"computed": {["spec", "subnetSelectorTerms", 0]}}})
	count(rule.report) == 0 with input as branches
}
