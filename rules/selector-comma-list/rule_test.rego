package karplint.rules.selector_comma_list_test

import data.karplint.lib.given
import data.karplint.rules.selector_comma_list as rule

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}, "1.0.8")

reports(spec) := found if found := rule.report with input as class(spec)

subnets(tags) := {"subnetSelectorTerms": [{"tags": tags}]}

test_tag if {
	some found in reports(subnets({"Name": "a, b,", "team": "x"}))
	found.path == ["spec", "subnetSelectorTerms", 0, "tags", "Name"]
	found.message == `tag "Name" of subnetSelectorTerms is the list "a, b,"`
	found.fix.ops == [
		{"do": "set", "path": found.path, "value": "a"},
		{"do": "insert", "path": ["spec", "subnetSelectorTerms"], "index": 1, "value": {"tags": {"Name": "b", "team": "x"}}},
	]
}

test_two_lists_in_one_term if {
	all := reports(subnets({"a": "1,2", "b": "x,y"}))
	count(all) == 2
	some found in all
	[op.value.tags | some op in found.fix.ops; op.do == "insert"] == [{"a": "1", "b": "y"}, {"a": "2", "b": "x"}, {"a": "2", "b": "y"}]
}

test_keys_with_slashes if {
	some found in reports(subnets({"karpenter.sh/discovery": "a,b"}))
	found.fix.ops[1].value == {"tags": {"karpenter.sh/discovery": "b"}}
}

test_other_fields if {
	every spec in [
		{"securityGroupSelectorTerms": [{"id": "sg-1,sg-2"}]},
		{"amiSelectorTerms": [{"name": "x", "owner": "self,amazon"}]},
		{"amiSelectorTerms": [{"name": "a*,b*"}]},
		{"capacityReservationSelectorTerms": [{"tags": {"a": "b,c"}}]},
	] {
		count(reports(spec)) == 1
	}
}

test_a_comma_at_the_end if {
	some found in reports(subnets({"Name": "a,"}))
	found.fix.ops == [{"do": "set", "path": found.path, "value": "a"}]
}

test_too_many_terms if {
	many := concat(",", [sprintf("a%d", [n]) | some n in numbers.range(1, 31)])
	some found in reports(subnets({"Name": many}))
	not found.fix
}

test_templates_have_no_fix if {
	every tags in [{"Name": "a,b", "x": {"$unknown": "${x}"}}, {"Name": "a,b", "$open": true}] {
		some found in reports(subnets(tags))
		not found.fix
	}
	some open in reports({"subnetSelectorTerms": [{"tags": {"Name": "a,b"}}, {"$unknown": "…"}]})
	not open.fix
}

test_branches_have_no_fix if {
	one := class(subnets({"Name": "a,b"}))
	branches := object.union(one, {"resource": {"computed": {["spec", "subnetSelectorTerms"]}}})
	some found in rule.report with input as branches
	not found.fix
}

test_values_of_a_chart if {
	some found in rule.report with input as given.resource({"nodeClass": {"subnetSelectorTerms": [{"tags": {"Name": "a,b"}}]}}, "1.0.8")
	found.path == ["nodeClass", "subnetSelectorTerms", 0, "tags", "Name"]
}

test_silent if {
	every spec in [
		subnets({"Name": "a"}),
		subnets({"Name": ","}),
		subnets({"Name": {"$unknown": "{{ join \",\" .x }}"}}),
		subnets({"a,b": "c"}),
		{"subnetSelectorTerms": {"$unknown": "{{ toYaml .x }}"}},
		{"subnetSelectorTerms": [{"$unknown": "{{ .x }}"}, null, "a,b", {"tags": {"$unknown": "a,b"}}, {"tags": null}]},
		{"tags": {"Name": "a,b"}, "description": "a,b"},
	] {
		reports(spec) == set()
	}
}

test_silent_for_others if {
	every object_ in [
		{"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "spec": subnets({"Name": "a,b"})},
		{"apiVersion": "eks.amazonaws.com/v1", "kind": "NodeClass", "spec": subnets({"Name": "a,b"})},
		{"apiVersion": "example.com/v1", "kind": "EC2NodeClass", "spec": subnets({"Name": "a,b"})},
	] {
		count(rule.report) == 0 with input as given.resource(object_, "1.0.8")
	}
}
