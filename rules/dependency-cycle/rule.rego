# METADATA
# title: Blocks depend on each other in a circle
# description: |
#   A Terraform block that depends on itself, directly or through others, can be neither created nor destroyed:
#   `terraform plan` stops with `Error: Cycle` or `Self-referential block`. A block that names only itself in `depends_on` is passed
#   over without a word; it is a slip all the same: a pool that names itself where its class was meant, so that the dependency
#   that matters is missing (KL201).
#
#   **What to do.** Take one of the dependencies away, the one that is not meant. The order that works for Karpenter is: CRD
#   chart, controller, class, pool.
#
#   **Not reported.** Modules whose parts depend on each other's parts without a circle: Terraform orders the single
#   resources, outputs and variables, not the modules.
#
#   **Severity.** An error for what Terraform refuses, a warning for a block that names itself in `depends_on`.
#
#   **Fix safety.** No automatic fix: which dependency is wrong is not in the files.
# related_resources:
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL206
#   severity: error
#   severity_note: warning for a block that names itself in depends_on, which Terraform passes over
#   scope: project
#   fix: none
#   kinds: [Cycle]
#   needles: [karpenter]
package karplint.rules.dependency_cycle

report contains {
	"resource": cycle.id,
	"path": ["depends_on"],
	"message": message(cycle.value.nodes),
} if {
	some cycle in input.project.resources
	cycle.kind == "Cycle"
	count(cycle.value.nodes) > 0
	not "item" in object.keys(cycle.value)
}

report contains {
	"resource": cycle.id,
	"path": ["depends_on", cycle.value.item],
	"message": sprintf("%s names itself in depends_on, which has no effect; name the block that was meant", [cycle.value.nodes[0]]),
	"severity": "warning",
} if {
	some cycle in input.project.resources
	cycle.kind == "Cycle"
}

message(nodes) := sprintf("%s refers to itself, which Terraform refuses; take the reference out", [nodes[0]]) if {
	count(nodes) == 1
} else := sprintf("dependency cycle %s; remove one of these dependencies", [concat(" → ", array.concat(shortened(nodes), [nodes[0]]))])

# A circle of many blocks is told by where it begins and ends.
shortened(nodes) := nodes if {
	count(nodes) <= 8
} else := array.concat(array.slice(nodes, 0, 5), array.concat(
	[sprintf("%d more", [count(nodes) - 6])],
	array.slice(nodes, count(nodes) - 1, count(nodes)),
))
