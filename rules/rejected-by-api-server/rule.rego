# METADATA
# title: The API server rejects the object
# description: |
#   Karpenter's CustomResourceDefinitions say which fields an object has, of which type, which are required, and which values they accept.
#   The API server applies them, with their validation rules and the rules for names and labels, before it stores an object.
#   **An object that breaks one of them is not stored: it does not exist, or stays as it was.** `kubectl apply`, Helm, Terraform, Argo CD
#   and Flux report that only when they apply it.
#
#   karplint checks each object of Karpenter in the same way, without a cluster, by the CRDs of the version that the project
#   installs: those of the chart `karpenter-crd`, or those that come with the controller's chart.
#
#   An object that kustomizations patch is checked as they build it. The finding is at the base or the patch that is wrong; if only some of the
#   overlays make it wrong, the message names them.
#
#   **What to do.** Change the field as the message says. Messages of other rules say more about some of these problems
#   ([KL508](KL508.md), [KL513](KL513.md), [KL514](KL514.md), [KL518](KL518.md), [KL525](KL525.md), …), and then this rule is silent about the
#   field. If you switch such a rule off, this one reports the field.
#
#   **Not reported.**
#
#   - What only some releases reject, if the version is unknown, or a range of which one release accepts it.
#   - Values that templates, variables or patches decide, and fields that they may set.
#   - Fields that an object lacks which may be a part of one in another repository (in a directory such as `base` or `overlays`).
#   - Objects in API versions that the target does not serve: see [KL301](KL301.md).
#
#   **Severity.** Warning if the version is older or newer than all schemas that karplint knows, so that the nearest one speaks for it.
#
#   **Fix safety.** Safe. There is a fix only where the mistake has one correction, such as a misspelled value.
# related_resources:
# - description: Karpenter, NodePools
#   ref: https://karpenter.sh/docs/concepts/nodepools/
# - description: Karpenter, NodeClasses
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/
# - description: The CRDs of Karpenter
#   ref: https://github.com/aws/karpenter-provider-aws/tree/main/pkg/apis/crds
# custom:
#   id: KL541
#   severity: error
#   severity_note: warning for versions older or newer than all schemas that karplint knows
#   scope: resource
#   fix: safe
#   fix_note: safe where the mistake has one correction
#   kinds: [NodePool, NodeClaim, EC2NodeClass, NodeOverlay, CapacityBuffer, Provisioner, Machine, AWSNodeTemplate]
#   relays: true
package karplint.rules.rejected_by_api_server

import data.karplint.lib.admission

report contains admission.report(problem, problem.message, "error") if {
	some problem in admission.of_class("rejected")
}
