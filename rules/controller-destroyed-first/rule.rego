# METADATA
# title: The controller is destroyed before what it has to clean up
# description: |
#   Terraform destroys in the reverse order of the dependencies. A controller that depends on its pools or classes is
#   therefore destroyed first, and a class that depends on its pool is destroyed before the pool. But only the running
#   controller can end the instances and take the finalizers off nodes, NodeClaims and `EC2NodeClass` objects, and it needs
#   the class to know how. What is left hangs in `Terminating`, the instances keep running and keep costing money.
#   A script that runs on destroy (`provisioner "local-exec" { when = destroy }`) and uninstalls Karpenter while pools still
#   exist does the same; so does one that deletes the pools itself, behind the controller.
#
#   **What to do.** Turn the dependency round: the pool depends on its class, the class on the controller. If the
#   controller's release depends on a pool because its pods should run there, give it nodes that Karpenter does not make: a
#   small managed node group or a Fargate profile. Let a script delete the pools and wait for their NodeClaims before it
#   uninstalls anything, or drop it: Terraform removes the release by itself.
#
#   **About another order.** An article recommends the order workloads, controller, NodePool, EC2NodeClass. Its second step takes away
#   what the third and fourth wait for: without the controller nobody finishes the finalizers. The order that works is
#   workloads, pools, classes, controller, CRD chart. A team that wants the article's order all the same says
#   `destroy-order: controller-first` in `.karplint.yaml`: this rule then reports pools and classes that depend on the
#   controller, because those would be destroyed before it.
#
#   **Not reported.** Scripts that delete pools or NodeClaims before they uninstall, and scripts that every pool and class
#   depends on, which therefore run when those are gone; dependencies in a circle, which are KL206.
#
#   **Fix safety.** Unsafe: the entry moves from one `depends_on` to the other's, so look whether something else relied on the old
#   order. There is no fix where the dependency comes from a reference or a module, nor for a script.
# related_resources:
# - description: Karpenter, uninstalling before the nodes are gone
#   ref: https://karpenter.sh/docs/troubleshooting/#uninstallation
# - description: the controller goes before the finalizers
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6870
# - description: an EC2NodeClass that cannot be deleted any more
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5079
# custom:
#   id: KL203
#   severity: error
#   severity_note: warning for a script where the pools stand in manifests, which Terraform does not order, or are not there
#   scope: project
#   fix: unsafe
#   kinds: [ChartInstallation, Object, DestroyScript]
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
		"message": sprintf("the controller depends on %s and is destroyed before it, so nobody is left to remove its nodes and finalizers; let %s depend on the controller instead", [
			pools.title(object_),
			pools.title(object_),
		]),
		"related": [{"resource": object_.id, "path": [], "message": "this would outlive the controller"}],
	},
	turned(controller, object_),
) if {
	not controller_first
	some controller in controllers
	some block in order.reached(controller.block, object.keys(blocks))
	object_ := blocks[block]
	not behind_a_controller(block)
	not through_another(controller.block, block)
}

# A class depends on a pool that names it.
report contains object.union(
	{
		"resource": class.id,
		"path": ["depends_on"],
		"message": sprintf("%s depends on %s, which names it, and is destroyed before it; let the pool depend on the class instead", [
			pools.title(class),
			pools.title(pool),
		]),
		"related": [{"resource": pool.id, "path": [], "message": "the pool is created here"}],
	},
	turned(class, pool),
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

# With destroy-order: controller-first it is the other way round.
report contains {
	"resource": object_.id,
	"path": ["depends_on"],
	"message": sprintf("%s depends on the controller and is destroyed before it; with \"destroy-order: controller-first\" nothing that Karpenter manages depends on the controller", [pools.title(object_)]),
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
	"message": sprintf("the script uninstalls Karpenter on destroy while %s may still exist, so nobody is left to remove its nodes and finalizers; delete the pools and wait for their NodeClaims first, or drop the script", [pools.title(left)]),
	"severity": severity_of(left),
} if {
	not controller_first
	some script in input.project.resources
	script.kind == "DestroyScript"
	uninstalls(text_of(script.value.command))
	left := [object_ |
		some object_ in all_objects
		not destroyed_before(object_, script)
	][0]
}

# A script uninstalls the controller and then deletes pools that the project does not show.
report contains {
	"resource": script.id,
	"path": ["command"],
	"message": "the script uninstalls Karpenter before it deletes the pools, so nobody is left to remove their nodes and finalizers; delete the pools first and wait for their NodeClaims",
	"severity": "warning",
} if {
	not controller_first
	some script in input.project.resources
	script.kind == "DestroyScript"
	command := text_of(script.value.command)
	uninstalls(command)
	deletes_after(command)
	count(all_objects) == 0
}

# turned(own, other): the fix that turns a dependency round, where an entry of depends_on is all there is to it.
turned(own, other) := {"fix": {
	"title": sprintf("let %s depend on %s instead", [other.reference, own.reference]),
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
} else := {}

# entry(own, i): the whole of depends_on where nothing else is in it.
entry(own, i) := ["depends_on", i] if {
	count(own.value.waits_for) > 1
} else := ["depends_on"]

controller_first if input.config.destroy_order == "controller-first"

all_objects := array.concat(pools.pools, pools.classes)

pool_blocks := object.keys(pools.first_of_blocks(pools.pools))

# blocks: of each Terraform block that creates pools or classes the first of them.
blocks := pools.first_of_blocks(all_objects)

controllers := first_in_blocks(installations.controllers)

first_in_blocks(resources) := [resource | some resource in pools.first_of_blocks(resources)]

# With several clusters in one root a controller may well come after the pools of another; a cycle is KL206's.
behind_a_controller(block) if {
	some controller in controllers
	order.reaches(block, controller.block)
}

# through_another(controller, block): the controller depends on it only because it depends on a pool or class that does.
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

# uninstalls(command): it removes the controller, and deletes no pools or NodeClaims before.
uninstalls(command) if {
	some parts in around_uninstall(command)
	not regex.match(deletes_nodes, parts[0])
}

# deletes_after(command): it deletes pools or NodeClaims behind that.
deletes_after(command) if {
	some parts in around_uninstall(command)
	some i, part in parts
	i > 0
	regex.match(deletes_nodes, part)
}

# around_uninstall(command): what stands before and behind each command that removes the controller.
around_uninstall(command) := [parts |
	joined := regex.replace(command, `\\\r?\n`, " ")
	some pattern in [helm, kubectl_delete, kubectl_scale]
	parts := regex.split(pattern, joined)
	count(parts) > 1
]

# To the end of the command: what may stand between words, and what ends the name.
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
