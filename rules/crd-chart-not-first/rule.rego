# METADATA
# title: Nothing makes the CRD chart come first
# description: |
#   The chart `karpenter-crd` brings the CRDs, the chart `karpenter` the controller that needs them. Where nothing orders the two, they
#   are installed at the same time. On the first run the main chart may create the CRDs of its own, and the CRD chart then fails with
#   "invalid ownership metadata"; with skipped CRDs the controller starts without them and crashes until they are
#   there. On an upgrade the new controller may run with the old CRDs. And on `terraform destroy` the CRD chart may go first:
#   its CRDs are templates, so that all NodePools and NodeClaims go with them while the controller is being stopped.
#
#   **What to do.** Let the main chart depend on the CRD chart: `depends_on = [helm_release.karpenter_crd]`. For a chart that a module
#   installs, write it into the `module` block. For Flux: `spec.dependsOn: [{name: karpenter-crd}]`.
#
#   **What counts as an order.** Every dependency that Terraform sees: `depends_on` of the release or of the module call around
#   it, a reference to an attribute of the release or to an output of its module, also inside a heredoc, and any chain of these
#   (a NodePool that depends on the CRD chart does not help, unless the controller depends on the NodePool). For Flux a chain
#   of `dependsOn`.
#
#   Argo CD has no such dependency. Sync waves order Applications only where one parent Application creates both, and it waits for
#   the earlier one only if the health check for `argoproj.io/Application` is configured in `argocd-cm`. So this is
#   information there, and nothing is said where the CRD Application has an earlier wave. It is information for Flux as well where the
#   two releases lie in different directories, which Flux Kustomizations may put in order.
#
#   **Not reported.** Installations without a CRD chart (KL102), and the CRD chart of another cluster.
#
#   **Fix safety.** Safe: `depends_on` changes the order and nothing else. There is a fix where both stand in one
#   module, and none where it would close a circle.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL104
#   severity: error
#   severity_note: info for Argo CD, and for Flux releases in different directories
#   scope: project
#   fix: safe
#   fix_note: where both stand in one module
#   kinds: [ChartInstallation]
#   needles: [karpenter-crd]
package karplint.rules.crd_chart_not_first

import data.karplint.lib.installations
import data.karplint.lib.order

report contains object.union(
	{
		"resource": controller.id,
		"path": ["depends_on"],
		"message": message(controller, crd),
		"severity": severity(controller, crd),
		"related": [{"resource": crd.id, "path": [], "message": "has to be installed first"}],
	},
	fix(controller, crd),
) if {
	some controller in installations.controllers
	crds := installations.crds_of(controller)
	crd := crds[0]
	every other in crds {
		not installations.ordered(controller, other)
	}
	installations.same_tool(controller, crd)
}

message(controller, crd) := sprintf(`%q depends on chart "karpenter", which needs its CRDs; turn the dependency round`, [crd.address]) if {
	installations.ordered(crd, controller)
}

else := sprintf(`chart "karpenter" does not wait for %q, which has its CRDs; %s`, [crd.address, advice(controller, crd)])

advice(controller, crd) := order.advice(controller, crd) if installations.by_terraform(controller)

else := "give that an earlier argocd.argoproj.io/sync-wave" if installations.by_argo(controller)

else := "add it to dependsOn"

severity(controller, crd) := "info" if installations.by_argo(controller)

else := "info" if installations.perhaps_ordered(controller, crd)

else := "error"

fix(controller, crd) := {"fix": order.fix(controller, crd)} if installations.by_terraform(controller)

else := {"fix": {
	"title": sprintf("depend on %s", [name]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"name": name}}],
}} if {
	installations.by_flux(controller)
	not installations.perhaps_ordered(controller, crd)
	not installations.ordered(crd, controller)
	name := installations.object_name(crd)
}

else := {}
