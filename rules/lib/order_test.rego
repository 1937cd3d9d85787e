package karplint.lib.order_test

import data.karplint.lib.given
import data.karplint.lib.order

edges := given.closed({
	"pool": ["local.x", "class"],
	"local.x": ["controller"],
	"class": [],
	"loop": ["loop"],
	"user": ["module.addons.output.karpenter"],
	"other": ["module.addons.output.karpenter"],
})

test_paths if {
	order.reaches("pool", "class") with input.project.edges as edges
	order.reaches("pool", "controller") with input.project.edges as edges
	not order.reaches("class", "pool") with input.project.edges as edges
	not order.reaches("missing", "pool") with input.project.edges as edges
}

test_only_a_cycle_reaches_itself if {
	order.reaches("loop", "loop") with input.project.edges as edges
	not order.reaches("pool", "pool") with input.project.edges as edges
}

test_without_edges if not order.reaches("a", "b") with input.project as {}

test_manifests_have_no_order if not order.reaches("", "") with input.project.edges as {"": [""]}

test_outputs_of_a_module if {
	resources := [{"block": "module.addons"}]
	order.reaches("user", "module.addons") with input.project as {"edges": edges, "resources": resources}
	inside := [{"block": "module.addons.helm_release.karpenter"}]
	not order.reaches("user", "module.addons") with input.project as {"edges": edges, "resources": inside}
}

test_reached_is_what_reaches_says_of_each if {
	blocks := {"pool", "class", "controller", "loop", "module.addons", "missing"}
	resources := [{"block": block} | some block in blocks]
	every from in blocks | {"user", "", "local.x"} {
		wanted := {to | some to in blocks; order.reaches(from, to)} with input.project as {"edges": edges, "resources": resources}
		order.reached(from, blocks) == wanted with input.project as {"edges": edges, "resources": resources}
	}
	order.reached("user", blocks) == {"module.addons"} with input.project as {"edges": edges, "resources": resources}
}

block(module, reference) := {
	"block": trim(sprintf("%s.%s", [module, reference]), "."),
	"module": module,
	"reference": reference,
	"writable": ["depends_on"],
}

test_fix_within_a_module if {
	fix := order.fix(block("", "a.b"), block("", "c.d")) with input.project.edges as {}
	fix.safety == "safe"
	fix.ops == [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"$unknown": "c.d"}}]
	order.advice(block("", "a.b"), block("", "c.d")) == "add c.d to depends_on" with input.project.edges as {}
}

test_no_fix_across_modules if {
	every case in [
		{"own": block("module.x", "a.b"), "other": block("", "c.d"), "advice": "add c.d to depends_on of module.x"},
		{"own": block("", "a.b"), "other": block("module.y", "c.d"), "advice": "add module.y to depends_on"},
		{"own": block("module.x.module.z", "a.b"), "other": block("module.y", "c.d"), "advice": "add module.y to depends_on of module.x"},
		{"own": block("module.x.module.y", "a.b"), "other": block("module.x.module.z", "c.d"), "advice": "add module.z to depends_on of module.y"},
		{"own": block("module.x", "a.b"), "other": block("module.x.module.z", "c.d"), "advice": "add module.z to depends_on"},
		{"own": block("module.x", "a.b"), "other": block("", "module.addons"), "advice": "add module.addons to depends_on of module.x"},
	] {
		not order.fix(case.own, case.other) with input.project.edges as {}
		order.advice(case.own, case.other) == case.advice with input.project.edges as {}
	}
}

test_no_fix_that_closes_a_cycle if {
	not order.fix(block("", "a.b"), block("", "c.d")) with input.project.edges as given.closed({"c.d": ["a.b"]})
}

test_no_path_between_strangers if {
	not order.reaches("a", "d") with input.project.edges as {"a": ["b"], "c": ["d"]}
}

test_outputs_of_another_module if {
	resources := [{"block": "module.other"}]
	not order.reaches("user", "module.other") with input.project as {"edges": edges, "resources": resources}
}

test_nearest if {
	here := block("module.one_module.module.pools", "a.b")
	there := [block("module.two.module.pools", "c.d"), block("module.one_module", "e.f"), block("module.one_module", "g.h"), block("", "i.j")]
	order.nearest(here, there) == [there[1], there[2]]
	order.nearest(block("", "a.b"), there) == there
	order.nearest(here, []) == []
}

test_calls_of_a_module_with_module_in_its_name if {
	own := block("module.my_module", "a.b")
	order.advice(own, block("module.eks-module", "c.d")) == "add module.eks-module to depends_on of module.my_module" with input.project.edges as {}
}
