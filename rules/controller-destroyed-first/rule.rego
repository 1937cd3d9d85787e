# METADATA
# title: The controller is destroyed before the resources it has to clean up
# description: |
#   Terraform destroys resources in the reverse order of their dependencies. A controller that depends on its pools or
#   classes is therefore destroyed before them, and a class that depends on its pool is destroyed before the pool. But
#   only the running controller can terminate the instances and remove the finalizers from nodes, NodeClaims and
#   `EC2NodeClass` objects, and it needs the class to do so. Whatever is left hangs in `Terminating`, while the
#   instances keep running and keep costing money.
#
#   A destroy-time script (`provisioner "local-exec" { when = destroy }`) that uninstalls Karpenter while pools still
#   exist has the same effect. So does one that uninstalls Karpenter and only then deletes the pools.
#
#   **What to do.** Reverse the dependency: the pool depends on its class, and the class on the controller. If the
#   controller's release depends on a pool because its pods should run there, give it nodes that Karpenter does not
#   manage: a small managed node group or a Fargate profile. Make a script delete the pools and wait for their
#   NodeClaims before it uninstalls anything, or remove it: Terraform removes the release by itself.
#
#   **About another order.** An article recommends the order workloads, controller, NodePool, EC2NodeClass. Its second
#   step removes what the third and fourth wait for: without the controller nothing completes the finalizers. The order
#   that works is workloads, pools, classes, controller, CRD chart. A team that wants the article's order anyway sets
#   `destroy-order: controller-first` in `.karplint.yaml`. This rule then reports pools and classes that depend on the
#   controller, because those would be destroyed before it.
#
#   **Not reported.**
#
#   - Scripts that delete pools or NodeClaims before they uninstall.
#   - Scripts that every pool and class depends on, because they run when those are gone.
#   - Dependency cycles, which KL206 reports.
#
#   **Fix safety.** Unsafe: the fix moves the entry from one `depends_on` to the other, so check whether anything else
#   relied on the old order. There is no fix for a dependency that comes from a reference or a module, or for a script.
# related_resources:
# - description: Karpenter, uninstalling before the nodes are gone
#   ref: https://karpenter.sh/docs/troubleshooting/#uninstallation
# - description: the controller is removed before the finalizers
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6870
# - description: an EC2NodeClass that cannot be deleted any more
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5079
# custom:
#   id: KL203
#   severity: error
#   severity_note: warning for a script if the pools are in manifests, which Terraform does not order, or not in the project
#   scope: project
#   fix: unsafe
#   kinds: [ChartInstallation, Object, ChartObject, DestroyScript]
#   needles: [NodePool, EC2NodeClass, Provisioner, AWSNodeTemplate, nodepool, nodeclaim]
package karplint.rules.controller_destroyed_first

import data.karplint.lib.installations
import data.karplint.lib.order
import data.karplint.lib.pools
import data.karplint.lib.values

# The controller depends on pools or classes.
report contains object.union(
	{
		"resource": controller.id,
		"path": ["depends_on"],
		"message": sprintf("the controller depends on %s and is destroyed before it", [pools.title(object_)]),
		"why": "then nothing removes its nodes and finalizers",
		"related": [{"resource": object_.id, "path": [], "message": "this outlives the controller"}],
	},
	turned(controller, object_, sprintf("make %s depend on the controller instead", [pools.title(object_)])),
) if {
	not controller_first
	some controller in controllers
	some block in order.reached(controller.block, object.keys(blocks))
	object_ := blocks[block]
	not behind_a_controller(block)
	not through_another(controller.block, block)
}

# A class depends on a pool that refers to it.
report contains object.union(
	{
		"resource": class.id,
		"path": ["depends_on"],
		"message": sprintf("%s depends on %s and is destroyed before it", [pools.title(class), pools.title(pool)]),
		"why": "the pool refers to this class, and the controller needs it to terminate the pool's nodes",
		"related": [{"resource": pool.id, "path": [], "message": "the pool is created here"}],
	},
	turned(class, pool, "make the pool depend on the class instead"),
) if {
	some class in first_in_blocks(pools.classes)
	some block in order.reached(class.block, pool_blocks)
	not order.reaches(block, class.block)
	pool := [pool |
		some pool in pools.pools
		pool.block == block
		some other in pools.named(pool)
		other.block == class.block
	][0]
}

# With destroy-order: controller-first the rule is reversed.
report contains {
	"resource": object_.id,
	"path": ["depends_on"],
	"message": sprintf("%s depends on the controller and is destroyed before it", [pools.title(object_)]),
	"why": `the configuration sets "destroy-order: controller-first"`,
	"help": "remove the dependency",
	"related": [{"resource": controller.id, "path": [], "message": "the controller is installed here"}],
} if {
	controller_first
	some controller in controllers
	some block, object_ in blocks
	order.reaches(block, controller.block)
	not order.reaches(controller.block, block)
}

