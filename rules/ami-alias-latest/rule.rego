# METADATA
# title: New images replace nodes as soon as EKS publishes them
# description: |
#   The alias `al2023@latest` always selects the newest image. When EKS publishes one, every few weeks, the nodes that run an older one are drifted,
#   and Karpenter replaces all of them, in production as soon as in development. An alias with a version, such as `al2023@v20250915`, stays until
#   you change it, so that you can try an image before your users do.
#
#   **What you see in the cluster.** NodeClaims get the condition `Drifted` with the reason `AMIDrift`, and nodes are replaced although nothing was
#   changed ([drift.go](https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/cloudprovider/drift.go)).
#
#   **What to do.** Write the version, as Karpenter recommends for production, and raise it in one environment after the other. The releases of
#   [amazon-eks-ami](https://github.com/awslabs/amazon-eks-ami/releases) and
#   [Bottlerocket](https://github.com/bottlerocket-os/bottlerocket/releases) tell the newest one. Or keep `latest`, and let the budgets of the pool
#   say when nodes may be replaced.
#
#   **Not reported.** Aliases of Windows, which have no other version; an alias that a template or a variable completes; patches.
#
#   **Fix safety.** No automatic fix: the version in use is not in the files.
# related_resources:
# - description: Karpenter, managing AMIs
#   ref: https://karpenter.sh/docs/tasks/managing-amis/
# custom:
#   id: KL531
#   severity: info
#   scope: resource
#   fix: none
#   advice: true
#   kinds: [EC2NodeClass]
#   apis: [v1]
package karplint.rules.ami_alias_latest

import data.karplint.lib.classes
import data.karplint.lib.images
import data.karplint.lib.kustomize

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiSelectorTerms", i, "alias"],
	"message": sprintf("alias %q changes with each image that EKS publishes", [term.alias]),
	"why": "each new image replaces all nodes",
	"help": sprintf("name a version, such as %s", [example]),
} if {
	not kustomize.is_patch
	classes.unpatched("amiSelectorTerms")
	some i, term in classes.spec.amiSelectorTerms
	is_string(term.alias)
	endswith(term.alias, "@latest")
	example := images.of_alias(term.alias).pinned
}
