# METADATA
# title: The name of the images matches other images of EKS as well
# description: |
#   A term of `amiSelectorTerms` with a name selects all images whose names match, and of those of one architecture Karpenter takes the newest. The
#   `amiFamily` does not narrow this. The names of images of EKS contain the version of Kubernetes:
#
#   - `amazon-eks-node-1.32-v20250915` and `amazon-eks-arm64-node-…` for AL2
#   - `amazon-eks-node-al2023-x86_64-standard-1.32-v20250915` for AL2023
#   - `bottlerocket-aws-k8s-1.32-x86_64-v1.39.0-0968c061` for Bottlerocket
#
#   So `amazon-eks-node-*-nvidia-*` selects the newest image for any version of Kubernetes, and `*1.32*` one of any family.
#
#   **What you see in the cluster.** Nodes run another version of the kubelet than the cluster: an older one, or a newer one, which Kubernetes does
#   not support. They drift whenever EKS publishes images for any version. With an image of another family instances start and never register,
#   because their user data has the wrong form. `status.amis` of the class has the names
#   ([#7731](https://github.com/aws/karpenter-provider-aws/issues/7731), [#5091](https://github.com/aws/karpenter-provider-aws/issues/5091)).
#
#   **What to do.** Use an alias, which selects by family and the cluster's version of Kubernetes. If you need a name, write the family and the
#   version of Kubernetes in it.
#
#   **Not reported.**
#
#   - Names of one's own, and terms with `owner: self`, the ID of an account that publishes no images of EKS, or tags, because tags of another
#     account are not seen.
#   - Names that match one family and one version of Kubernetes.
#   - Classes that get their terms from a template or a kustomize patch; patches.
#
#   **Fix safety.** No automatic fix: the version of the cluster is not in the class.
# related_resources:
# - description: Karpenter, spec.amiSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms
# custom:
#   id: KL547
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   apis: [v1beta1, v1]
package karplint.rules.image_name_too_wide

import data.karplint.lib.classes
import data.karplint.lib.images
import data.karplint.lib.kustomize

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiSelectorTerms", i, "name"],
	"message": sprintf("name %q matches images of EKS for %s", [term.name, found.of]),
	"why": found.why,
	"help": "select by an alias, or write the family and the version of Kubernetes in the name",
} if {
	not kustomize.is_patch
	classes.unpatched("amiSelectorTerms")
	some i, term in classes.spec.amiSelectorTerms
	found := width(term)
}

# width(term): what the name leaves open, and what follows.
width(term) := {"of": "any version of Kubernetes", "why": "nodes get the newest of them, whatever version the cluster has"} if {
	count(images.minors_of(term)) > 1
} else := {"of": "several families", "why": "nodes get the newest of them, and one of another family does not join"} if {
	count({row.family | some row in images.named(term)}) > 1
}
