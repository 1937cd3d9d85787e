# METADATA
# title: A v1beta1 class without amiFamily
# description: |
#   `amiFamily` says which operating system image Karpenter starts nodes from, and in which form it passes them their
#   settings: `AL2`, `AL2023`, `Bottlerocket`, `Windows2022` and others. An `AWSNodeTemplate` of the alpha API that does not name one gets
#   Amazon Linux 2. **An `EC2NodeClass` of v1beta1 must name it.** Without it the API server refuses the object
#   ("spec.amiFamily: Required value"): the class is missing, and the pools that name it make no nodes.
#
#   It happens when an AWSNodeTemplate is rewritten by hand, or when a class of v1, which can do without where
#   `amiSelectorTerms` has an alias, is written for v1beta1.
#
#   **What to do.** Write the family. After an AWSNodeTemplate without one it is `AL2`, so that nodes stay what they were; AWS has ended the
#   support of AL2 since, so plan for `AL2023`.
#
#   **Not reported.** Classes of v1, where an alias may stand instead; classes that a template or a patch of a kustomization may give
#   the family; patches, and whatever is only part of a class: without `subnetSelectorTerms` or `securityGroupSelectorTerms`,
#   which the API demands as well.
#
#   **Fix safety.** Safe where the class says nothing about its image or its user data: it writes `AL2`, which alpha took. Unsafe where it has
#   `amiSelectorTerms` or `userData`, which may be for another family. No fix where they show that they are: with an
#   alias, or with TOML, which Bottlerocket reads.
# related_resources:
# - description: Karpenter, v1beta1 migration, AMIFamily
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#amifamily
# - description: Karpenter 0.37, amiFamily
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v0.37.8/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml
# custom:
#   id: KL528
#   severity: error
#   scope: resource
#   fix: safe
#   fix_note: unsafe where amiSelectorTerms or userData may be for another family
#   kinds: [EC2NodeClass]
#   apis: [v1beta1]
package karplint.rules.ami_family_missing

import data.karplint.lib.api
import data.karplint.lib.kustomize
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": path,
		"message": "karpenter.k8s.aws/v1beta1 demands amiFamily, which alpha took to be \"AL2\"; write it",
	},
	fix,
) if {
	api.of(input.resource.value) == "v1beta1"
	not kustomize.is_patch
	{"subnetSelectorTerms", "securityGroupSelectorTerms"} - object.keys(spec) == set()
	values.nothing_at(input.resource.value, path)
	not kustomize.patched(path)
}

path := ["spec", "amiFamily"]

spec := input.resource.value.spec

default fix := {}

fix := {"fix": {"title": "write amiFamily: AL2", "safety": safety, "ops": [{"do": "set", "path": path, "value": "AL2"}]}} if {
	not other_family
}

default safety := "unsafe"

safety := "safe" if {
	every key in ["amiSelectorTerms", "userData"] {
		values.nothing_at(input.resource.value, ["spec", key])
		not kustomize.patched(["spec", key])
	}
}

# other_family: the class is not for Amazon Linux 2.
other_family if {
	some term in spec.amiSelectorTerms
	"alias" in object.keys(term)
}

other_family if regex.match(`(?m)^\s*\[[\w."-]+\]\s*$`, spec.userData)

other_family if contains(spec.userData, "powershell")

other_family if contains(spec.userData, "node.eks.aws")
