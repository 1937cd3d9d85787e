package karplint.rules.node_resources_not_after_controller_test

import data.karplint.lib.given
import data.karplint.rules.node_resources_not_after_controller as rule

controller_in(block) := given.in_terraform("ChartInstallation", block, {"chart": "karpenter", "karpenter": "controller"})

crds := given.in_terraform("ChartInstallation", "helm_release.crds", {"chart": "karpenter-crd", "karpenter": "crds"})

controller := controller_in("helm_release.karpenter")

pool := given.in_terraform("Object", "kubectl_manifest.pool", {
	"apiVersion": "karpenter.sh/v1",
	"kind": "NodePool",
	"metadata": {"name": "spot"},
	"class": {"name": "default"},
})

class := given.in_terraform("Object", "kubectl_manifest.class", {
	"apiVersion": "karpenter.k8s.aws/v1",
	"kind": "EC2NodeClass",
	"metadata": {"name": "default"},
})

reports(resources, edges) := found if {
	found := rule.report with input as given.project(resources, edges, "1.0.8")
}

resources_of(found) := {one.resource | some one in found}

test_no_path if {
	some found in reports([controller, class], {})
	found.path == ["depends_on"]
	found.message == `EC2NodeClass "default" does not depend on Karpenter's controller`
	found.help == "add helm_release.karpenter to depends_on"
	found.fix.ops[0].value == {"$unknown": "helm_release.karpenter"}
}

test_crd_chart_alone if {
	edges := {"kubectl_manifest.class": ["helm_release.crds"], "kubectl_manifest.pool": ["helm_release.crds"]}
	resources_of(reports([controller, crds, class, pool], edges)) == {class.id, pool.id}
}

test_only_where_the_path_is_missing if {
	resources_of(reports([controller, class, pool], {"kubectl_manifest.pool": ["kubectl_manifest.class"]})) == {class.id}
}

test_path if {
	edges := {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["local.a"], "local.a": ["helm_release.karpenter"]}
	reports([controller, class, pool], edges) == set()
}

test_module_call if {
	addons := controller_in("module.addons")
	reports([addons, class], {"kubectl_manifest.class": ["module.addons"]}) == set()
	reports([addons, class], {"kubectl_manifest.class": ["module.addons.output.karpenter"]}) == set()
	some found in reports([addons, class], {"kubectl_manifest.class": ["module.eks"]})
	found.fix.ops[0].value == {"$unknown": "module.addons"}
}

test_no_controller if {
	reports([class, pool], {}) == set()
	reports([crds, class, pool], {}) == set()
	in_manifest := given.in_manifest("ChartInstallation", "app.yaml", object.union(controller.value, {"via": "HelmRelease"}))
	reports([in_manifest, class], {}) == set()
}

test_unknown_chart if {
	perhaps := given.in_terraform("ChartInstallation", "helm_release.perhaps", {"chart": {"$unknown": "var.chart"}, "karpenter": {"$unknown": "var.chart"}})
	reports([perhaps, class], {}) == set()
	reports([controller, perhaps, class], {"kubectl_manifest.class": ["helm_release.perhaps"]}) == set()
}

test_several_controllers if {
	other := controller_in("helm_release.other")
	reports([controller, other, class], {"kubectl_manifest.class": ["helm_release.other"]}) == set()
	some found in reports([controller, other, class], {})
	not found.fix
}

test_reversed_is_kl203 if reports([controller, class], {"helm_release.karpenter": ["kubectl_manifest.class"]}) == set()

test_no_fix_beside_a_reversed_order if {
	some found in reports([controller, class, pool], {"helm_release.karpenter": ["kubectl_manifest.pool"]})
	found.resource == class.id
	not found.fix
}

test_controller_first if {
	found := rule.report with input as given.project([controller, class], {}, "1.0.8")
		with input.config.destroy_order as "controller-first"
	found == set()
}

test_fix_beside_pools_in_order if {
	edges := {"kubectl_manifest.pool": ["helm_release.karpenter"]}
	some found in reports([controller, class, pool], edges)
	found.fix.ops[0].value == {"$unknown": "helm_release.karpenter"}
}

test_both_of_a_cycle if {
	edges := {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["kubectl_manifest.pool"]}
	resources_of(reports([controller, class, pool], edges)) == {class.id, pool.id}
}

test_one_module_for_each_cluster if {
	object_ := given.in_terraform("Object", "module.two.kubectl_manifest.class", class.value)
	controllers := [controller_in("module.one.helm_release.karpenter"), controller_in("module.two.helm_release.karpenter")]
	some found in reports(array.concat(controllers, [object_]), {"module.two.kubectl_manifest.class": ["module.one.helm_release.karpenter"]})
	found.related[0].resource == "module.two.helm_release.karpenter"
	found.help == "add helm_release.karpenter to depends_on"
	found.fix
}
