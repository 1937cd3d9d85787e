# METADATA
# title: A value is accepted, and almost certainly wrong
# description: |
#   Kubernetes and Karpenter accept the object, but it cannot do what it was written for:
#
#   - a schedule of a budget that does not parse: the controller then disrupts no node of the pool at all
#   - a label and a requirement on the same key, or requirements that no instance type can meet together
#   - a limit of a resource that no node has, such as `limits.weight`
#   - a placeholder of a documentation page, such as `YOUR_CLUSTER_NAME`
#   - a kind or an API version that is nearly one of Karpenter's, such as `kind: NodePol`, and a kind that no release has
#   - an object in the second document of a `kubectl_manifest`, which applies the first one alone and never creates it
#
#   **What to do.** Change the value as the message says.
#
#   **Not reported.** Values that templates or variables decide, and texts that a shell or a tool fills in (`$NAME`, `<NAME>`).
#
#   **Fix safety.** Safe. There is a fix only where the intended value is certain.
# related_resources:
# - description: Karpenter, NodePools
#   ref: https://karpenter.sh/docs/concepts/nodepools/
# custom:
#   id: KL544
#   severity: warning
#   scope: resource
#   fix: safe
#   fix_note: safe where the mistake has one correction
#   kinds: ["*"]
#   needles: ["karpenter.sh/v", "karpenter.k8s.aws/v"]
#   relays: true
package karplint.rules.suspicious_value

import data.karplint.lib.admission

report contains admission.report(problem, problem.why, "warning") if {
	some problem in admission.of_class("suspicious")
}

report contains {
	"resource": input.resource.address,
	"path": ["kind"],
	"message": sprintf("%s applies only the first document of yaml_body", [input.resource.ignored_by]),
	"why": "this object is never created",
	"help": "give it a resource of its own",
} if {
	regex.match(`^karpenter\.(sh|k8s\.aws)/`, input.resource.apiVersion)
	input.resource.ignored_by
}
