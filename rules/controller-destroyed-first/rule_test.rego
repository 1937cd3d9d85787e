package karplint.rules.controller_destroyed_first_test

import data.karplint.lib.given
import data.karplint.rules.controller_destroyed_first as rule

controller := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"chart": "karpenter", "karpenter": "controller"})

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

script(command) := given.in_terraform("DestroyScript", "null_resource.cleanup", {"command": command})

reports(resources, edges) := found if {
	found := rule.report with input as given.project(resources, edges, "1.0.8")
}

controller_first(resources, edges) := found if {
	found := rule.report with input as given.project(resources, edges, "1.0.8")
		with input.config.destroy_order as "controller-first"
}

test_controller_depends_on_a_pool if {
	some found in reports([controller, pool, class], {"helm_release.karpenter": ["kubectl_manifest.pool"]})
	found.resource == controller.id
	startswith(found.message, `the controller depends on NodePool "spot" and is destroyed before it`)
	found.related[0].resource == pool.id
}

test_only_the_nearest if {
	edges := {"helm_release.karpenter": ["kubectl_manifest.pool"], "kubectl_manifest.pool": ["kubectl_manifest.class"]}
	some found in reports([controller, pool, class], edges)
	found.related[0].resource == pool.id
	count(reports([controller, pool, class], edges)) == 1
}

test_class_depends_on_its_pool if {
	some found in reports([pool, class], {"kubectl_manifest.class": ["kubectl_manifest.pool"]})
	found.resource == class.id
	startswith(found.message, `EC2NodeClass "default" depends on NodePool "spot"`)
}

test_class_after_another_pool if {
	other := object.union(pool, {"value": {"class": {"name": "other"}}})
	reports([other, class], {"kubectl_manifest.class": ["kubectl_manifest.pool"]}) == set()
}

test_right_order if {
	edges := {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["helm_release.karpenter"]}
	reports([controller, pool, class], edges) == set()
}

test_cycles_are_kl206 if {
	edges := {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["kubectl_manifest.pool"]}
	reports([pool, class], edges) == set()
	both := {"kubectl_manifest.pool": ["helm_release.karpenter"], "helm_release.karpenter": ["kubectl_manifest.pool"]}
	reports([controller, pool], both) == set()
}

test_controller_of_another_cluster if {
	other := given.in_terraform("ChartInstallation", "helm_release.other", controller.value)
	edges := {"helm_release.other": ["kubectl_manifest.pool"], "kubectl_manifest.pool": ["helm_release.karpenter"]}
	reports([controller, other, pool], edges) == set()
}

test_controller_first_turns_it_round if {
	edges := {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["helm_release.karpenter"]}
	found := controller_first([controller, pool, class], edges)
	{one.resource | some one in found} == {pool.id, class.id}
	controller_first([controller, pool], {"helm_release.karpenter": ["kubectl_manifest.pool"]}) == set()
	controller_first([pool, script("helm uninstall karpenter")], {}) == set()
	count(controller_first([pool, class], {"kubectl_manifest.class": ["kubectl_manifest.pool"]})) == 1
}

test_scripts if {
	every command in [
		"helm uninstall karpenter -n kube-system",
		"helm -n karpenter delete karpenter",
		"helm uninstall --namespace kube-system karpenter",
		"aws eks update-kubeconfig --name x && helm uninstall \\\n  karpenter",
		"kubectl delete deployment karpenter -n karpenter",
		"kubectl -n karpenter delete deploy/karpenter",
		"kubectl delete namespace karpenter",
		"kubectl scale deployment karpenter -n karpenter --replicas=0",
		"kubectl scale --replicas 0 deployment/karpenter",
		{"$unknown": "\"helm uninstall karpenter --namespace ${self.triggers.namespace}\""},
	] {
		some found in reports([pool, script(command)], {})
		found.path == ["command"]
		found.severity == "error"
		startswith(found.message, `the script uninstalls Karpenter on destroy while NodePool "spot" may still exist`)
	}
}

