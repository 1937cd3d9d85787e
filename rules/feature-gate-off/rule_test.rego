package karplint.rules.feature_gate_off_test

import data.karplint.lib.given
import data.karplint.rules.feature_gate_off as rule

release(version, values_) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"chart": "karpenter",
	"via": "helm_release",
	"version": version,
	"values": values_,
})

object_(value) := given.in_manifest("Object", "a.yaml", object.union({"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}}, value))

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {"helm_release.karpenter": []}, "unknown")
}

static := object_({"replicas": 3})

overlay := object_({"apiVersion": "karpenter.sh/v1alpha1", "kind": "NodeOverlay"})

buffer := object_({"apiVersion": "autoscaling.x-k8s.io/v1beta1", "kind": "CapacityBuffer"})

class := object_({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "uses": ["capacityReservationSelectorTerms"]})

reserved := object_({"requirements": ["karpenter.sh/capacity-type In on-demand,reserved"]})

gate(name, value) := {"settings": {"featureGates": {name: value}}}

test_off if {
	every one in [[static, "1.8.1"], [overlay, "1.7.0"], [buffer, "1.14.0"], [class, "1.5.0"], [reserved, "1.3.0"]] {
		some found in reports([release(one[1], {}), one[0]])
		found.fix.ops[0].value == true
	}
	count(reports([release("1.8.1", gate("staticCapacity", false)), static])) == 1
	count(reports([release("1.8.0", gate("StaticCapacity", true)), static])) == 1 # which its template does not read
}

test_on if {
	reports([release("1.8.1", gate("staticCapacity", true)), static]) == set()
	reports([release("1.8.1", gate("staticCapacity", "true")), static]) == set()
	reports([release("1.8.1", gate("staticCapacity", {"$unknown": "var.static"})), static]) == set()
	reports([release("1.8.1", {"$open": true}), static]) == set()
	reports([release("1.8.1", {"controller": {"env": [{"name": "FEATURE_GATES", "value": "StaticCapacity=true"}]}}), static]) == set()
	reports([release("1.6.0", {}), class]) == set() # on by default
	reports([release("1.6.0", {}), reserved]) == set()
	reports([release("1.8.1", {}), release("1.8.1", gate("staticCapacity", true)), static]) == set()
}

test_other_releases if {
	reports([release("1.7.0", {}), static]) == set() # does not know the field
	reports([release("99.0.0", {}), static]) == set()
	reports([static]) == set()
}

test_uncertain if {
	reports([release("1.8.1", {}), object_({"replicas": {"$unknown": "var.replicas"}})]) == set()
	reports([release("1.8.1", {}), object_({"replicas": 3, "gate": "var.static"})]) == set()
	reports([release("1.8.1", {}), object_({"replicas": 3, "class": {"kind": "NodeClass", "group": "eks.amazonaws.com"}})]) == set()
	autoscaler := given.in_terraform("ChartInstallation", "helm_release.autoscaler", {"chart": "cluster-autoscaler", "via": "helm_release", "values": {}})
	reports([release("1.14.0", {}), autoscaler, buffer]) == set()
}
