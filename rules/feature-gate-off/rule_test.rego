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

release_in(file, version, values_) := given.in_manifest("ChartInstallation", file, {
	"karpenter": "controller",
	"chart": "karpenter",
	"name": "karpenter",
	"via": "HelmRelease",
	"version": version,
	"values": values_,
})

object_(value) := object_in("a.yaml", value)

object_in(file, value) := given.in_manifest("Object", file, object.union(
	{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}},
	value,
))

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
		some found in reports([release_in("k.yaml", one[1], {}), one[0]])
		found.fix.ops[0].value == true
	}
	count(reports([release("1.8.1", gate("staticCapacity", false)), static])) == 1
	count(reports([release("1.8.0", gate("StaticCapacity", true)), static])) == 1 # which its template does not read
}

# The release may be that of another cluster.
test_fix_in_one_tree if {
	every files in [["a/k.yaml", "a/pools/a.yaml"], ["a/karpenter/k.yaml", "a/a.yaml"]] {
		some found in reports([release_in(files[0], "1.8.1", {}), object_in(files[1], {"replicas": 3})])
		found.fix
	}
	some found in reports([release_in("clusters/a/k.yaml", "1.8.1", {}), object_in("clusters/b/a.yaml", {"replicas": 3})])
	not found.fix
	contains(found.help, "staticCapacity")
}

test_three_related if {
	all := [object_in(sprintf("%d.yaml", [n]), {"replicas": 3}) | some n in numbers.range(1, 9)]
	some found in reports(array.concat([release("1.8.1", {})], all))
	count(found.related) == 4
}

test_place_of_reservations if {
	some found in reports([release("1.5.0", {}), class])
	found.path == ["capacityReservationSelectorTerms"]
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
	autoscaler := given.in_terraform("ChartInstallation", "helm_release.autoscaler", {
		"chart": "cluster-autoscaler",
		"via": "helm_release",
		"values": {},
	})
	reports([release("1.14.0", {}), autoscaler, buffer]) == set()
}
