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
#   installs, write it into the `module` block. For Flux: `spec.dependsOn: [{name: karpenter-crd}]`. For helmfile: `needs: [kube-system/karpenter-crd]`.
#
#   **What counts as an order.** Every dependency that Terraform sees: `depends_on` of the release or of the module call around
#   it, a reference to an attribute of the release or to an output of its module, also inside a heredoc, and any chain of these
#   (a NodePool that depends on the CRD chart does not help, unless the controller depends on the NodePool). For Flux a chain
#   of `dependsOn`, for helmfile one of `needs`. An entry of `dependsOn` without `namespace` means the one of the release itself; where
#   the CRD chart's release is written in another one, nothing waits for it, and Flux for ever for the one that is named.
#
#   Argo CD has no such dependency. Sync waves order Applications only where one parent Application creates both, and it waits for
#   the earlier one only if the health check for `argoproj.io/Application` is configured in `argocd-cm`. So this is
#   information there, and nothing is said where the CRD Application has an earlier wave. It is information for Flux as well where the
#   two releases lie in different directories, which Flux Kustomizations may put in order.
#
#   **Not reported.** Installations without a CRD chart (KL102), and the CRD chart of another cluster; the dependencies of one chart, which Helm
#   installs at once, CRDs first; the sources of one Application of Argo CD; `helmCharts` of kustomize, which sorts CRDs first; a list of dependencies with a template in it.
#
#   **Fix safety.** Safe: `depends_on` changes the order and nothing else. Unsafe on a `module` block: everything in the module then
#   waits, and whenever the CRD chart changes the plan shows what depends on the module's data sources as "known after apply". There
#   is a fix where both stand in one module, and none where it would close a circle.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# - description: Terraform, depends_on
#   ref: https://developer.hashicorp.com/terraform/language/meta-arguments/depends_on
# custom:
#   id: KL104
#   severity: error
#   severity_note: info for Argo CD, and for Flux releases in different directories; warning where a condition of its own may switch one of the two off, or dependsOn only names another namespace
#   scope: project
#   fix: safe
#   fix_note: where both stand in one module; unsafe on a module block
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
		"severity": severity(controller, crd),
		"related": [{"resource": crd.id, "path": [], "message": "has to be installed first"}],
	},
	fix(controller, crd),
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

# one_sync(controller, crd): both are sources of one Application, and Argo CD applies what is a CRD before all else.
one_sync(controller, crd) if {
	installations.by_argo(controller)
	controller.address == crd.address
}

# A module that wraps any chart is told by the call which it is.
place(controller, crd) := ["chart"] if sides(controller, crd)[0] != controller.reference

else := ["depends_on"]

message(controller, crd) := sprintf(`%q depends on chart "karpenter", which needs its CRDs; turn the dependency round`, [named(controller, crd)]) if {
	installations.ordered(crd, controller)
}

else := sprintf(`chart "karpenter" does not wait for %q, which has its CRDs; %s`, [named(controller, crd), advice(controller, crd)])

# named(controller, crd): its address; inside the module if both stand in one, whose calls then all say the same.
named(controller, crd) := substring(crd.address, count(prefix), -1) if {
	installations.by_terraform(controller)
	prefix := split(controller.address, controller.reference)[0]
	prefix == split(crd.address, crd.reference)[0]
}

else := crd.address

advice(controller, crd) := "use one block for each chart, the instances of one block have no order" if {
	installations.by_terraform(controller)
	controller.block == crd.block
}

else := sprintf("add depends_on = [%s]", [sides(controller, crd)[1]]) if {
	sides(controller, crd)[0] == controller.reference
}

else := sprintf("add depends_on = [%s] to %s", [there, here]) if [here, there] := sides(controller, crd)

else := "give that an earlier argocd.argoproj.io/sync-wave" if installations.by_argo(controller)

else := "add it to needs" if installations.by_helmfile(controller)

else := sprintf("dependsOn names it in another namespace, write %q there", [installations.object_namespace(crd)]) if {
	installations.misdirected(controller, crd)
}

else := "add it to dependsOn"

severity(controller, crd) := "info" if installations.by_argo(controller)

else := "warning" if installations.misdirected(controller, crd)

else := "info" if installations.perhaps_ordered(controller, crd)

else := conditions.severity(controller, crd, "error")

# sides(controller, crd): the blocks of the innermost module that both stand in, in which each of them is or is called.
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

fix(controller, crd) := {"fix": {
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

else := {}

# namespace(controller, crd): that of the CRD chart's HelmRelease, where it is another one.
namespace(controller, crd) := {"namespace": there} if {
	there := installations.object_namespace(crd)
	there != ""
	there != installations.object_namespace(controller)
} else := {}

# release_name(crd): as needs of a helmfile has it, with the namespace where it has one; undefined for a name that is not known.
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

# node(controller, reference): what the reference means in the module of the controller.
node(controller, reference) := reference if controller.module == ""

else := sprintf("%s.%s", [controller.module, reference])

# Everything in a module waits then, its data sources too.
safety(reference) := "unsafe" if startswith(reference, "module.")

else := "safe"
