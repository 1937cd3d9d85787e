package karplint.rules.selector_matches_nothing_test

import data.karplint.lib.given
import data.karplint.rules.selector_matches_nothing as rule

# texts(terms): what a survey makes of the terms of a class.
texts(terms) := [text(term) | some term in terms]

text(term) := concat("\n", [sprintf("%s=%s", [key, shown(value)]) | some key, value in term.tags]) if {
	not term.id
	not term.tags["$open"]
} else := {"$unknown": "term"}

shown(value) := value if is_string(value)

else := "?"

class(terms) := given.in_terraform("Object", "kubectl_manifest.a", {
	"kind": "EC2NodeClass",
	"metadata": {"name": "a"},
	"subnetSelectorTerms": texts(terms),
})

subnets(name, tags) := given.in_terraform("Subnets", name, {"tags": tags})

messages(resources) := {found.message | some found in rule.report with input as given.project(resources, {"module.vpc": []}, "1.8.1")}

shop := {"karpenter.sh/discovery": "shop"}

other := {"karpenter.sh/discovery": "other"}

nothing := {`EC2NodeClass "a" selects no subnets: none has karpenter.sh/discovery = "other"`}

test_other_value if messages([class([{"tags": other}]), subnets("module.vpc", shop), subnets("aws_subnet.a", {})]) == nothing

test_same_value if messages([class([{"tags": shop}]), subnets("module.vpc", shop)]) == set()

test_one_of_several if {
	messages([class([{"tags": other}, {"tags": shop}]), subnets("module.vpc", shop)]) == set()
	messages([class([{"tags": other}]), subnets("module.vpc", shop), subnets("aws_subnet.a", other)]) == set()
}

# All tags of a term must match.
test_two_tags if {
	tags := object.union(other, {"env": "test"})
	messages([class([{"tags": tags}]), subnets("module.vpc", object.union(shop, {"env": "test"}))]) == nothing
}

test_key_that_nothing_has if messages([class([{"tags": other}]), subnets("module.vpc", {"env": "test"})]) == set()

test_unknown if {
	messages([class([{"tags": other}]), subnets("module.vpc", shop), subnets("", {"$unknown": "tags"})]) == set()
	messages([class([{"tags": other}]), subnets("module.vpc", shop), subnets("aws_subnet.a", {"$open": true})]) == set()
	messages([class([{"tags": other}]), subnets("module.vpc", {"karpenter.sh/discovery": {"$unknown": "var.name"}})]) == set()
	messages([class([{"tags": {"karpenter.sh/discovery": {"$unknown": "var.name"}}}]), subnets("module.vpc", shop)]) == set()
	messages([class([{"tags": {"karpenter.sh/discovery": "other", "$open": true}}]), subnets("module.vpc", shop)]) == set()
}

test_id if messages([class([{"tags": other}, {"id": "subnet-1"}]), subnets("module.vpc", shop)]) == set()

test_not_a_value if {
	some value in ["*", "sho*", "YOUR_CLUSTER", "<cluster>", "$CLUSTER", "my-cluster", "cluster-name"]
	messages([class([{"tags": {"karpenter.sh/discovery": value}}]), subnets("module.vpc", shop)]) == set()
}

test_perhaps if {
	perhaps := given.in_terraform("Subnets", "aws_ec2_tag.a", {"tags": shop, "perhaps": true})
	messages([class([{"tags": other}]), perhaps]) == set()
}

# A manifest in another directory than the root may be for another cluster.
test_directory if {
	manifest := given.in_manifest("Object", "manifests/class.yaml", {
		"kind": "EC2NodeClass",
		"metadata": {"name": "a"},
		"subnetSelectorTerms": texts([{"tags": other}]),
	})
	project := given.project([manifest, subnets("module.vpc", shop)], {"module.vpc": []}, "1.8.1")
	count(rule.report) == 0 with input as project
	count(rule.report) == 0 with input as json.patch(project, [{"op": "replace", "path": "project/root", "value": "terraform"}])
	count(rule.report) == 1 with input as json.patch(project, [{"op": "replace", "path": "project/root", "value": "manifests"}])
}

test_alpha if {
	template := given.in_terraform("Object", "kubectl_manifest.a", {
		"kind": "AWSNodeTemplate",
		"metadata": {"name": "a"},
		"subnetSelector": ["karpenter.sh/discovery=one, two"],
	})
	count(messages([template, subnets("module.vpc", shop)])) == 1
	messages([template, subnets("module.vpc", {"karpenter.sh/discovery": "two"})]) == set()
}
