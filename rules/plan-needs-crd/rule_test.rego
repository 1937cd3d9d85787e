package karplint.rules.plan_needs_crd_test

import data.karplint.lib.given
import data.karplint.rules.plan_needs_crd as rule

controller(fields) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
	{
		"karpenter": "controller",
		"chart": "karpenter",
		"via": "helm_release",
	},
	fields,
))

crd_chart := given.in_terraform("ChartInstallation", "helm_release.karpenter_crd", {
	"karpenter": "crds",
	"chart": "karpenter-crd",
	"via": "helm_release",
})

made(kind, fields) := given.in_terraform("Object", sprintf("kubernetes_manifest.%s", [lower(kind)]), object.union(
	{
		"apiVersion": apis[kind],
		"kind": kind,
		"metadata": {"name": "default"},
		"via": "kubernetes_manifest",
	},
	fields,
))

apis := {
	"NodePool": "karpenter.sh/v1",
	"EC2NodeClass": "karpenter.k8s.aws/v1",
	"Provisioner": "karpenter.sh/v1alpha5",
	"AWSNodeTemplate": "karpenter.k8s.aws/v1alpha1",
}

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {"helm_release.karpenter": []}, "1.8.1")
}

test_kinds if {
	every kind in object.keys(apis) {
		some found in reports([controller({}), made(kind, {})])
		found.message == sprintf("the first plan fails, because it needs the CRD of %s \"default\"", [kind])
		found.resource == sprintf("kubernetes_manifest.%s", [lower(kind)])
	}
}

test_crd_chart if {
	some found in reports([controller({"skip_crds": true}), crd_chart, made("NodePool", {})])
	contains(found.why, "helm_release.karpenter_crd")
}

test_crds_from_elsewhere if {
	reports([controller({"skip_crds": true}), made("NodePool", {})]) == set()
	reports([controller({"skip_crds": {"$unknown": "var.skip"}}), made("NodePool", {})]) == set()
	reports([controller({"install_crds": "Skip"}), made("NodePool", {})]) == set()
	reports([controller({"image": "controller"}), made("NodePool", {})]) == set()
	reports([made("NodePool", {})]) == set()
	in_files := given.in_manifest("ChartInstallation", "karpenter.yaml", {"karpenter": "controller", "via": "HelmRelease"})
	reports([in_files, made("NodePool", {})]) == set()
}

test_other_ways if {
	every via in ["kubectl_manifest", "kustomization_resource"] {
		reports([controller({}), made("NodePool", {"via": via})]) == set()
	}
}

test_auto_mode if {
	class := {"class": {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}}
	reports([controller({}), made("NodePool", class)]) == set()
	cluster := given.in_terraform("Cluster", "aws_eks_cluster.this", {"auto_mode": true})
	reports([controller({}), cluster, made("NodePool", {})]) == set()
	count(reports([controller({}), cluster, made("EC2NodeClass", {})])) == 1
	other := given.in_terraform("Cluster", "aws_eks_cluster.this", {})
	count(reports([controller({}), other, made("NodePool", {})])) == 1
}

test_conditions if {
	gate := {"gate": "var.karpenter ? 1 : 0"}
	count(reports([controller(gate), made("NodePool", gate)])) == 1
	reports([controller({}), made("NodePool", gate)]) == set()
	reports([controller(gate), made("NodePool", {})]) == set()
	reports([controller({"off": true}), made("NodePool", {})]) == set()
	reports([controller({}), made("NodePool", {"off": true})]) == set()
	count(reports([controller({}), made("NodePool", {"gate": `toset(["a", "b"])`})])) == 1
}

test_one_finding_of_a_block if {
	second := object.union(made("NodePool", {}), {"id": "second"})
	count(reports([controller({}), made("NodePool", {}), second])) == 1
}
