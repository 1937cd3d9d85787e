package karplint.rules.pools_before_crds_test

import data.karplint.lib.given
import data.karplint.rules.pools_before_crds as rule

controller(fields) := given.in_manifest("ChartInstallation", "karpenter.yaml", object.union(
	{
		"name": "karpenter",
		"karpenter": "controller",
		"chart": "karpenter",
		"via": "HelmRelease",
	},
	fields,
))

crd_chart(fields) := given.in_manifest("ChartInstallation", "crds.yaml", object.union(
	{
		"name": "karpenter-crd",
		"karpenter": "crds",
		"chart": "karpenter-crd",
		"via": "HelmRelease",
	},
	fields,
))

pool(fields) := given.in_manifest("Object", "pools.yaml", object.union(
	{
		"apiVersion": "karpenter.sh/v1",
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"class": {"kind": "EC2NodeClass", "name": "default"},
	},
	fields,
))

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {}, "1.8.1")
}

test_one_kustomization if {
	some found in reports([controller({"builds": ["a"]}), pool({"builds": ["a"]})])
	contains(found.why, "Kustomization a contains both")
	not found.severity
}

# In one of two clusters only: that may be another file.
test_one_of_two_kustomizations if {
	reports([controller({"builds": ["a"]}), pool({"builds": ["a", "b"]})]) == set()
	count(reports([controller({"builds": ["a", "b"]}), pool({"builds": ["a", "b"]})])) == 1
}

test_two_kustomizations if {
	some found in reports([controller({"builds": ["a"]}), pool({"builds": ["b"]})])
	found.severity == "info"
	contains(found.why, "does not depend on that of HelmRelease/karpenter")
	reports([controller({"builds": ["a"]}), pool({"builds": ["b"], "after": ["a"]})]) == set()
	count(reports([controller({"builds": ["a"]}), pool({"builds": ["b"], "after": ["c"]})])) == 1
	reports([controller({"builds": ["a"]}), pool({"builds": ["b"], "after": {"$unknown": "after"}})]) == set()
}

test_kustomization_that_is_ready_too_early if {
	some found in reports([controller({"builds": ["a"]}), pool({"builds": ["b"], "after": ["a*"]})])
	contains(found.why, "Kustomization b waits for a, which does not wait")
	contains(found.help, "a Kustomization of its own with wait: true")
}

test_unknown_kustomization if {
	reports([controller({}), pool({"builds": ["b"]})]) == set()
	reports([controller({"builds": ["a"]}), pool({})]) == set()
}

test_crd_chart if {
	skips := controller({"builds": ["b"], "install_crds": "Skip"})
	some found in reports([skips, crd_chart({"builds": ["a"]}), pool({"builds": ["c"]})])
	contains(found.why, "HelmRelease/karpenter-crd")
	reports([skips, crd_chart({"builds": ["a"]}), pool({"builds": ["c"], "after": ["a"]})]) == set()
	reports([skips, crd_chart({"builds": ["a"]}), pool({"builds": ["c"], "after": ["b"]})]) == set() # which waits for the CRD chart
	reports([skips, crd_chart({"builds": ["a"]}), pool({"builds": ["b"], "after": ["a"]})]) == set()
}

test_crds_from_elsewhere if {
	reports([controller({"builds": ["a"], "install_crds": "Skip"}), pool({"builds": ["a"]})]) == set()
	reports([controller({"builds": ["a"], "skip_crds": {"$unknown": "x"}}), pool({"builds": ["a"]})]) == set()
	reports([controller({"builds": ["a"], "image": "controller"}), pool({"builds": ["a"]})]) == set()
	definition := given.in_manifest("Object", "crds.yaml", {
		"kind": "CustomResourceDefinition",
		"metadata": {"name": "nodepools.karpenter.sh"},
	})
	reports([controller({"builds": ["a"]}), definition, pool({"builds": ["a"]})]) == set()
	by_terraform := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "via": "helm_release"})
	reports([by_terraform, pool({"builds": ["a"]})]) == set()
	reports([by_terraform, pool({"applied_by": {"address": "Application/pools", "gives_up": true}})]) == set()
}

test_one_finding_of_a_kustomization if {
	class := given.in_manifest("Object", "class.yaml", {
		"apiVersion": "karpenter.k8s.aws/v1",
		"kind": "EC2NodeClass",
		"metadata": {"name": "default"},
		"builds": ["a"],
	})
	count(reports([controller({"builds": ["a"]}), pool({"builds": ["a"]}), class])) == 1
}

in_argo(fields) := controller(object.union({"via": "Application"}, fields))

application(fields) := pool({"applied_by": object.union({"address": "Application/pools", "gives_up": true}, fields)})

test_applications if {
	some found in reports([in_argo({}), application({})])
	found.severity == "info"
	contains(found.why, "Application/pools does not wait for Application/karpenter")
	reports([in_argo({}), application({"address": "Application/karpenter"})]) == set()
	reports([in_argo({"installer": "Application/pools"}), application({})]) == set()
	reports([controller({}), application({})]) == set()
}

test_waves if {
	reports([in_argo({"sync_wave": "-1"}), application({})]) == set()
	reports([in_argo({}), application({"sync_wave": "5"})]) == set()
	reports([in_argo({}), application({"sync_wave": {"$unknown": "wave"}})]) == set()
	reports([in_argo({"sync_wave": {"$unknown": "wave"}}), application({})]) == set()
	count(reports([in_argo({"sync_wave": "1"}), application({"sync_wave": "1"})])) == 1
}

test_retries if {
	reports([in_argo({}), application({"gives_up": false})]) == set()
}

test_clusters if {
	reports([in_argo({"clusters": ["a"]}), application({"clusters": ["b"]})]) == set()
	count(reports([in_argo({"clusters": ["a"]}), application({"clusters": ["a", "b"]})])) == 1
}

test_option_of_the_object if {
	reports([in_argo({}), pool({"skips_dry_run": true, "applied_by": {"address": "Application/pools", "gives_up": true}})]) == set()
}
