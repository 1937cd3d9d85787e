# METADATA
# title: A NodePool has limits
# description: |
#   Without `spec.limits` Karpenter launches nodes for whatever asks for them: a Deployment with a wrong number of replicas, or a loop that makes
#   Jobs, is stopped by nothing but the quota of the account.
#
#   **What to do.** Set `spec.limits.cpu` to what the team may use.
#
#   **Not reported.** Limits that a template or a patch of a kustomization sets.
# custom:
#   id: ACME001
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [NodePool]
#   apis: [v1beta1, v1]
package karplint.custom.pool_has_limits

import data.karplint.lib.absent
import data.karplint.lib.literal

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": "the NodePool has no limits",
	"why": "nothing but the quota of the account bounds its nodes",
	"help": "set spec.limits.cpu",
} if {
	some path in unlimited
}

unlimited contains ["spec"] if absent.at(["spec", "limits"])

unlimited contains ["spec", "limits"] if {
	input.resource.value.spec.limits == {}
	literal.at(["spec", "limits"])
}
