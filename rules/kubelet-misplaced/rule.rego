# METADATA
# title: Settings of the kubelet are in a v1 pool
# description: |
#   In `karpenter.sh/v1beta1` a pool has the settings of its nodes' kubelet, in `spec.template.spec.kubelet`. **In v1 its
#   `EC2NodeClass` has them, in `spec.kubelet`.** The pool has no such field any more. What happens to it depends on the tool: `kubectl`,
#   Flux and Helm 4 reject the pool; Argo CD, Helm 3 and Terraform's `kubectl_manifest` apply it without the settings, and its nodes
#   get the defaults, such as the number of pods.
#
#   When Karpenter 1.0 converts a pool, it writes the settings to the annotation
#   `compatibility.karpenter.sh/v1beta1-kubelet-conversion`, and reads them from there. **Karpenter 1.1 ignores the
#   annotation.**
#
#   **What to do.** Move the settings to `spec.kubelet` of the class. All pools of a class share them: if pools of one class differ, or some
#   have none, each of them needs a class of its own.
#
#   **Not reported.** The annotation, if the version is unknown or is 1.0, which reads it; pools of other clouds.
#
#   **Fix safety.** No automatic fix, because the class also serves other pools. `karplint convert --to v1` moves the settings when it
#   converts pools of v1beta1.
# related_resources:
# - description: Karpenter, v1 migration, kubelet
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#kubelet-configuration-migration
# - description: Karpenter, spec.kubelet
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet
# custom:
#   id: KL537
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [NodePool]
#   needles: [kubelet]
#   apis: [v1]
package karplint.rules.kubelet_misplaced

import data.karplint.facts.v1beta1_to_v1
import data.karplint.lib.admission
import data.karplint.lib.nodepool
import data.karplint.lib.target

report contains {
	"resource": input.resource.address,
	"path": path,
	"entry": true,
	"message": sprintf("karpenter.sh/v1 has no %s in %s", [field, concat(".", nodepool.node)]),
	"why": admission.consequence,
	"help": sprintf("move it to spec.kubelet of %s", [class]),
} if {
	nodepool.generation == "v1"
	nodepool.cloud in {"", "karpenter.k8s.aws"}
	some field in ["kubelet", "kubeletConfiguration"]
	path := array.concat(nodepool.node, [field])
	set(path)
}

report contains {
	"resource": input.resource.address,
	"path": ["metadata", "annotations", annotation],
	"message": sprintf("annotation %q is ignored from Karpenter 1.1 on", [annotation]),
	"why": "nodes get the default settings of the kubelet",
	"help": sprintf("move its settings to spec.kubelet of %s", [class]),
} if {
	nodepool.generation == "v1"
	target.at_least("1.1")
	annotation := v1beta1_to_v1.compatibility_annotations.kubelet
	object.get(input.resource.value, ["metadata", "annotations", annotation], null) != null
}

# set(path): the pool has the field, or a condition of Terraform may add it.
set(path) if object.get(input.resource.value, path, null) != null

set(path) if {
	some problem in admission.of_class("pruned")
	problem.path == path
}

class := sprintf("the EC2NodeClass %q", [name]) if {
	name := input.resource.value.spec.template.spec.nodeClassRef.name
	is_string(name)
} else := "its EC2NodeClass"
