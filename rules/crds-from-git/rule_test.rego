package karplint.rules.crds_from_git_test

import data.karplint.lib.given
import data.karplint.rules.crds_from_git as rule

release(chart, fields) := given.in_manifest("ChartInstallation", "release.yaml", object.union(
	{
		"name": chart,
		"chart": chart,
		"repository": "file:karpenter",
		"via": "HelmRelease",
	},
	fields,
))

source(url, ref) := given.in_manifest("Object", "source.yaml", {
	"kind": "GitRepository",
	"metadata": {"name": "karpenter"},
	"url": url,
	"ref": ref,
})

home := "https://github.com/aws/karpenter-provider-aws"

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {}, "1.8.1")
}

at(chart, tag) := reports([release(chart, {}), source(home, {"tag": tag})])

test_controller if {
	some found in at("karpenter", "v1.8.1")
	found.message == `chart "karpenter" comes from Git without its CRDs`
	count(at("karpenter", "v0.19.0")) == 1
	at("karpenter", "v0.18.1") == set()
	count(reports([release("karpenter", {}), source(home, {"branch": "main"})])) == 1
	reports([release("karpenter", {}), source(home, {"commit": "0123"})]) == set()
	reports([release("karpenter", {}), source(home, {"semver": ">=0.1"})]) == set()
	reports([release("karpenter", {}), source(home, {"tag": {"$unknown": "x"}})]) == set()
}

test_crd_chart if {
	every tag in ["v0.19.0", "v0.32.10", "v0.33.5", "v0.34.6", "v0.37.0"] {
		count(at("karpenter-crd", tag)) == 1
	}
	every tag in ["v0.18.0", "v0.33.6", "v0.34.7", "v0.37.1", "v1.0.0", "v1.8.1"] {
		at("karpenter-crd", tag) == set()
	}
	reports([release("karpenter-crd", {}), source(home, {"branch": "main"})]) == set()
}

test_repositories if {
	every url in [
		"https://github.com/aws/karpenter.git", "ssh://git@github.com/aws/karpenter-provider-aws", "git@github.com:awslabs/karpenter.git",
		"https://github.com/aws/karpenter-provider-aws/",
	] {
		count(reports([release("karpenter", {}), source(url, {"branch": "main"})])) == 1
	}
	every url in ["https://github.com/shop/karpenter", "https://gitlab.com/aws/karpenter", {"$unknown": "x"}] {
		reports([release("karpenter", {}), source(url, {"branch": "main"})]) == set()
	}
	reports([release("karpenter", {})]) == set()
	of_two := object.union(source("https://github.com/shop/karpenter", {"branch": "main"}), {"id": "other"})
	reports([release("karpenter", {}), source(home, {"branch": "main"}), of_two]) == set()
}

test_crds_from_elsewhere if {
	reports([release("karpenter", {"install_crds": "Skip"}), source(home, {"tag": "v1.8.1"})]) == set()
	definition := given.in_manifest("Object", "crds.yaml", {
		"kind": "CustomResourceDefinition",
		"metadata": {"name": {"$unknown": "karpenter's, by a Kustomization"}},
	})
	reports([release("karpenter", {}), source(home, {"tag": "v1.8.1"}), definition]) == set()
	chart := given.in_manifest("ChartInstallation", "crds.yaml", {"karpenter": "crds", "chart": "karpenter-crd", "via": "HelmRelease"})
	reports([release("karpenter", {}), source(home, {"tag": "v1.8.1"}), chart]) == set()
}

test_other_charts if {
	at("karpenter-pools", "v1.8.1") == set()
	reports([release("karpenter", {"via": "Application"}), source(home, {"tag": "v1.8.1"})]) == set()
}