test_other_scripts if {
	every command in [
		"kubectl delete nodepools --all --wait && helm uninstall karpenter",
		"kubectl delete provisioner default\nhelm uninstall karpenter",
		"helm uninstall karpenter-nodepools -n karpenter",
		"kubectl delete pods -n karpenter --all",
		"kubectl delete ec2nodeclass default",
		"echo karpenter",
		{"$unknown": "var.command"},
	] {
		reports([pool, script(command)], {}) == set()
	}
}

test_script_that_deletes_pools_too_late if {
	every command in [
		"kubectl delete deployment -n kube-system karpenter\nkubectl delete nodepools --all",
		"helm uninstall karpenter -n karpenter && kubectl delete nodeclaims --all",
	] {
		some found in reports([script(command)], {})
		found.severity == "warning"
		contains(found.message, "before it deletes the pools")
		some beside in reports([pool, script(command)], {})
		beside.severity == "error"
		count(reports([pool, script(command)], {})) == 1
	}
	reports([script("kubectl delete nodepools --all\nhelm uninstall karpenter\nkubectl delete nodeclaims --all")], {}) == set()
	reports([script("helm uninstall karpenter-crd-check\nkubectl delete nodepools --all")], {}) == set()
}

test_script_that_runs_last if {
	one := script("helm uninstall karpenter")
	reports([pool, class, one], {"kubectl_manifest.pool": ["null_resource.cleanup"], "kubectl_manifest.class": ["null_resource.cleanup"]}) == set()
	count(reports([pool, class, one], {"kubectl_manifest.pool": ["null_resource.cleanup"]})) == 1
	reports([one], {}) == set()
}

test_pools_in_manifests if {
	manifest := given.in_manifest("Object", "pool.yaml", pool.value)
	some found in reports([manifest, script("helm uninstall karpenter")], {})
	found.severity == "warning"
}

test_no_order if {
	reports([controller, pool, class], {}) == set()
	controller_first([controller, pool, class], {}) == set()
	both := {"kubectl_manifest.pool": ["helm_release.karpenter"], "helm_release.karpenter": ["kubectl_manifest.pool"]}
	controller_first([controller, pool], both) == set()
}

test_two_that_do_not_depend_on_each_other if {
	edges := {"helm_release.karpenter": ["kubectl_manifest.pool", "kubectl_manifest.class"]}
	count(reports([controller, pool, class], edges)) == 2
	circle := object.union(edges, {"kubectl_manifest.pool": ["kubectl_manifest.class"], "kubectl_manifest.class": ["kubectl_manifest.pool"]})
	count(reports([controller, pool, class], circle)) == 2
}

# The pool names the class of another block.
test_class_beside_the_named_one if {
	other := given.in_terraform("Object", "kubectl_manifest.other", object.union(class.value, {"metadata": {"name": "other"}}))
	reports([pool, class, other], {"kubectl_manifest.other": ["kubectl_manifest.pool"]}) == set()
}

# The fix is for an entry of depends_on that is all there is to the dependency.
fixes(entries, edges) := {found.fix.ops[0].path | some found in all} if {
	release := given.in_terraform("ChartInstallation", "helm_release.main", {"karpenter": "controller", "waits_for": entries})
	value := {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}}
	resources := [release, given.in_terraform("Object", "kubectl_manifest.pool", value)]
	all := rule.report with input as given.project(resources, edges, "1.0.8")
	count(all) == 1
}

test_fix_of_an_entry if {
	edges := {"helm_release.main": ["local.a", "kubectl_manifest.pool"]}
	fixes(["local.a", "kubectl_manifest.pool"], edges) == {["depends_on", 1]}
	fixes(["kubectl_manifest.pool"], edges) == {["depends_on"]}
}

test_no_fix_with_another_way if {
	fixes([""], {"helm_release.main": ["kubectl_manifest.pool"]}) == set()
	edges := {"helm_release.main": ["kubectl_manifest.pool", "local.a"], "local.a": ["kubectl_manifest.pool"]}
	fixes(["kubectl_manifest.pool", "local.a"], edges) == set()
}
