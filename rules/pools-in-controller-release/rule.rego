# METADATA
# title: Pools are part of the Helm release that installs Karpenter
# description: |
#   A Helm release with the controller and its NodePools cannot be handled safely. Helm checks all objects of a release against the
#   API server before it applies the first one, so a pool in a new API version, or one whose CRDs are templates of the same release, fails
#   with `no matches for kind "NodePool"`. And an uninstall removes the controller together with the pools, before it
#   has terminated their nodes.
#
#   - Up to 0.27 the chart had a value `extraObjects` for this. It was removed in 0.28, because it did not work in most
#     installations.
#   - The same happens in a chart of your own that has both `karpenter` and `karpenter-crd` as dependencies, and pools in its `templates`.
#
#   **What to do.** Put pools and classes into a separate release, which is installed after the controller. Or put the
#   CRDs into a separate release, which is installed before.
#
#   **What is reported.** `extraObjects` with objects of Karpenter, below 0.28 or for an unknown version (from 0.28 on
#   KL602 reports it); and pools and classes in the templates of a chart that depends on `karpenter-crd`, if
#   Terraform, Flux or helmfile install it.
#
#   **Not reported.**
#
#   - Charts that depend on `karpenter` only: Helm installs the CRDs in its `crds` directory first.
#   - Charts that Argo CD or kustomize render, and charts that nothing in the repository installs.
#   - Hooks of Helm, and objects under a condition on `.Capabilities`.
#
#   **Fix safety.** No automatic fix: the objects have to move to another release, and Helm deletes an object that
#   leaves its release.
# related_resources:
# - description: Karpenter, upgrading to 0.28.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0280
# - description: finalizers that nobody removes after an uninstall
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6870
# custom:
#   id: KL110
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [ChartInstallation, Object]
#   needles: [karpenter]
package karplint.rules.pools_in_controller_release

import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.versions

# Objects in the values of Karpenter's own chart.
report contains {
	"resource": controller.id,
	"path": ["values", "extraObjects"],
	"message": sprintf("extraObjects puts a %s into the controller's release", [kinds[0]]),
	"why": "an uninstall removes both together, and from 0.28.0 on the chart ignores extraObjects",
	"help": "apply it separately",
} if {
	some controller in installations.controllers
	kinds := [kind | some item in controller.value.values.extraObjects; kind := kind_of(item)]
	count(kinds) > 0
	not later(controller)
}

# Objects beside the CRDs in one chart.
report contains {
	"resource": object_.id,
	"path": ["kind"],
	"message": sprintf("%s is in the same Helm release as chart \"karpenter-crd\"", [pools.title(object_)]),
	"why": sprintf("Helm checks the release before it installs the CRD, and finds no matches for kind %q", [object_.value.kind]),
	"help": "put it into a separate release",
	"related": [{"resource": crd.id, "path": ["chart"], "message": "installs the CRDs"}],
} if {
	some crd in installations.crd_charts
	installed_by_helm(crd)
	directory := sprintf("%s/templates/", [crd.value.umbrella])
	some object_ in pools.objects(pools.pool_kinds | pools.class_kinds)
	startswith(object_.file, trim_prefix(directory, "./"))
	not object_.value.hook
	not contains(object.get(object_.value, "gate", ""), "Capabilities")
}

installed_by_helm(release) if release.value.via in {"helm_release", "module", "HelmRelease", "helmfile"}

later(controller) if versions.range(controller.value.version).since >= versions.exact("0.28.0")

# kind_of(item): the kind of an object of Karpenter in the list, which may be a text.
kind_of(item) := item.kind if {
	item.kind in (pools.pool_kinds | pools.class_kinds)
	pools.karpenters(item)
}

kind_of(item) := found[1] if {
	is_string(item)
	some found in regex.find_all_string_submatch_n(`(?m)^kind: *(Provisioner|NodePool|AWSNodeTemplate|EC2NodeClass)\s*$`, item, 1)
}
