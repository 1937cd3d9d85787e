package karplint.rules.missing_skip_crds_test

import data.karplint.lib.given
import data.karplint.rules.missing_skip_crds

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

crd := release("helm_release.crd", "crds", {})

main(fields) := release("helm_release.karpenter", "controller", fields)

reports(resources, edges) := found if {
	found := missing_skip_crds.report with input as given.project(resources, edges, "1.0.8")
}

test_without_an_edge_it_is_an_error if {
	some found in reports([main({}), crd], {"helm_release.karpenter": []})
	found.severity == "error"
	found.resource == "helm_release.karpenter"
	found.path == ["skip_crds"]
	found.fix.ops == [{"do": "set", "path": ["skip_crds"], "value": true}]
	found.related[0].resource == "helm_release.crd"
	contains(found.why, "invalid ownership metadata")
}

test_with_an_edge_it_is_a_warning if {
	some found in reports([main({}), crd], {"helm_release.karpenter": ["module.pools"], "module.pools": ["helm_release.crd"]})
	found.severity == "warning"
}

test_a_module_may_have_no_such_input if {
	some found in reports([main({"via": "module"}), crd], {"x": []})
	found.fix.safety == "unsafe"
	some written in reports([main({"via": "module", "skip_crds": false}), crd], {"x": []})
	written.fix.safety == "safe"
}

test_false if {
	count(reports([main({"skip_crds": false}), crd], {"x": []})) == 1
	count(reports([main({"skip_crds": "false"}), crd], {"x": []})) == 1
}

test_skipped_or_unknown if {
	every value in [true, {"$unknown": "var.manage_crds"}] {
		reports([main({"skip_crds": value}), crd], {"x": []}) == set()
	}
	reports([main({"$open": true}), crd], {"x": []}) == set()
}

# Both are false by default and become true together.
test_one_switch_for_both if {
	gated := release("helm_release.crd", "crds", {"gate": "var.manage_crds ? 1 : 0"})
	reports([main({"skip_crds": false}), gated], {"x": []}) == set()
	count(reports([main({}), gated], {"x": []})) == 1
	count(reports([main({"skip_crds": false, "gate": "var.manage_crds ? 1 : 0"}), gated], {"x": []})) == 1
}

test_no_crd_chart if reports([main({})], {"x": []}) == set()

test_the_crd_chart_needs_no_flag if reports([crd], {"x": []}) == set()

manifest(role, via, fields) := given.in_manifest("ChartInstallation", "apps/karpenter.yaml", object.union({"karpenter": role, "via": via, "name": role}, fields))

test_argo_is_always_an_error if {
	some found in reports([manifest("controller", "Application", {"sync_wave": "1"}), manifest("crds", "Application", {"sync_wave": "0"})], {})
	found.severity == "error"
	found.path == ["skip_crds"]
	found.help == "set skipCrds: true"
	reports([manifest("controller", "Application", {"skip_crds": true}), manifest("crds", "Application", {})], {}) == set()
}

flux(fields) := reports([manifest("controller", "HelmRelease", fields), manifest("crds", "HelmRelease", {})], {})

test_flux_by_order if {
	some before in flux({})
	before.severity == "error"
	before.path == ["install_crds"]
	before.fix.ops[0].value == "Skip"
	some behind in flux({"depends_on": [{"name": "crds"}]})
	behind.severity == "warning"
}

test_flux_create if {
	some found in flux({"install_crds": "Create"})
	found.path == ["install_crds"]
	flux({"install_crds": "Skip"}) == set()
	flux({"install_crds": {"$unknown": "${policy}"}}) == set()
	flux({"skip_crds": true}) == set()
}

test_flux_replace if {
	some found in flux({"upgrade_crds": "CreateReplace", "depends_on": [{"name": "crds"}]})
	found.severity == "error"
	found.path == ["upgrade_crds"]
	both := flux({"upgrade_crds": "CreateReplace", "install_crds": "CreateReplace"})
	count(both) == 1
	some first in flux({"install_crds": "CreateReplace"})
	first.path == ["install_crds"]
	count(flux({"install_crds": "Skip", "upgrade_crds": "CreateReplace"})) == 1
}

test_another_cluster if {
	resources := [
		release("module.east.helm_release.karpenter", "controller", {"skip_crds": true}),
		release("module.east.helm_release.crd", "crds", {}),
		release("module.west.helm_release.karpenter", "controller", {}),
	]
	reports(resources, {"x": []}) == set()
}
