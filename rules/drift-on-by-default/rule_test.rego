package karplint.rules.drift_on_by_default_test

import data.karplint.lib.given
import data.karplint.rules.drift_on_by_default

reports(fields, version) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller", "via": "helm_release"}, fields))
	found := drift_on_by_default.report with input as given.project([release], {}, version)
}

gate(value) := {"values": {"settings": {"featureGates": {"drift": value}}}}

test_values_say_nothing if {
	every fields in [{}, {"values": {}}, {"values": {"settings": {"clusterName": "a"}}}, {"values": {"settings": {"featureGates": {"spotToSpotConsolidation": true}}}}] {
		some found in reports(fields, "0.37.8")
		found.path == ["version"]
	}
}

test_values_say_it if {
	every value in [true, false, "false", {"$unknown": "var.drift"}] {
		reports(gate(value), "0.33.0") == set()
	}
}

test_values_may_say_it if {
	every fields in [
		{"values": {"$unknown": "var.values"}}, {"values": {"$open": true}}, {"values": {"settings": {"$open": true}}},
		{"values": {"settings": {"featureGates": {"$unknown": "var.gates"}}}},
	] {
		reports(fields, "0.33.0") == set()
	}
}

test_from_1_0_only_the_switch if {
	reports({}, "1.0.0") == set()
	reports(gate(true), "1.0.0") == set()
	some found in reports(gate(false), "1.0.0")
	found.path == ["values", "settings", "featureGates", "drift"]
	some old in reports({"values": {"settings": {"featureGates": {"driftEnabled": "false"}}}}, "1.2.0")
	old.path == ["values", "settings", "featureGates", "driftEnabled"]
}

test_other_versions if {
	reports({}, "0.32.10") == set()
	reports({}, "unknown") == set()
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller"})
	half := object.union(given.project([release], {}, "unknown"), {"target": {"known": true, "min": "0.33.0"}})
	found := drift_on_by_default.report with input as half
	found == set()
}

test_settings_that_a_module_adds_to if {
	settings := {"clusterName": "a", "$open": true}
	blueprints := {"via": "blueprints_addons", "values": {"settings": settings}}
	count(reports(blueprints, "0.37.8")) == 1
	every fields in [
		object.union(blueprints, {"values": {"$open": true}}),
		object.union(blueprints, {"via": "module"}),
		object.union(blueprints, gate(true)),
	] {
		reports(fields, "0.37.8") == set()
	}
}
