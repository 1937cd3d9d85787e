# METADATA
# title: Karpenter rejects what the API server accepts
# description: |
#   Not everything that Karpenter requires is in its CustomResourceDefinitions. The controller checks each pool, claim and class itself:
#   taints, labels and requirements that it reserves, the schedules of budgets, settings of the kubelet, tags. Up to
#   0.37 a webhook checks them when they are applied, if it is enabled. Later releases, and releases with the webhook
#   disabled, store the object. **The controller then marks it as not ready, or logs an error, and launches no nodes
#   for it.**
#
#   karplint makes the checks of the controller's version that the project installs.
#
#   **What to do.** Change the value as the message says.
#
#   **Not reported.** Values that only some releases reject, if the version is unknown or is a range that includes a
#   release that accepts them; values that templates, variables or patches decide.
#
#   **Severity.** Warning if the version is newer than all that karplint knows.
#
#   **Fix safety.** Safe. There is a fix only where the mistake has one correction.
# related_resources:
# - description: Karpenter, NodePools
#   ref: https://karpenter.sh/docs/concepts/nodepools/
# - description: Karpenter, well-known and restricted labels
#   ref: https://karpenter.sh/docs/concepts/scheduling/#labels
# custom:
#   id: KL543
#   severity: error
#   severity_note: warning for versions newer than all that karplint knows
#   scope: resource
#   fix: safe
#   fix_note: safe where the mistake has one correction
#   kinds: [NodePool, NodeClaim, EC2NodeClass, NodeOverlay, CapacityBuffer, Provisioner, Machine, AWSNodeTemplate]
#   relays: true
package karplint.rules.rejected_by_karpenter

import data.karplint.lib.admission

report contains admission.report(problem, problem.why, "error") if {
	some problem in admission.of_class("invalid")
}
