# METADATA
# title: A v1beta1 EC2NodeClass has no amiFamily
# description: |
#   `amiFamily` selects the operating system image that nodes start from and the format in which Karpenter passes
#   settings to them: `AL2`, `AL2023`, `Bottlerocket`, `Windows2022` and others. An `AWSNodeTemplate` of the alpha API
#   without it defaults to Amazon Linux 2. **An `EC2NodeClass` of v1beta1 must set it.** Otherwise the API server
#   rejects the object ("spec.amiFamily: Required value"), so the class does not exist and the pools that refer to it
#   launch no nodes.
#
#   This happens when an AWSNodeTemplate is rewritten by hand, or when a v1 class is written as v1beta1. In v1 the field
#   may be left out if `amiSelectorTerms` has an alias.
#
#   **What to do.** Set the family. If the AWSNodeTemplate did not name one, set `AL2`, so that the nodes stay the same.
#   AWS has since ended support for AL2, so plan to move to `AL2023`.
#
#   **Not reported.**
#
#   - Classes of v1, where an alias may replace the field.
#   - Classes that may get the family from a template or a kustomize patch.
#   - Patches, and parts of a class: objects without `subnetSelectorTerms` or `securityGroupSelectorTerms`, which the
#     API also requires.
#
#   **Fix safety.** Safe if the class sets nothing about its image or its user data: the fix writes `AL2`, the alpha
#   default. Unsafe with `amiSelectorTerms` or `userData`, which may be for another family. There is no fix where they
#   clearly are: with an alias, or with TOML, which Bottlerocket reads.
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
		"message": "the class has no amiFamily, which karpenter.k8s.aws/v1beta1 requires",
		"why": "the API server rejects the class",
	},
	fix,
) if {
	api.here == "v1beta1"
	not kustomize.is_patch
	{"subnetSelectorTerms", "securityGroupSelectorTerms"} - object.keys(spec) == set()
	values.nothing_at(input.resource.value, path)
	not kustomize.patched(path)
}

path := ["spec", "amiFamily"]

spec := input.resource.value.spec

default fix := {"help": "set amiFamily to the family of the images"}

fix := {"fix": {"title": "set amiFamily: AL2, the default of alpha", "safety": safety, "ops": [{"do": "set", "path": path, "value": "AL2"}]}} if {
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
