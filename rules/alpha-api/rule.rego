# METADATA
# title: An object uses Karpenter's alpha API
# description: |
#   `Provisioner` and `Machine` (`karpenter.sh/v1alpha5`) and `AWSNodeTemplate` (`karpenter.k8s.aws/v1alpha1`) are the
#   first generation of Karpenter's APIs. Karpenter 0.32 is the only version that serves them together with their
#   successors. From 0.33 on the charts no longer contain their CRDs. A new cluster rejects the manifest. A cluster that
#   still has the CRDs ignores the objects, so their nodes are no longer replaced, scaled down or removed.
#
#   | Alpha | From 0.32 | Written by |
#   |---|---|---|
#   | `Provisioner` | `NodePool` | you |
#   | `AWSNodeTemplate` | `EC2NodeClass` | you |
#   | `Machine` | `NodeClaim` | Karpenter itself |
#
#   **What to do.** Run the command in the finding. It shows the converted object, and with `--write` it changes the
#   file. It writes out the alpha defaults that the new API no longer has, and names every field without an equivalent.
#
#   - `--role` sets the IAM role of the nodes.
#   - `--keep` leaves the alpha object in place and adds its successor next to it, for the time when 0.32 runs both.
#   - `--to v1` converts to v1 directly.
#
#   A `Machine` is a record of one running node. The controller creates a `NodeClaim` for each new node, so delete a
#   `Machine` from a repository; it is never converted. Below 0.32, upgrade to 0.32 first: older versions do not serve
#   the successors.
#
#   Kustomize patches for these kinds are reported too, whether the kind is in the `target` or in the patch itself. Once
#   the object is converted, a target with the old kind matches nothing and the paths in the patch are wrong.
#
#   If the target version is known and does not serve the object's API, or if no version ever did, KL301 reports the
#   object as an error instead.
#
#   **Fix safety.** No automatic fix: the conversion is a separate command with its own diff and notes.
# related_resources:
# - ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
#   description: Karpenter, v1beta1 migration
# custom:
#   id: KL302
#   severity: warning
#   scope: resource
#   fix: none
#   fix_note: the finding names the command
#   kinds: ["*"]
#   needles: [karpenter.sh/v1alpha, karpenter.k8s.aws/v1alpha, AWSNodeTemplate, Provisioner]
package karplint.rules.alpha_api

import data.karplint.lib.command
import data.karplint.lib.served

successor := {"Provisioner": "NodePool", "AWSNodeTemplate": "EC2NodeClass"}

report contains {
	"resource": input.resource.address,
	"path": ["apiVersion"],
	"message": not_served(kind, api),
	"why": why,
	"help": sprintf("convert it to %s%s%s", [successor[kind], when(kind), command.convert(input.resource.file, call)]),
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
	"message": not_served("Machine", api),
	"why": why,
	"help": "delete it, the controller creates a NodeClaim for each node",
} if {
	input.resource.kind == "Machine"
	api := alpha_api
	not served.never(api, "Machine")
	not served.nowhere(api, "Machine")
}

not_served(kind, api) := sprintf("%q of %q is not served from Karpenter 0.33 on", [kind, api])

why := "from then on the API server rejects the object, or the controller ignores it"

# when(kind): 0.32 is the version to convert with, unless the target no longer serves the alpha API: then it is too late for that.
when(kind) := "" if served.never(alpha_apis[kind], kind)

else := " while running 0.32"

alpha_apis := {"Provisioner": "karpenter.sh/v1alpha5", "AWSNodeTemplate": "karpenter.k8s.aws/v1alpha1"}

# Convert to the successor that the target serves.
default call := "karplint convert"

call := "karplint convert --to v1" if {
	served.never("karpenter.sh/v1beta1", "NodePool")
	not served.never("karpenter.sh/v1", "NodePool")
}

# Patches of a kustomization, which may omit its own kind.
report contains {
	"resource": input.resource.address,
	"path": [list, i, "target", "kind"],
	"message": sprintf("the patch targets %q, which is not served from Karpenter 0.33 on", [target.kind]),
	"why": "it matches nothing once the object is converted, and its paths are wrong",
	"help": sprintf("when you convert the object, change the target to %q and adapt the paths", [successor[target.kind]]),
} if {
	input.resource.kind in {"Kustomization", "Component", ""}
	some list in ["patches", "patchesJson6902"]
	some i, patch in input.resource.value[list]
	target := patch.target
	successor[target.kind]
	karpenters_target(target)
}

# Patches written inline in the kustomization.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("the patch is for %q, which is not served from Karpenter 0.33 on", [patch.kind]),
	"why": "it matches nothing once the object is converted",
	"help": sprintf("when you convert the object, rewrite the patch for %q", [successor[patch.kind]]),
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

# alpha_api: the API as the message names it, if the object belongs to Karpenter.
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
