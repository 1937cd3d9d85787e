# METADATA
# title: Blocks depend on each other in a circle
# description: |
#   A Terraform block that depends on itself, directly or through others, can be neither created nor destroyed:
#   `terraform plan` stops with `Error: Cycle`. With `depends_on` it is often a slip: a pool that names itself where its class was
#   meant, so that the dependency that matters is missing as well (KL201).
#
#   **What to do.** Take one of the dependencies away, the one that is not meant. The order that works for Karpenter is: CRD
#   chart, controller, class, pool.
#
#   **Not reported.** Modules whose parts depend on each other's parts without a circle: Terraform orders the single
#   resources, outputs and variables, not the modules.
#
#   **Fix safety.** No automatic fix: which dependency is wrong is not in the files.
# related_resources:
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL206
#   severity: error
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
}

message(nodes) := sprintf("%s depends on itself; remove it from its own dependencies", [nodes[0]]) if {
	count(nodes) == 1
} else := sprintf("dependency cycle %s; remove one of these dependencies", [concat(" → ", array.concat(shortened(nodes), [nodes[0]]))])

# A circle of many blocks is told by where it begins and ends.
shortened(nodes) := nodes if {
	count(nodes) <= 8
} else := array.concat(array.slice(nodes, 0, 5), array.concat(
	[sprintf("%d more", [count(nodes) - 6])],
	array.slice(nodes, count(nodes) - 1, count(nodes)),
))
