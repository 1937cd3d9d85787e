package karplint.rules.selector_and_or_test

import data.karplint.lib.given
import data.karplint.rules.selector_and_or as rule

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}, "1.0.8")

reports(spec) := found if found := rule.report with input as class(spec)

terms(tags) := [{"tags": {key: value}} | some key, value in tags]

by_hand := terms({"karpenter.sh/discovery": "shop", "Tier": "private"})

test_subnets if {
	some found in reports({"subnetSelectorTerms": by_hand})
	found.path == ["spec", "subnetSelectorTerms"]
	contains(found.why, `"Tier" also in other clusters`)
}

test_properties_only if {
	count(reports({"subnetSelectorTerms": terms({"Environment": "prod", "Tier": "private"})})) == 1
}

test_unknown_values if {
	count(reports({"subnetSelectorTerms": terms({"karpenter.sh/discovery": {"$unknown": "${x}"}, "Tier": "private"})})) == 1
}

test_amis if count(reports({"amiSelectorTerms": terms({"os": "linux", "team": "data"})})) == 1

test_security_groups_with_the_subnets if {
	reports({"securityGroupSelectorTerms": by_hand}) == set()
	count(reports({"securityGroupSelectorTerms": by_hand, "subnetSelectorTerms": by_hand})) == 2
	count(reports({"securityGroupSelectorTerms": by_hand, "subnetSelectorTerms": terms({"a": "b", "c": "d"})})) == 1
}

test_alternatives if {
	every list in [
		[{"tags": {"karpenter.sh/discovery": "shop", "Tier": "private"}}],
		[{"tags": {"Tier": "private"}}],
		[{"tags": {"Tier": "private"}}, {"tags": {"Tier": "intra"}}],
		terms({"karpenter.sh/discovery": "shop", "Name": "extra"}),
		terms({"Name": "extra", "Tier": "private"}),
		terms({"kubernetes.io/role/elb": "1", "kubernetes.io/role/internal-elb": "x"}),
		terms({"kubernetes.io/cluster/a": "shared", "kubernetes.io/cluster/b": "owned"}),
		terms({"karpenter.sh/discovery": "a", "aws:eks:cluster-name": "a-b"}),
		terms({"zone-a": "true", "zone-b": "true"}),
		[{"tags": {"karpenter.sh/discovery": "shop"}}, {"id": "subnet-1"}],
		[{"tags": {"karpenter.sh/discovery": "shop"}}, {"tags": {"Tier": "private", "a": "b"}}],
	] {
		reports({"subnetSelectorTerms": list}) == set()
	}
}

test_unknown if {
	unknown := {"$unknown": "{{ .x }}"}
	every list in [
		unknown,
		array.concat(by_hand, [unknown]),
		[{"tags": unknown}, {"tags": {"Tier": "private"}}],
		[{"tags": {"$open": true, "a": "b"}}, {"tags": {"Tier": "private"}}],
		[null, {"tags": {"Tier": "private"}}],
		[{"tags": null}, {"tags": {"Tier": "private"}}],
	] {
		reports({"subnetSelectorTerms": list}) == set()
	}
}

test_branches if {
	every path in [["spec", "subnetSelectorTerms"], ["spec", "subnetSelectorTerms", 1]] {
		branches := object.union(class({"subnetSelectorTerms": by_hand}), {"resource": {"computed": {path}}})
		count(rule.report) == 0 with input as branches
	}
}
