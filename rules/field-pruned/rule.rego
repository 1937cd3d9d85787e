# METADATA
# title: The API server drops a field that does not exist
# description: |
#   A field that Karpenter's CustomResourceDefinition does not have is not stored. Usually its name is misspelled, it is at the wrong
#   place, or it belongs to another API version or release. **What happens depends on the tool that applies the object:**
#
#   | Tool | An unknown field |
#   |---|---|
#   | `kubectl apply` | the object is rejected |
#   | Helm 3, also as `helm_release` | is left out, with a warning |
#   | Helm 4 | the object is rejected |
#   | Argo CD | is left out silently |
#   | Argo CD with `ServerSideApply=true`, Flux | the object is rejected |
#   | Terraform `kubectl_manifest` | is left out silently |
#   | Terraform `kubectl_manifest` with `server_side_apply = true` | the object is rejected |
#   | Terraform `kustomization_resource` | is left out silently |
#   | Terraform `kubernetes_manifest` | the plan fails |
#
#   Where it is left out, the object is applied without the setting, and nothing tells you. The message says what happens in this
#   project, as far as the files show which tool applies the object.
#
#   **What to do.** Correct the name, move the field to where the message says, or delete it. A field of a later release needs that release of
#   the chart `karpenter-crd`.
#
#   In Terraform, a key in one branch of a condition is reported as well: it is wrong whenever the branch is taken.
#
#   **Not reported.** Fields that other rules report ([KL508](KL508.md), [KL516](KL516.md), [KL537](KL537.md)); keys
#   that a template writes; and fields that only some releases lack, if the version is unknown or is a range that
#   includes a release with the field.
#
#   **Severity.** Warning if the version is older or newer than all schemas that karplint knows.
#
#   **Fix safety.** Safe. There is a fix only where the intended name is certain.
# related_resources:
# - description: Kubernetes, field validation
#   ref: https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
# - description: Kubernetes, server-side apply
#   ref: https://kubernetes.io/docs/reference/using-api/server-side-apply/
# custom:
#   id: KL542
#   severity: error
#   severity_note: warning for versions older or newer than all schemas that karplint knows
#   scope: resource
#   fix: safe
#   fix_note: safe where the mistake has one correction
#   kinds: [NodePool, NodeClaim, EC2NodeClass, NodeOverlay, CapacityBuffer, Provisioner, Machine, AWSNodeTemplate]
#   relays: true
package karplint.rules.field_pruned

import data.karplint.lib.admission

report contains admission.report(problem, why(problem), "error") if {
	some problem in admission.of_class("pruned")
}

# why(problem): the kustomizations that build the field, if not all do, and what the tools do with it.
why(problem) := concat(", ", [text | some text in [problem.why, admission.consequence]; text != ""]) if {
	problem.code == "unknown-field"
} else := problem.why
