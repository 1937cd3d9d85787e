# METADATA
# title: EKS publishes no image of the family for the cluster's Kubernetes version
# description: |
#   An alias selects the image that EKS publishes of a family for the Kubernetes version of the cluster. Not every family exists for every version:
#
#   | Family | Kubernetes |
#   |---|---|
#   | `al2` | to 1.32 |
#   | `al2023` | from 1.23 |
#   | `windows2025` | from 1.35 |
#
#   It usually happens when the control plane is upgraded to 1.33 and a class still has the alias `al2@latest`.
#
#   **What you see in the cluster.** The EC2NodeClass is not ready, and the NodePools with it start no nodes. From Karpenter 1.6 on, the condition
#   `AMIsReady` has the reason `UnsupportedAlias` and says `AL2 aliases are no longer supported on EKS 1.33+`. Earlier releases log `failed to
#   discover any AMIs for alias` ([ami.go](https://github.com/aws/karpenter-provider-aws/blob/v1.6.0/pkg/providers/amifamily/ami.go)). Nodes that
#   run already stay.
#
#   **What to do.** Use `al2023`, and pin its version. AL2023 starts nodes with nodeadm: what `userData` passes to `/etc/eks/bootstrap.sh` has to
#   become a NodeConfig ([KL546](KL546.md)). Change the class before the cluster is upgraded.
#
#   **What is reported.** A class of a project that makes one cluster, whose version is known: that of `aws_eks_cluster`, of a module that makes one,
#   or of eksctl's `ClusterConfig`. `--kubernetes-version`, or `kubernetes-version` in the configuration, takes precedence.
#
#   **Not reported.**
#
#   - Classes without an alias: names and IDs of images, and images of one's own.
#   - Unknown versions, and classes of a project with several clusters.
#   - Classes in a repository without the cluster, as with Argo CD or Flux, unless the configuration has its version; classes above or below the
#     directory of the cluster that belong to no installation of it.
#   - Classes that a kustomize patch changes, patches, and templates that depend on a condition.
#
#   **Fix safety.** No automatic fix: the user data of another family has another form.
# related_resources:
# - description: EKS, Kubernetes 1.33
#   ref: https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html#kubernetes-1-33
# - description: Karpenter, spec.amiSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms
# custom:
#   id: KL545
#   severity: error
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [al2@, al2023@, windows2025@]
package karplint.rules.image_for_kubernetes

import data.karplint.lib.images
import data.karplint.lib.kubernetes
import data.karplint.lib.pools

report contains {
	"resource": class.id,
	"path": ["amiSelectorTerms", i, "alias"],
	"message": sprintf("alias %q selects no image: EKS publishes none for Kubernetes 1.%d", [term.alias, cluster.minor]),
	"why": "the class does not become ready, and its pools start no nodes",
	"help": help(family, cluster.minor),
	"related": cluster.related,
} if {
	cluster := kubernetes.of_project
	some class in pools.classes
	class.value.kind == "EC2NodeClass"
	not class.value.unread
	not class.value.gate
	some i, term in class.value.amiSelectorTerms
	is_string(term.alias)
	family := images.of_alias(term.alias)
	not published(family, cluster.minor)
}

published(family, minor) if {
	kubernetes.minor(object.get(family, "first", "1.00")) <= minor
	minor <= kubernetes.minor(object.get(family, "last", "1.99"))
}

help(family, minor) := "use al2023, and write what userData passes to bootstrap.sh as a NodeConfig" if {
	minor > kubernetes.minor(family.last)
} else := sprintf("use another family until the cluster has Kubernetes %s", [family.first])
