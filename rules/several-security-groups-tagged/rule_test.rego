package karplint.rules.several_security_groups_tagged_test

import data.karplint.lib.given
import data.karplint.rules.several_security_groups_tagged as rule

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
	"securityGroupSelectorTerms": texts(terms),
})

group(name, tags) := object.union(
	given.in_terraform("SecurityGroup", "module.eks", {
		"tags": object.union({"kubernetes.io/cluster/shop": "owned"}, tags),
		"written": {key: true | some key, _ in tags},
	}),
	{"id": name},
)

messages(resources) := {found.message | some found in rule.report with input as given.project(resources, {"module.eks": []}, "1.8.1")}

discovery := {"karpenter.sh/discovery": "shop"}

by_discovery := {`EC2NodeClass "a" selects 2 security groups of the cluster by karpenter.sh/discovery`}

by_another := {`EC2NodeClass "a" selects 2 security groups of the cluster`}

test_both if {
	messages([class([{"tags": discovery}]), group("primary", discovery), group("node", discovery)]) == by_discovery
}

test_one if {
	messages([class([{"tags": discovery}]), group("primary", {}), group("node", discovery)]) == set()
	messages([class([{"tags": discovery}]), group("node", discovery)]) == set()
}

test_other_value if {
	messages([class([{"tags": {"karpenter.sh/discovery": "test"}}]), group("primary", discovery), group("node", discovery)]) == set()
}

# The value of the class is not known: it selects both or none.
test_unknown_value if {
	unknown := {"karpenter.sh/discovery": {"$unknown": "module.eks.cluster_name"}}
	messages([class([{"tags": unknown}]), group("primary", discovery), group("node", discovery)]) == by_discovery
	messages([class([{"tags": unknown}]), group("primary", unknown), group("node", unknown)]) == by_discovery
	messages([class([{"tags": unknown}]), group("primary", {"karpenter.sh/discovery": "other"}), group("node", discovery)]) == set()
}

# With a second cluster, the class may be that of the other.
test_unknown_value_of_another_cluster if {
	unknown := {"karpenter.sh/discovery": {"$unknown": "var.name"}}
	other := {"id": "other", "kind": "SecurityGroup", "value": {"tags": {"kubernetes.io/cluster/other": "owned"}}}
	messages([class([{"tags": unknown}]), group("primary", discovery), group("node", discovery), other]) == set()
}

test_several_terms if {
	terms := [{"tags": discovery}, {"tags": {"env": "*"}}]
	messages([class(terms), group("node", discovery), group("primary", {"env": "test"})]) == by_discovery
	messages([class(array.slice(terms, 1, 2)), group("node", {"env": "a"}), group("primary", {"env": "b"})]) == by_another
}

test_ids if messages([class([{"id": "sg-1"}]), group("primary", discovery), group("node", discovery)]) == set()

test_perhaps if {
	perhaps := json.patch(group("node", discovery), [{"op": "add", "path": "value/perhaps", "value": true}])
	messages([class([{"tags": discovery}]), group("primary", discovery), perhaps]) == set()
}

test_mark_taken_away if {
	without := json.patch(group("node", discovery), [{"op": "remove", "path": ["value", "tags", "kubernetes.io/cluster/shop"]}])
	messages([class([{"tags": discovery}]), group("primary", discovery), without]) == set()
}

test_told if {
	chart := "aws-load-balancer-controller"
	every values in [{"serviceTargetENISGTags": "a=b"}, {"$unknown": "var.values"}] {
		controller := given.in_terraform("ChartInstallation", "helm_release.lbc", {"chart": chart, "values": values})
		messages([class([{"tags": discovery}]), group("primary", discovery), group("node", discovery), controller]) == set()
	}
	untold := given.in_terraform("ChartInstallation", "helm_release.lbc", {"chart": chart, "values": {}})
	count(messages([class([{"tags": discovery}]), group("primary", discovery), group("node", discovery), untold])) == 1
}
