# METADATA
# title: Nothing upgrades Karpenter's CRDs
# description: |
#   Helm creates the CRDs in the `crds/` directory of the chart `karpenter` when it installs the chart for the first
#   time, and never touches them again. After an upgrade the new controller runs with the old CRDs: fields that it
#   expects are dropped, and new APIs are missing. Some versions then launch no nodes at all: 0.37 waits for a status
#   that only the new `EC2NodeClass` has, 0.28 needs the CRD of `Machine`. A plan does not show this.
#
#   **What to do.** Install the chart `karpenter-crd` from the same repository with the same version, before the main
#   chart:
#
#   ```hcl
#   resource "helm_release" "karpenter_crd" {
#     name       = "karpenter-crd"
#     namespace  = "kube-system"
#     repository = "oci://public.ecr.aws/karpenter"
#     chart      = "karpenter-crd"
#     version    = "1.0.8"
#   }
#   ```
#
#   Then set `skip_crds = true` on the main chart and make it depend on the new release. In a cluster that already has
#   the CRDs, the chart can take them over only if they have Helm's ownership metadata: the label
#   `app.kubernetes.io/managed-by=Helm` and the annotations `meta.helm.sh/release-name` and
#   `meta.helm.sh/release-namespace` of the new release.
#
#   - The module `aws-ia/eks-blueprints-addons/aws` installs no CRD chart. Add the release next to it and pass
#     `skip_crds = true` in `karpenter = {…}`.
#   - With Flux, `spec.upgrade.crds: CreateReplace` works without a second chart.
#   - With kustomize, `includeCRDs: true` does.
#   - Before 0.25 there is no CRD chart. Apply the CRDs of the new version by hand.
#
#   **Not reported.**
#
#   - Argo CD, which applies `crds/` on every sync, unless `skipCrds` is true and no other Application has the CRDs.
#   - A CRD chart elsewhere in the repository for clusters that only a template names.
#   - Flux with `CreateReplace`; kustomize with `includeCRDs: true`; eksctl, which installs Karpenter once and upgrades
#     neither the chart nor the CRDs.
#   - A chart that contains Karpenter's, if nothing in the repository shows how it is installed.
#   - Projects in which something that karplint cannot look into may apply the CRDs: a chart that is unknown before a
#     plan; objects of kind `CustomResourceDefinition`; a module, data source or resource that is named `crds`, or whose
#     name contains `crd` and `karpenter`; a provisioner whose command contains both names, runs a script named after
#     Karpenter, or applies a directory `crds`. Objects do not count if all of them are known and belong to other
#     products; nor do resources of AWS.
#
#   **Severity.** Error if the main chart skips its CRDs and nothing in the repository installs them: the controller does not start without
#   them. With kustomize, which skips them by default, it is a warning. It is only information if another root module or directory may install
#   them, or another file that mentions Karpenter: a script or a pipeline that names CRDs, a remote resource of kustomize, or a source in git
#   of Argo CD or Flux whose path names CRDs.
#
#   **Fix safety.** For Flux the fix sets the upgrade policy. It is unsafe: the next upgrade replaces the CRDs. The
#   other forms have no fix, because the existing CRDs have to be handed over first.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# - description: Karpenter, Helm error when installing the karpenter-crd chart
#   ref: https://karpenter.sh/docs/troubleshooting/#helm-error-when-installing-the-karpenter-crd-chart
# custom:
#   id: KL102
#   severity: warning
#   severity_note: error if the main chart skips its CRDs, info if then something else in the repository may install them
#   scope: project
#   fix: unsafe
#   fix_note: only for Flux, sets upgrade.crds to CreateReplace
#   kinds: [ChartInstallation, Object]
#   needles: [karpenter]
package karplint.rules.unmanaged_crds

import data.karplint.lib.crds
import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.target
import data.karplint.lib.values

report contains object.union(
	{
		"resource": controller.id,
		"path": [],
		"message": fact(controller),
		"why": why(controller),
		"help": help(controller),
	},
	additions(controller),
) if {
	some controller in installations.controllers
	count(pairs.crds_of(controller)) == 0
	not pairs.perhaps(controller)
	helm_alone(controller)
	not crds.managed_elsewhere
}

# helm_alone(controller): the tool that installs the chart does not update existing CRDs.
helm_alone(controller) if installations.by_terraform(controller)

helm_alone(controller) if installations.by_helmfile(controller)

helm_alone(controller) if {
	installations.by_kustomize(controller)
	crds.skips(controller)
}

helm_alone(controller) if {
	installations.by_argo(controller)
	crds.skips(controller)
}

helm_alone(controller) if {
	installations.by_flux(controller)
	policy := object.get(controller.value, "upgrade_crds", "Skip")
	policy != "CreateReplace"
	not values.unknown(policy)
}

fact(controller) := `kustomize does not render the CRDs of chart "karpenter"` if installations.by_kustomize(controller)

else := `chart "karpenter" skips its CRDs, and something else in the repository may install them` if by_others(controller)

else := `chart "karpenter" skips its CRDs, and nothing in this project installs them` if crds.skips(controller)

else := `nothing upgrades the CRDs of chart "karpenter"`

why(controller) := "the controller does not start without them, and nothing in this project installs them" if {
	installations.by_kustomize(controller)
}

else := "the controller does not start without them" if crds.skips(controller)

else := "Helm only installs them, and after an upgrade the new controller runs with the old ones"

help(controller) := "apply the CRDs of a new version by hand before each upgrade" if {
	_ = controller
	target.below("0.25")
}

else := "set includeCRDs: true" if installations.by_kustomize(controller)

else := "make sure that it installs those of the controller's version first" if by_others(controller)

else := `set upgrade.crds: CreateReplace, or install chart "karpenter-crd" first` if {
	installations.by_flux(controller)
	not crds.skips(controller)
}

else := sprintf(`install chart "karpenter-crd" %sfirst`, [version(controller)])

version(controller) := sprintf("%s ", [controller.value.version]) if {
	is_string(controller.value.version)
	regex.match(`^\S+$`, controller.value.version) # not a text of several lines that was written there by mistake
}

else := ""

# by_others(controller): it skips its CRDs, and something outside of the project may install them.
by_others(controller) if {
	crds.skips(controller)
	input.project.crds_elsewhere
}

additions(controller) := {"severity": severity(controller)} if {
	crds.skips(controller)
}

else := {"fix": {
	"title": "set upgrade.crds: CreateReplace",
	"safety": "unsafe",
	"ops": [{"do": "set", "path": ["upgrade_crds"], "value": "CreateReplace"}],
}} if {
	installations.by_flux(controller)
}

else := {}

severity(controller) := "info" if by_others(controller)

else := "warning" if installations.by_kustomize(controller) # which skips them by default

else := "error"
