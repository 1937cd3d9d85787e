# METADATA
# title: Terraform blocks depend on each other in a cycle
# description: |
#   A Terraform block that depends on itself, directly or through others, can be neither created nor destroyed:
#   `terraform plan` stops with `Error: Cycle` or `Self-referential block`. Terraform silently ignores a block that
#   lists only itself in `depends_on`. That is still a mistake: for example, a pool lists itself instead of its class,
#   so the dependency that matters is missing (KL201).
#
#   **What to do.** Remove the dependency that is not intended. The order that works for Karpenter is: CRD chart,
#   controller, class, pool.
#
#   **Not reported.** Modules whose parts depend on parts of each other without a cycle: Terraform orders individual
#   resources, outputs and variables, not modules.
#
#   **Severity.** Error for what Terraform rejects, warning for a block that lists itself in `depends_on`.
#
#   **Fix safety.** No automatic fix: the files do not show which dependency is wrong.
# related_resources:
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL206
#   severity: error
#   severity_note: warning for a block that lists itself in depends_on, which Terraform ignores
#   scope: project
#   fix: none
#   kinds: [Cycle]
#   needles: [karpenter]
package karplint.rules.dependency_cycle

report contains {
	"resource": cycle.id,
	"path": ["depends_on"],
	"message": sprintf("%s depends on itself", [nodes[0]]),
	"why": why(nodes),
	"help": help(nodes),
} if {
	some cycle in input.project.by_kind.Cycle
	nodes := cycle.value.nodes
	count(nodes) > 0
	not "item" in object.keys(cycle.value)
}

report contains {
	"resource": cycle.id,
	"path": ["depends_on", cycle.value.item],
	"message": sprintf("%s lists itself in depends_on", [cycle.value.nodes[0]]),
	"why": "this has no effect, and the dependency that was meant is missing",
	"help": "list the intended block instead",
	"severity": "warning",
} if {
	some cycle in input.project.by_kind.Cycle
}

help(nodes) := "remove the reference" if {
	count(nodes) == 1
} else := "remove one of these dependencies"

why(nodes) := "Terraform rejects a block that refers to itself" if {
	count(nodes) == 1
} else := sprintf("Terraform rejects such a cycle: it leads through %s", [concat(" → ", shortened(array.slice(nodes, 1, count(nodes))))])

# shortened(nodes): a long cycle is shown by its first and last blocks.
shortened(nodes) := nodes if {
	count(nodes) <= 7
} else := array.concat(array.slice(nodes, 0, 4), array.concat(
	[sprintf("%d more", [count(nodes) - 5])],
	array.slice(nodes, count(nodes) - 1, count(nodes)),
))
