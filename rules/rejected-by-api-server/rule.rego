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
#   An object that kustomizations patch is checked as they build it. The finding is at the base or the patch that is
#   wrong. If the object is wrong in some overlays only, the message names them.
#
#   **What to do.** Change the field as the message says. If another rule has a better message about a field
#   ([KL508](KL508.md), [KL513](KL513.md), [KL514](KL514.md), [KL518](KL518.md), [KL525](KL525.md), …), only that rule
#   reports the field. If you switch it off, this rule reports the field.
#
#   **Not reported.**
#
#   - Values that only some releases reject, if the version is unknown or is a range that includes a release that
#     accepts them.
#   - Values that templates, variables or patches decide, and fields that they may set.
#   - Missing fields of an object that another repository may complete (in a directory such as `base` or `overlays`).
#   - Objects in API versions that the target does not serve: see [KL301](KL301.md).
#
#   **Severity.** Warning if the version is older or newer than all schemas that karplint knows, because karplint then
#   checks by the nearest one.
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

report contains admission.report(problem, problem.why, "error") if {
	some problem in admission.of_class("rejected")
}
