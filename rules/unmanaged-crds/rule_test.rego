package karplint.rules.unmanaged_crds_test

import data.karplint.lib.given
import data.karplint.rules.unmanaged_crds

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

main(fields) := release("helm_release.karpenter", "controller", fields)

reports(resources, edges) := found if {
	found := unmanaged_crds.report with input as given.project(resources, edges, "unknown")
}

test_no_crd_chart if {
	some found in reports([main({"version": "1.0.8"})], {"helm_release.karpenter": ["module.eks"]})
	found.resource == "helm_release.karpenter"
	found.path == []
	found.help == `install chart "karpenter-crd" 1.0.8 first`
	not found.severity
	not found.fix
	some unknown in reports([main({"version": {"$unknown": "var.v"}})], {"x": []})
	unknown.help == `install chart "karpenter-crd" first`
}

test_old_versions_have_no_crd_chart if {
	some found in unmanaged_crds.report with input as given.project([main({})], {"x": []}, "0.16.3")
	contains(found.help, "by hand")
}

test_managed if reports([main({}), release("helm_release.crd", "crds", {})], {"x": []}) == set()

test_of_another_cluster if {
	resources := [
		release("module.east.helm_release.karpenter", "controller", {}),
		release("module.east.helm_release.release", "crds", {}),
		release("module.west.helm_release.karpenter", "controller", {}),
	]
	some found in reports(resources, {"x": []})
	found.resource == "module.west.helm_release.karpenter"
}

test_skipped if {
	some found in reports([main({"skip_crds": true})], {"x": []})
	found.severity == "error"
	contains(found.message, "nothing in this project installs them")
	elsewhere := object.union(given.project([main({"skip_crds": true})], {"x": []}, "unknown"), {"project": {"crds_elsewhere": true}})
	some perhaps in unmanaged_crds.report with input as elsewhere
	perhaps.severity == "info"
}

test_something_else_may_manage_them if {
	every other in [
		release("helm_release.other", {"$unknown": "var.chart"}, {"chart": {"$unknown": "var.chart"}}),
		release("helm_release.other", "", {"chart": "karpenter-crds", "repository": "oci://example.com/charts"}),
		given.in_terraform("Object", "kubectl_manifest.x", {"kind": "CustomResourceDefinition", "metadata": {"name": "nodepools.karpenter.sh"}}),
	] {
		reports([main({}), other], {"x": []}) == set()
	}
	every node in ["module.karpenter_crds", "data.kubectl_path_documents.karpenter_crds", "kubectl_manifest.karpenter-crd", "null_resource.CRDs", "module.karpenter.data.http.crd_files"] {
		reports([main({})], {"helm_release.karpenter": [node]}) == set()
		reports([main({})], {node: []}) == set()
	}
}

test_names_that_say_nothing if {
	labelled := given.in_terraform("ChartInstallation", "helm_release.karpenter-crd", {"karpenter": "controller", "via": "helm_release"})
	count(reports([labelled], {"helm_release.karpenter-crd": ["module.eks"]})) == 1
	every node in ["var.install_crds", "local.crd_version", "module.x.var.crds", "module.x.output.crds", "module.cert_manager_crds", "kubectl_manifest.istio_crds"] {
		count(reports([main({})], {"helm_release.karpenter": [node]})) == 1
	}
	other := given.in_terraform("Object", "kubectl_manifest.x", {"kind": "CustomResourceDefinition", "metadata": {"name": "certificates.cert-manager.io"}})
	count(reports([main({}), other], {"x": []})) == 1
}

# What is called crds may hold Karpenter's, unless what it holds is known, or it applies nothing.
test_crds_of_others if {
	count(reports([main({}), crds("certificates.cert-manager.io")], {"kubectl_manifest.crds": []})) == 1
	reports([main({}), crds("nodepools.karpenter.sh")], {"kubectl_manifest.crds": []}) == set()
	reports([main({}), crds({"$unknown": "each.key"})], {"kubectl_manifest.crds": []}) == set()
	count(reports([main({})], {"aws_s3_object.crds": [], "module.x.aws_iam_role.crd": []})) == 1
}

crds(name) := given.in_terraform("Object", "kubectl_manifest.crds", {"kind": "CustomResourceDefinition", "metadata": {"name": name}})

manifest(role, via, fields) := given.in_manifest("ChartInstallation", "apps/karpenter.yaml", object.union({"karpenter": role, "via": via, "name": role}, fields))

test_argo if {
	reports([manifest("controller", "Application", {})], {}) == set()
	some found in reports([manifest("controller", "Application", {"skip_crds": true})], {})
	found.severity == "error"
}

test_flux if {
	some found in reports([manifest("controller", "HelmRelease", {})], {})
	found.fix.safety == "unsafe"
	found.fix.ops == [{"do": "set", "path": ["upgrade_crds"], "value": "CreateReplace"}]
	count(reports([manifest("controller", "HelmRelease", {"upgrade_crds": "Create"})], {})) == 1
	reports([manifest("controller", "HelmRelease", {"upgrade_crds": "CreateReplace"})], {}) == set()
	reports([manifest("controller", "HelmRelease", {"upgrade_crds": {"$unknown": "${crds}"}})], {}) == set()
	some skipped in reports([manifest("controller", "HelmRelease", {"install_crds": "Skip"})], {})
	skipped.severity == "error"
}

test_other_ways if {
	every via in ["helmCharts", "Chart"] {
		reports([manifest("controller", via, {})], {}) == set()
	}
}
