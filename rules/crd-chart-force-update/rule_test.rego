package karplint.rules.crd_chart_force_update_test

import data.karplint.lib.given
import data.karplint.rules.crd_chart_force_update

reports(resource) := found if {
	found := crd_chart_force_update.report with input as given.project([resource], {}, "unknown")
}

release(role, fields) := given.in_terraform("ChartInstallation", "helm_release.a", object.union({"karpenter": role, "via": "helm_release"}, fields))

test_off if {
	every fields in [{}, {"force_update": false}, {"force_update": "false"}] {
		some found in reports(release("crds", fields))
		found.path == ["force_update"]
		found.fix.safety == "unsafe"
	}
}

test_on_or_unknown if {
	every value in [true, {"$unknown": "var.force"}] {
		reports(release("crds", {"force_update": value})) == set()
	}
}

test_other_charts if reports(release("controller", {})) == set()

test_other_tools if {
	every via in ["HelmRelease", "Application"] {
		reports(given.in_manifest("ChartInstallation", "a.yaml", {"karpenter": "crds", "via": via, "name": "a"})) == set()
	}
}