# A script uninstalls the controller while pools or classes still exist.
report contains {
	"resource": script.id,
	"path": ["command"],
	"message": sprintf("the script uninstalls Karpenter on destroy while %s may still exist", [pools.title(left)]),
	"why": "then nothing removes its nodes and finalizers",
	"help": "delete the pools and wait for their NodeClaims first, or remove the script",
	"severity": severity_of(left),
} if {
	not controller_first
	some script in input.project.by_kind.DestroyScript
	uninstalls(text_of(script.value.command))
	left := [object_ |
		some object_ in all_objects
		not destroyed_before(object_, script)
	][0]
}

# A script uninstalls the controller and then deletes pools that are not in the project.
report contains {
	"resource": script.id,
	"path": ["command"],
	"message": "the script uninstalls Karpenter before it deletes the pools",
	"why": "then nothing removes their nodes and finalizers",
	"help": "delete the pools first and wait for their NodeClaims",
	"severity": "warning",
} if {
	not controller_first
	some script in input.project.by_kind.DestroyScript
	command := text_of(script.value.command)
	uninstalls(command)
	deletes_after(command)
	count(all_objects) == 0
}

# turned(own, other, help): the fix that reverses a dependency which consists of a single entry in depends_on, or else the help.
turned(own, other, help) := {"fix": {
	"title": sprintf("make %s depend on %s instead", [other.reference, own.reference]),
	"safety": "unsafe",
	"ops": [
		{"do": "delete", "path": entry(own, entries[0])},
		{"do": "insert", "resource": other.id, "path": ["depends_on"], "index": -1, "value": {"$unknown": own.reference}},
	],
}} if {
	own.module == other.module
	"depends_on" in own.writable
	"depends_on" in other.writable
	entries := [i | some i, node in own.value.waits_for; node == other.block]
	count(entries) == 1
	next := {node | some node in order.edges[own.block]; node != other.block}
	not other.block in graph.reachable(order.edges, next)
} else := {"help": help}

# entry(own, i): the entry to delete, or all of depends_on if it has no other entry.
entry(own, i) := ["depends_on", i] if {
	count(own.value.waits_for) > 1
} else := ["depends_on"]

controller_first if input.config.destroy_order == "controller-first"

all_objects := array.concat(array.concat(pools.pools, pools.classes), pools.in_releases)

pool_blocks := object.keys(pools.first_of_blocks(pools.pools))

# blocks: for each Terraform block that creates pools or classes, the first of them.
blocks := pools.first_of_blocks(all_objects)

controllers := first_in_blocks(installations.controllers)

first_in_blocks(resources) := [resource | some resource in pools.first_of_blocks(resources)]

# With several clusters in one root a controller may depend on the pools of another cluster. KL206 reports cycles.
behind_a_controller(block) if {
	some controller in controllers
	order.reaches(block, controller.block)
}

# through_another(controller, block): the controller depends on the block only through another pool or class.
through_another(controller, block) if {
	some other in order.reached(controller, object.keys(blocks))
	order.reaches(other, block)
	not order.reaches(block, other)
}

destroyed_before(object_, script) if order.reaches(object.get(object_, "block", ""), script.block)

severity_of(object_) := "error" if {
	object.get(object_, "block", "") != ""
} else := "warning"

text_of(command) := command["$unknown"] if {
	values.unknown(command)
} else := command if {
	is_string(command)
}

# uninstalls(command): it removes the controller without deleting pools or NodeClaims first.
uninstalls(command) if {
	some parts in around_uninstall(command)
	not regex.match(deletes_nodes, parts[0])
}

# deletes_after(command): it deletes pools or NodeClaims after it removed the controller.
deletes_after(command) if {
	some parts in around_uninstall(command)
	some i, part in parts
	i > 0
	regex.match(deletes_nodes, part)
}

# around_uninstall(command): the text before and after each command that removes the controller.
around_uninstall(command) := [parts |
	joined := regex.replace(command, `\\\r?\n`, " ")
	some pattern in [helm, kubectl_delete, kubectl_scale]
	parts := regex.split(pattern, joined)
	count(parts) > 1
]

# words matches what may come between two words of a command, end what ends a name.
words := `(?:[^;&|\n]*[\s/])?`

end := `(?:["'\s;&|)]|$)`

helm := concat("", [`\bhelm\s+`, words, `(?:uninstall|delete|del|un)\s+(?:--?[\w-]+[= ]\S+\s+|-\S+\s+)*["']?karpenter(?:-crd)?`, end])

kubectl_delete := concat("", [
	`\bkubectl\s+`, words, `delete\s+`, words,
	`(?:deploy|deployments?|deployments?\.apps|ns|namespaces?)[\s/]`, words, `["']?karpenter`, end,
])

kubectl_scale := concat("", [
	`\bkubectl\s+`, words, `scale\s+`, words, `(?:--replicas[= ]0\s+`, words, `["']?karpenter`, end,
	`|["']?karpenter\s+`, words, `--replicas[= ]0)`,
])

deletes_nodes := `(?i)\bdelete\s+[^;&|\n]*\b(?:nodepools?|provisioners?|nodeclaims?|machines?)\b`
