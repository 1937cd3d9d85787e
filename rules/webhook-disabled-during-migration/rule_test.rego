package karplint.rules.webhook_disabled_during_migration_test

import data.karplint.lib.given
import data.karplint.rules.webhook_disabled_during_migration

controller(fields) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller", "via": "helm_release"}, fields))

crds(fields) := given.in_terraform("ChartInstallation", "helm_release.crds", object.union({"karpenter": "crds", "via": "helm_release"}, fields))

pool(version) := given.in_terraform("Object", "kubectl_manifest.pool", {"kind": "NodePool", "apiVersion": sprintf("karpenter.sh/%s", [version]), "metadata": {"name": "default"}})

reports(resources, version) := found if {
	found := webhook_disabled_during_migration.report with input as given.project(resources, {}, version)
}

off := controller({"values": {"webhook": {"enabled": false}}})

test_with_the_crd_chart if {
	some found in reports([off, crds({})], "0.37.8")
	found.severity == "error"
	found.path == ["values", "webhook", "enabled"]
	startswith(found.message, "webhook.enabled is false, but the CRDs of Karpenter 0.37.8 convert")
	found.fix.ops == [{"do": "set", "path": found.path, "value": true}]
}

test_crds_that_helm_never_upgrades if {
	some found in reports([off], "0.37.8")
	found.severity == "warning"
}

test_argo if {
	application := given.in_manifest("ChartInstallation", "app.yaml", {"karpenter": "controller", "via": "Application", "name": "karpenter", "values": {"webhook": {"enabled": false}}})
	some found in reports([application], "0.37.8")
	found.severity == "error"
}

test_beta_objects if {
	some found in reports([off, pool("v1beta1")], "1.0.8")
	found.severity == "error"
	found.related[0].resource == "kubectl_manifest.pool"
}

test_only_v1 if {
	some found in reports([off, crds({}), pool("v1")], "1.0.8")
	found.severity == "warning"
	found.why == "requests for objects that are still stored as v1beta1 fail"
	found.fix.title == "set webhook.enabled to true, and keep it until 1.1"
	reports([off], "1.0.8") == set()
}

test_crds_without_v1 if {
	reports([off, crds({"values": {"webhook": {"enabled": false}}})], "0.37.8") == set()
	count(reports([off, crds({"values": {"webhook": {"enabled": false}}})], "0.37.3")) == 1
}

test_other_versions if {
	every version in ["0.37.0", "0.32.10", "1.1.0", "unknown"] {
		reports([off, crds({}), pool("v1beta1")], version) == set()
	}
}

test_enabled_or_unknown if {
	every enabled in [true, "true", {"$unknown": "var.webhook"}] {
		reports([controller({"values": {"webhook": {"enabled": enabled}}}), crds({})], "0.37.8") == set()
	}
	reports([controller({}), crds({})], "0.37.8") == set()
}
