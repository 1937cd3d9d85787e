package karplint.rules.spot_to_spot_types_test

import data.karplint.lib.given
import data.karplint.rules.spot_to_spot_types as rule

release(version, value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"chart": "karpenter",
	"via": "helm_release",
	"version": version,
	"values": {"settings": {"featureGates": {"spotToSpotConsolidation": value}}},
})

pool(types, more) := given.in_manifest("Object", "a.yaml", object.union(
	{
		"apiVersion": "karpenter.sh/v1",
		"kind": "NodePool",
		"metadata": {"name": "a"},
		"requirements": ["karpenter.sh/capacity-type In spot,on-demand", sprintf("node.kubernetes.io/instance-type %s", [types])],
	},
	more,
))

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {"helm_release.karpenter": []}, "unknown")
}

many := concat(",", [sprintf("m%d.large", [n]) | some n in numbers.range(1, 15)])

test_few if {
	some found in reports([release("1.8.1", true), pool("In m5.large,m6i.large", {})])
	found.path == ["requirements", 1]
	count(reports([release("1.8.1", "true"), pool("In m5.large", {})])) == 1
}

test_enough if {
	reports([release("1.8.1", true), pool(sprintf("In %s", [many]), {})]) == set()
	reports([release("1.8.1", true), pool("In ?", {})]) == set()
	reports([release("1.8.1", true), pool("NotIn m5.large", {})]) == set()
}

test_off if {
	every value in [false, "false", {"$unknown": "var.spot"}] {
		reports([release("1.8.1", value), pool("In m5.large", {})]) == set()
	}
	reports([release("0.33.0", true), pool("In m5.large", {})]) == set() # does not read it
	reports([pool("In m5.large", {})]) == set()
}

test_other_pools if {
	reports([release("1.8.1", true), pool("In m5.large", {"consolidationPolicy": "WhenEmpty"})]) == set()
	reports([release("1.8.1", true), pool("In m5.large", {"consolidateAfter": "Never"})]) == set()
	every budget in ["0", "0%", "0 Empty,Underutilized"] {
		reports([release("1.8.1", true), pool("In m5.large", {"budgets": ["10%", budget]})]) == set()
	}
	count(reports([release("1.8.1", true), pool("In m5.large", {"budgets": ["10%", "0 Drifted", {"$unknown": "budget"}]})])) == 1
	reports([release("1.8.1", true), pool("In m5.large", {"gate": "var.spot"})]) == set()
	on_demand := ["karpenter.sh/capacity-type In on-demand", "node.kubernetes.io/instance-type In m5.large"]
	reports([release("1.8.1", true), pool("In m5.large", {"requirements": on_demand})]) == set()
}
