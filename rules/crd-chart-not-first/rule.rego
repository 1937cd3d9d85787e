# METADATA
# title: The controller's chart does not wait for the CRD chart
# description: |
#   The chart `karpenter-crd` installs the CRDs, and the chart `karpenter` installs the controller that needs them.
#   Without an order between the two they are installed at the same time:
#
#   - On the first run the main chart may create its own copy of the CRDs, and the CRD chart then fails with "invalid
#     ownership metadata". If the main chart skips its CRDs, the controller starts without them and crashes until they
#     exist.
#   - On an upgrade the new controller may run with the old CRDs.
#   - On `terraform destroy` the CRD chart may be destroyed first. Its CRDs are templates, so all NodePools and
#     NodeClaims are deleted with them while the controller is being stopped.
#
#   **What to do.** Make the main chart depend on the CRD chart.
#
#   - Terraform: `depends_on = [helm_release.karpenter_crd]`. If a module installs the chart, add it to the `module`
#     block.
#   - Flux: `spec.dependsOn: [{name: karpenter-crd}]`.
#   - helmfile: `needs: [kube-system/karpenter-crd]`.
#
#   **What counts as an order.** Every dependency that Terraform sees: `depends_on` on the release or on the module call
#   around it, a reference to an attribute of the release or to an output of its module (also inside a heredoc), and any
#   chain of these. A NodePool that depends on the CRD chart does not help, unless the controller depends on the
#   NodePool. For Flux a chain of `dependsOn` counts, for helmfile a chain of `needs`. An entry in `dependsOn` without
#   `namespace` refers to the namespace of the release itself. If the CRD chart's release is in another namespace,
#   nothing waits for it, and Flux waits forever for the release that does not exist.
#   If the two releases are in directories of two Kustomizations of Flux, a chain of `dependsOn` between these counts as
#   well, provided that the Kustomization of the CRD chart has `wait: true`, or a health check for a `HelmRelease`: otherwise it is
#   ready before the chart is installed.
#
#   Argo CD has no such dependency. Sync waves order Applications only if one parent Application creates both, and Argo
#   CD waits for the earlier one only if the health check for `argoproj.io/Application` is configured in `argocd-cm`.
#   The finding is therefore only information for Argo CD, and there is none if the CRD Application has an earlier wave.
#   It is also information for Flux releases in different directories, which Kustomizations elsewhere may order.
#
#   **Not reported.**
#
#   - Installations without a CRD chart (KL102), and the CRD chart of another cluster.
#   - Dependencies of one chart, which Helm installs together, CRDs first.
#   - Sources of one Argo CD Application.
#   - `helmCharts` of kustomize, which sorts CRDs first.
#   - A list of dependencies that contains a template.
#
#   **Fix safety.** Safe: `depends_on` changes only the order. Unsafe on a `module` block: everything in the module then
#   waits, and whenever the CRD chart changes, the plan shows what depends on the module's data sources as "known after
#   apply". There is a fix only if both charts are in the same module, and none if it would create a cycle.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL104
#   severity: error
#   severity_note: info for Argo CD, and for Flux releases in different directories; warning if one of the two may be turned off by a condition that the other does not have, or if dependsOn names another namespace
#   scope: project
#   fix: safe
#   fix_note: if both are in the same module; unsafe on a module block
#   kinds: [ChartInstallation]
#   needles: [karpenter-crd]
package karplint.rules.crd_chart_not_first

import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.order
import data.karplint.lib.pairs
import data.karplint.lib.values

report contains object.union(
	{
		"resource": controller.id,
		"path": place(controller, crd),
		"message": message(controller, crd),
		"why": why(controller, crd),
		"severity": severity(controller, crd),
		"related": [{"resource": crd.id, "path": [], "message": "must be installed first"}],
	},
	remedy(controller, crd),
) if {
	some controller in installations.controllers
	crds := pairs.crds_of(controller)
	crd := crds[0]
	every other in crds {
		not installations.ordered(controller, other)
	}
	installations.same_tool(controller, crd)
	not installations.one_object(controller, crd)
	not installations.by_kustomize(controller)
	not one_sync(controller, crd)
	not installations.in_chart(controller)
	not installations.in_chart(crd)
}

# one_sync(controller, crd): both are sources of one Application, and Argo CD applies CRDs before everything else.
one_sync(controller, crd) if {
	installations.by_argo(controller)
	controller.address == crd.address
}

# A module that wraps any chart gets the chart as an argument of its call.
place(controller, crd) := ["chart"] if sides(controller, crd)[0] != controller.reference

else := ["depends_on"]

