# METADATA
# title: The object uses an alpha API of Karpenter
# description: |
#   `Provisioner` and `Machine` (`karpenter.sh/v1alpha5`) and `AWSNodeTemplate`
#   (`karpenter.k8s.aws/v1alpha1`) are the first generation of Karpenter's APIs. Karpenter 0.32 is
#   the only version that serves them beside their successors. From 0.33 the charts have no CRDs for them: a
#   new cluster refuses the manifest, and in one that still has the CRDs the objects are ignored, so that
#   their nodes are no longer replaced, scaled down or removed.
#
#   | Alpha | From 0.32 | Written by |
#   |---|---|---|
#   | `Provisioner` | `NodePool` | you |
#   | `AWSNodeTemplate` | `EC2NodeClass` | you |
#   | `Machine` | `NodeClaim` | Karpenter itself |
#
#   **What to do.** Run the command that the message names. It shows the object rewritten, and with `--write` rewrites it: the
#   alpha defaults that the new API no longer has are written out, and every field that has no equal
#   translation is named. Give the role of the nodes with `--role`. With `--keep` the alpha object stays and its successor is
#   added beside it, for the time when 0.32 runs both; with `--to v1` it becomes one of v1 at once. A `Machine` is a record of one running
#   node: the controller makes a `NodeClaim` for each new one, so a `Machine` in a repository is
#   deleted, never converted. Below 0.32 upgrade to 0.32 first: older versions do not serve the successors.
#
#   Kustomize patches for these kinds, by their `target` or by what they say, are reported too: when the object is
#   converted, a target with the old kind matches nothing and its paths are wrong.
#
#   Where the target version is known and does not serve the object's API at all, or no version ever did, KL301 reports it, as an error.
#
#   **Fix safety.** No automatic fix: the conversion is its own command with its own diff and notes.
# related_resources:
# - ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
#   description: Karpenter, v1beta1 migration
# custom:
#   id: KL302
#   severity: warning
#   scope: resource
#   fix: none
#   fix_note: the message names the command
#   kinds: ["*"]
#   needles: [karpenter.sh/v1alpha, karpenter.k8s.aws/v1alpha, AWSNodeTemplate, Provisioner]
package karplint.rules.alpha_api

import data.karplint.lib.command
import data.karplint.lib.served

successor := {"Provisioner": "NodePool", "AWSNodeTemplate": "EC2NodeClass"}

report contains {
	"resource": input.resource.address,
	"path": ["apiVersion"],
	"message": sprintf("%q of %q is an alpha API that Karpenter 0.33 drops; run 0.32 and convert it to %s%s", [
		kind,
		api,
		successor[kind],
		command.convert(input.resource.file, call),
	]),
} if {
	kind := input.resource.kind
	successor[kind]
	api := alpha_api
	not served.never(api, kind) # that is KL301
	not served.nowhere(api, kind) # KL301 as well
}

report contains {
	"resource": input.resource.address,
	"path": ["apiVersion"],
	"message": "\"Machine\" is a record that Karpenter keeps of one node, and 0.33 drops its API; delete the object, the controller makes a NodeClaim for each node itself",
} if {
	input.resource.kind == "Machine"
	not served.never(alpha_api, "Machine")
	not served.nowhere(alpha_api, "Machine")
}

# What the target serves of the successors decides what to convert to.
default call := "karplint convert"

call := "karplint convert --to v1" if {
	served.never("karpenter.sh/v1beta1", "NodePool")
	not served.never("karpenter.sh/v1", "NodePool")
}

# Patches of a kustomization, whether or not it says its own kind.
report contains {
	"resource": input.resource.address,
	"path": [list, i, "target", "kind"],
	"message": sprintf("the patch's target %q is a kind of an alpha API that Karpenter 0.33 drops; point it at %q when the object is converted, and change the paths inside", [
		target.kind,
		successor[target.kind],
	]),
} if {
	input.resource.kind in {"Kustomization", "Component", ""}
	some list in ["patches", "patchesJson6902"]
	some i, patch in input.resource.value[list]
	target := patch.target
	successor[target.kind]
	karpenters_target(target)
}

# Patches that are written out in the kustomization.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("the patch is for %q of the alpha API %q that Karpenter 0.33 drops; write it for %q when the object is converted", [
		patch.kind,
		patch.apiVersion,
		successor[patch.kind],
	]),
} if {
	input.resource.kind in {"Kustomization", "Component", ""}
	some [path, text] in inline_patches
	yaml.is_valid(text)
	patch := yaml.unmarshal(text)
	successor[patch.kind]
	alpha(patch.apiVersion)
}

inline_patches contains [["patches", i, "patch"], patch.patch] if {
	some i, patch in input.resource.value.patches
	is_string(patch.patch)
	not patch.target
}

inline_patches contains [["patchesStrategicMerge", i], patch] if {
	some i, patch in input.resource.value.patchesStrategicMerge
	is_string(patch)
}

# alpha_api is the API as the message names it, where the object belongs to Karpenter.
alpha_api := input.resource.apiVersion if alpha(input.resource.apiVersion)

# A templated apiVersion: no other project has a kind AWSNodeTemplate, but several have a
# Provisioner, so that one must look like Karpenter's.
else := input.resource.value.apiVersion["$unknown"] if looks_like_karpenter

alpha(api) if {
	some group in ["karpenter.sh/v1alpha", "karpenter.k8s.aws/v1alpha"]
	startswith(api, group)
}

looks_like_karpenter if input.resource.kind == "AWSNodeTemplate"

looks_like_karpenter if {
	input.resource.kind == "Provisioner"
	some field in provisioner_fields
	_ = input.resource.value.spec[field]
}

provisioner_fields := [
	"providerRef", "consolidation", "ttlSecondsAfterEmpty", "ttlSecondsUntilExpired", "startupTaints",
	"kubeletConfiguration", "requirements",
]

karpenters_target(target) if not target.group
karpenters_target(target) if target.group in {"karpenter.sh", "karpenter.k8s.aws"}
