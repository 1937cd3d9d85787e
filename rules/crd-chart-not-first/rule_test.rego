package karplint.rules.crd_chart_not_first_test

import data.karplint.lib.given
import data.karplint.rules.crd_chart_not_first

release(block, role) := given.in_terraform("ChartInstallation", block, {"karpenter": role, "via": "helm_release"})

main := release("helm_release.karpenter", "controller")

crd := release("helm_release.karpenter_crd", "crds")

reports(resources, edges) := found if {
	found := crd_chart_not_first.report with input as given.project(resources, edges, "unknown")
}

test_no_edge if {
	some found in reports([main, crd], {"helm_release.karpenter": ["module.eks"]})
	found.severity == "error"
	found.resource == "helm_release.karpenter"
	found.path == ["depends_on"]
	found.fix.ops == [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"$unknown": "helm_release.karpenter_crd"}}]
	found.fix.title == "add helm_release.karpenter_crd to depends_on"
}

test_edges if {
	reports([main, crd], {"helm_release.karpenter": ["helm_release.karpenter_crd"]}) == set()
	reports([main, crd], {"helm_release.karpenter": ["kubectl_manifest.pool"], "kubectl_manifest.pool": ["helm_release.karpenter_crd"]}) == set()
}

# The pool waits for the CRDs, the controller does not.
test_beside if count(reports([main, crd], {"kubectl_manifest.pool": ["helm_release.karpenter_crd", "helm_release.karpenter"]})) == 1

test_reversed if {
	some found in reports([main, crd], {"helm_release.karpenter_crd": ["helm_release.karpenter"]})
	contains(found.help, "reverse the dependency")
	not found.fix
}

test_module_calls if {
	resources := [release("module.main", "controller"), release("module.crds", "crds")]
	some found in reports(resources, {"module.main": ["var.version"]})
	found.fix.ops[0].value == {"$unknown": "module.crds"}
	found.fix.safety == "unsafe"
	reports(resources, {"module.main": ["module.crds"]}) == set()
}

test_local_modules if {
	resources := [release("module.main.helm_release.this", "controller"), release("module.crds.helm_release.this", "crds")]
	some found in reports(resources, {"x": []})
	found.path == ["chart"]
	found.help == "add module.crds to depends_on of module.main"
	not found.fix
	edges := {"module.main.helm_release.this": ["module.crds"], "module.crds": ["module.crds.helm_release.this"]}
	reports(resources, edges) == set()
}

test_crds_in_a_module if {
	resources := [release("module.a.helm_release.this", "controller"), release("module.a.module.crds.helm_release.this", "crds")]
	some found in reports(resources, {"x": []})
	found.fix.title == "add module.crds to depends_on"
	found.fix.ops[0].value == {"$unknown": "module.crds"}
	found.fix.safety == "safe"
}

# Something else in the module needs the controller.
test_a_fix_that_would_close_a_circle if {
	resources := [release("helm_release.main", "controller"), release("module.crds.helm_release.this", "crds")]
	edges := {"module.crds": ["module.crds.kubectl_manifest.pool"], "module.crds.kubectl_manifest.pool": ["helm_release.main"]}
	some found in reports(resources, edges)
	not found.fix
}

# Instances of one block start together.
test_one_block_for_both if {
	resources := [
		object.union(main, {"id": "a", "address": `helm_release.karpenter["karpenter"]`}),
		object.union(release("helm_release.karpenter", "crds"), {"id": "b", "address": `helm_release.karpenter["karpenter-crd"]`}),
	]
	some found in reports(resources, {"x": []})
	not found.fix
}

test_one_of_two_is_enough if {
	other := release("helm_release.other_crd", "crds")
	near := object.union(other, {"value": object.union(other.value, {"namespace": "a"})})
	reports([main, crd, near], {"helm_release.karpenter": ["helm_release.other_crd"]}) == set()
}

test_no_crd_chart if reports([main], {"x": []}) == set()

manifest(role, via, file, fields) := given.in_manifest("ChartInstallation", file, object.union({"karpenter": role, "via": via, "name": role}, fields))

test_flux if {
	resources := [manifest("controller", "HelmRelease", "a/x.yaml", {}), manifest("crds", "HelmRelease", "a/y.yaml", {})]
	some found in reports(resources, {})
	found.severity == "error"
	found.fix.ops[0].value == {"name": "crds"}
	ordered := manifest("controller", "HelmRelease", "a/x.yaml", {"depends_on": [{"name": "crds"}]})
	reports([ordered, resources[1]], {}) == set()
}

test_flux_directories if {
	some found in reports([manifest("controller", "HelmRelease", "a/x.yaml", {}), manifest("crds", "HelmRelease", "b/y.yaml", {})], {})
	found.severity == "info"
	not found.fix
}

test_argo_is_information if {
	resources := [manifest("controller", "Application", "a.yaml", {}), manifest("crds", "Application", "a.yaml", {})]
	some found in reports(resources, {})
	found.severity == "info"
	not found.fix
	before := manifest("crds", "Application", "a.yaml", {"sync_wave": "-1"})
	reports([resources[0], before], {}) == set()
}

test_two_tools if {
	reports([main, manifest("crds", "HelmRelease", "a/y.yaml", {})], {"x": []}) == set()
}

# All calls of a module say the same about its blocks.
test_called_twice if {
	resources := [release(block, role) |
		some call in ["a", "b"]
		some name, role in {"main": "controller", "crds": "crds"}
		block := sprintf("module.%s.helm_release.%s", [call, name])
	]
	found := reports(resources, {"x": []})
	count(found) == 2
	{f.message | some f in found} == {`chart "karpenter" does not wait for "helm_release.crds"`}
}
