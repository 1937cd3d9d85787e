package karplint.rules.crd_version_mismatch_test

import data.karplint.lib.given
import data.karplint.rules.crd_version_mismatch

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

reports(one, two) := found if {
	resources := [release("helm_release.karpenter", "controller", one), release("helm_release.crd", "crds", two)]
	found := crd_version_mismatch.report with input as given.project(resources, {}, "unknown")
}

versions(one, two) := reports({"version": one}, {"version": two})

test_older_crds if {
	some found in versions("0.37.0", "0.36.2")
	found.resource == "helm_release.crd"
	found.path == ["version"]
	found.message == `chart karpenter 0.37.0 and karpenter-crd 0.36.2 differ`
	found.help == "set the version of karpenter-crd to 0.37.0"
	found.fix.ops == [{"do": "set", "path": ["version"], "value": "0.37.0"}]
	found.related[0].resource == "helm_release.karpenter"
}

test_newer_crds_are_never_lowered if {
	some found in versions("0.37.0", "1.0.6")
	found.resource == "helm_release.karpenter"
	not found.fix
	contains(found.help, "never downgrade the CRDs")
}

test_numbers_are_no_text if {
	some found in versions("0.10.0", "0.9.1")
	found.fix
}

test_equal if {
	every pair in [["0.32.1", "v0.32.1"], ["1.0.8", "1.0.8"], ["1.0.8", "~> 1.0"], ["1.x", "1.0.8"], ["~> 1.0", "~> 1.0"]] {
		versions(pair[0], pair[1]) == set()
	}
}

test_ranges if {
	some found in versions("1.1.0", "~> 1.0.0")
	found.resource == "helm_release.crd"
	not found.fix
	count(versions(">= 0.37.0, < 1.0", "1.0.8")) == 1
}

test_unknown if {
	unknown := {"$unknown": "var.karpenter_version"}
	versions(unknown, unknown) == set()
	versions(unknown, {"$unknown": "var.other"}) == set()
	versions(unknown, "1.0.8") == set()
	versions("1.0.8", unknown) == set()
	reports({"version": unknown}, {}) == set()
}

test_crds_without_a_version if {
	some found in reports({"version": "0.37.0"}, {})
	found.severity == "warning"
	not found.fix
	reports({}, {}) == set()
	reports({}, {"version": "0.37.0"}) == set()
}

test_clusters_at_different_versions if {
	resources := [
		release("module.east.helm_release.karpenter", "controller", {"version": "1.0.8"}),
		release("module.east.helm_release.crd", "crds", {"version": "1.0.8"}),
		release("module.west.helm_release.karpenter", "controller", {"version": "0.37.8"}),
		release("module.west.helm_release.crd", "crds", {"version": "0.37.8"}),
	]
	found := crd_version_mismatch.report with input as given.project(resources, {}, "unknown")
	found == set()
}

# Two alternatives, of which a condition chooses one.
test_one_of_two_fits if {
	resources := [
		release("helm_release.karpenter", "controller", {"version": "1.0.8"}),
		release("helm_release.old", "crds", {"version": "0.37.8"}),
		release("helm_release.new", "crds", {"version": "1.0.8"}),
	]
	found := crd_version_mismatch.report with input as given.project(resources, {}, "unknown")
	found == set()
}
