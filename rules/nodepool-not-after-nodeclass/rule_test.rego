package karplint.rules.nodepool_not_after_nodeclass_test

import data.karplint.lib.given
import data.karplint.rules.nodepool_not_after_nodeclass as rule

pool(block, reference) := given.in_terraform("Object", block, {
	"apiVersion": "karpenter.sh/v1beta1",
	"kind": "NodePool",
	"metadata": {"name": "spot"},
	"class": reference,
})

class(block, name) := given.in_terraform("Object", block, {
	"apiVersion": "karpenter.k8s.aws/v1beta1",
	"kind": "EC2NodeClass",
	"metadata": {"name": name},
})

reports(resources, edges) := found if {
	found := rule.report with input as given.project(resources, edges, "0.37.0")
}

spot := pool("kubectl_manifest.pool", {"name": "default"})

default_class := class("kubectl_manifest.class", "default")

test_no_path if {
	some found in reports([spot, default_class], {"kubectl_manifest.pool": ["helm_release.karpenter"]})
	found.resource == spot.id
	found.path == ["depends_on"]
	found.message == `NodePool "spot" does not depend on its EC2NodeClass "default"`
	found.help == "add kubectl_manifest.class to depends_on"
	found.fix.ops[0].value == {"$unknown": "kubectl_manifest.class"}
	found.related[0].resource == default_class.id
}

test_some_path if {
	every edges in [
		{"kubectl_manifest.pool": ["kubectl_manifest.class"]},
		{"kubectl_manifest.pool": ["local.name"], "local.name": ["kubectl_manifest.class"]},
	] {
		reports([spot, default_class], edges) == set()
	}
}

# The dependency of a pool on itself, where the class was meant, is no path.
test_depends_on_itself if {
	count(reports([spot, default_class], {"kubectl_manifest.pool": ["kubectl_manifest.pool"]})) == 1
}

test_reversed_is_kl203 if reports([spot, default_class], {"kubectl_manifest.class": ["kubectl_manifest.pool"]}) == set()

test_class_from_elsewhere if {
	reports([spot], {}) == set()
	reports([spot, class("kubectl_manifest.class", "other")], {}) == set()
	manifest := given.in_manifest("Object", "class.yaml", default_class.value)
	reports([spot, manifest], {}) == set()
}

test_pool_in_a_manifest if {
	reports([given.in_manifest("Object", "pool.yaml", spot.value), default_class], {}) == set()
}

test_one_block_for_both if reports([spot, class("kubectl_manifest.pool", "default")], {}) == set()

test_one_finding_for_a_block if {
	second := object.union(spot, {"id": "second"})
	some found in reports([spot, second, default_class], {})
	found.resource == spot.id
	count(reports([spot, second, default_class], {})) == 1
}

test_unknown_names if {
	name := {"$unknown": "var.class"}
	count(reports([pool("kubectl_manifest.pool", {"name": name}), class("kubectl_manifest.class", name)], {})) == 1
	reports([pool("kubectl_manifest.pool", {"name": name}), default_class], {}) == set()
}

test_alternatives if {
	other := class("kubectl_manifest.other", "default")
	reports([spot, default_class, other], {"kubectl_manifest.pool": ["kubectl_manifest.other"]}) == set()
	some found in reports([spot, default_class, other], {})
	not found.fix
}

test_no_fix_across_modules if {
	some found in reports([spot, class("module.classes.kubectl_manifest.class", "default")], {})
	not found.fix
	found.help == "add module.classes to depends_on"
}

# A module that is called once for each cluster has a pool and a class of the same names each time.
test_one_module_for_each_cluster if {
	one := pool("module.one.kubectl_manifest.pool", {"name": "default"})
	others := [class("module.one.kubectl_manifest.class", "default"), class("module.two.kubectl_manifest.class", "default")]
	some found in reports(array.concat([one], others), {})
	found.related[0].resource == "module.one.kubectl_manifest.class"
	found.help == "add kubectl_manifest.class to depends_on"
	found.fix
	some wrong in reports(array.concat([one], others), {"module.one.kubectl_manifest.pool": ["module.two.kubectl_manifest.class"]})
	wrong.resource == one.id
}
