package karplint.rules.mixed_alpha_and_beta_test

import data.karplint.lib.given
import data.karplint.rules.mixed_alpha_and_beta

object_(file, version, kind) := given.in_manifest("Object", file, {"apiVersion": version, "kind": kind, "metadata": {"name": "default"}})

provisioner := object_("pools/provisioner.yaml", "karpenter.sh/v1alpha5", "Provisioner")

template := object_("pools/template.yaml", "karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate")

pool(version) := object_("pools/pool.yaml", sprintf("karpenter.sh/%s", [version]), "NodePool")

release(version) := given.in_manifest("ChartInstallation", "release.yaml", {"karpenter": "controller", "name": "karpenter", "version": version})

floating := release({"$unknown": "${version}"})

reports(resources, target) := found if {
	found := mixed_alpha_and_beta.report with input as object.union(given.project(resources, {}, "unknown"), {"target": target})
}

unknown := {"known": false}

# What the objects of alpha and v1beta1 themselves say.
both := {"known": true, "min": "0.32.0", "max": "0.32.99999"}

test_beta if {
	some found in reports([floating, provisioner, template, pool("v1beta1")], both)
	found.resource == provisioner.id
	found.why == "only Karpenter 0.32 serves both"
	found.related[0].resource == pool("v1beta1").id
}

test_v1 if {
	some found in reports([floating, template, pool("v1"), pool("v1beta1")], unknown)
	endswith(found.message, `NodePool "default" of v1`)
	found.why == "no version of Karpenter serves both"
}

test_one_of_them if {
	reports([floating, provisioner, template], unknown) == set()
	reports([floating, pool("v1beta1"), pool("v1")], unknown) == set()
}

test_version_is_known if {
	exact := {"known": true, "min": "0.32.10", "max": "0.32.10"}
	reports([floating, provisioner, pool("v1beta1")], exact) == set()
	reports([release("0.32.10"), provisioner, pool("v1beta1")], exact) == set()
	reports([release("v0.32.x"), provisioner, pool("v1beta1")], both) == set()
	reports([floating, provisioner, pool("v1")], {"known": true, "min": "0.33.0", "max": "1.0.99999"}) == set()
}

test_alternatives if {
	every file in ["chart/templates/p.yaml", "v1alpha5/p.yaml", "pools/legacy/p.yaml", "pools/provisioner-old.yaml", "examples/p.yaml"] {
		reports([floating, object_(file, "karpenter.sh/v1alpha5", "Provisioner"), pool("v1beta1")], both) == set()
	}
	count(reports([floating, object_("golden/p.yaml", "karpenter.sh/v1alpha5", "Provisioner"), pool("v1beta1")], both)) == 1
	gated := object.union(provisioner, {"value": {"gate": "var.alpha ? 1 : 0"}})
	reports([floating, gated, pool("v1beta1")], both) == set()
}

test_no_cluster_or_several if {
	reports([provisioner, pool("v1beta1")], both) == set()
	other := given.in_manifest("ChartInstallation", "other.yaml", {"karpenter": "controller", "name": "other"})
	reports([floating, other, provisioner, pool("v1beta1")], both) == set()
}

test_directories_without_an_installation if {
	old := object_("old-apps/a/provisioner.yaml", "karpenter.sh/v1alpha5", "Provisioner")
	apart := object_("apps/b/pool.yaml", "karpenter.sh/v1beta1", "NodePool")
	some found in reports([apart, provisioner, template, pool("v1beta1")], unknown)
	found.resource == provisioner.id
	found.related[0].resource == pool("v1beta1").id
	count(reports([apart, provisioner, template, pool("v1beta1")], unknown)) == 1
	reports([apart, provisioner], unknown) == set()
	reports([old, pool("v1")], unknown) == set()
}

test_terraform if {
	alpha := given.in_terraform("Object", "kubectl_manifest.alpha", provisioner.value)
	beta := given.in_terraform("Object", "kubectl_manifest.beta", pool("v1beta1").value)
	edges := {"kubectl_manifest.beta": ["kubectl_manifest.alpha"]}
	found := mixed_alpha_and_beta.report with input as object.union(given.project([alpha, beta], edges, "unknown"), {"target": both})
	count(found) == 1
}