message(controller, crd) := sprintf(`%q depends on chart "karpenter"`, [named(controller, crd)]) if {
	installations.ordered(crd, controller)
}

else := sprintf(`chart "karpenter" does not wait for %q`, [named(controller, crd)])

why(controller, crd) := "the CRD chart must come first, because the controller needs its CRDs" if installations.ordered(crd, controller)

else := "its dependsOn names another namespace, and Flux waits forever for a release that does not exist" if {
	installations.misdirected(controller, crd)
}

else := "the CRD chart may come later, and the controller starts without its CRDs, or with old ones"

# named(controller, crd): the address of the CRD chart, relative to the module if both are in one, so that all
# calls of the module produce the same message.
named(controller, crd) := substring(crd.address, count(prefix), -1) if {
	installations.by_terraform(controller)
	prefix := split(controller.address, controller.reference)[0]
	prefix == split(crd.address, crd.reference)[0]
}

else := crd.address

help(controller, crd) := "reverse the dependency" if installations.ordered(crd, controller)

else := "use a separate block for each chart, because instances of one block have no order" if {
	installations.by_terraform(controller)
	controller.block == crd.block
}

else := sprintf("add %s to depends_on", [sides(controller, crd)[1]]) if {
	sides(controller, crd)[0] == controller.reference
}

else := sprintf("add %s to depends_on of %s", [there, here]) if [here, there] := sides(controller, crd)

else := "give the CRD chart an earlier argocd.argoproj.io/sync-wave" if installations.by_argo(controller)

else := "add the CRD chart to needs" if installations.by_helmfile(controller)

else := sprintf("change the namespace in its dependsOn to %q", [installations.object_namespace(crd)]) if {
	installations.misdirected(controller, crd)
}

else := "add the CRD chart to dependsOn"

severity(controller, crd) := "info" if installations.by_argo(controller)

else := "warning" if installations.misdirected(controller, crd)

else := "info" if installations.perhaps_ordered(controller, crd)

else := conditions.severity(controller, crd, "error")

# sides(controller, crd): in the innermost module that contains both, the block that is or that calls each of them.
sides(controller, crd) := [side(here, shared), side(there, shared)] if {
	installations.by_terraform(controller)
	here := split(controller.block, ".")
	there := split(crd.block, ".")
	shared := max([n |
		n := numbers.range_step(0, min([count(here), count(there)]) - 2, 2)[_]
		array.slice(here, 0, n) == array.slice(there, 0, n)
	])
}

side(steps, from) := concat(".", array.slice(steps, from, from + 2))

remedy(controller, crd) := {"fix": {
	"title": sprintf("add %s to depends_on", [there]),
	"safety": safety(here),
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"$unknown": there}}],
}} if {
	[here, there] := sides(controller, crd)
	here == controller.reference
	here != there
	not order.reaches(node(controller, there), controller.block)
	not installations.ordered(crd, controller)
}

else := {"fix": {
	"title": sprintf("add %s to needs", [name]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": name}],
}} if {
	installations.by_helmfile(controller)
	not installations.perhaps_ordered(controller, crd)
	not installations.ordered(crd, controller)
	name := release_name(crd)
}

else := {"fix": {
	"title": sprintf("add %s to dependsOn", [name]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": object.union({"name": name}, namespace(controller, crd))}],
}} if {
	installations.by_flux(controller)
	not installations.misdirected(controller, crd)
	not installations.perhaps_ordered(controller, crd)
	not installations.ordered(crd, controller)
	name := installations.object_name(crd)
}

else := {"help": help(controller, crd)}

# namespace(controller, crd): the namespace of the CRD chart's HelmRelease, if it differs from the controller's.
namespace(controller, crd) := {"namespace": there} if {
	there := installations.object_namespace(crd)
	there != ""
	there != installations.object_namespace(controller)
} else := {}

# release_name(crd): the name as needs of a helmfile expects it, with the namespace if there is one; undefined for an
# unknown name.
release_name(crd) := sprintf("%s/%s", [crd.value.namespace, crd.value.name]) if {
	is_name(crd.value.namespace)
	is_name(crd.value.name)
}

else := crd.value.name if {
	values.absent(crd.value, "namespace")
	is_name(crd.value.name)
}

is_name(text) if {
	is_string(text)
	text != ""
}

# node(controller, reference): the node that the reference means in the module of the controller.
node(controller, reference) := reference if controller.module == ""

else := sprintf("%s.%s", [controller.module, reference])

# On a module block everything in the module waits, including its data sources.
safety(reference) := "unsafe" if startswith(reference, "module.")

else := "safe"
