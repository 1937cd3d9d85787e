package karplint.lib.order_test

import data.karplint.lib.order

edges := {
	"pool": ["local.x", "class"],
	"local.x": ["controller"],
	"class": [],
	"loop": ["loop"],
	"user": ["module.addons.output.karpenter"],
	"other": ["module.addons.output.karpenter"],
}

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
