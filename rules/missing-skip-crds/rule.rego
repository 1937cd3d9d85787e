# METADATA
# title: The main chart does not skip the CRDs that karpenter-crd manages
# description: |
#   Two charts contain Karpenter's CRDs (the definitions of `NodePool`, `EC2NodeClass` and the others). `karpenter`,
#   which runs the controller, has them in its `crds/` directory. Helm creates the missing ones from there and never
#   upgrades them. `karpenter-crd` has them as templates and exists so that Helm does upgrade them. If both are
#   installed, the CRDs belong to `karpenter-crd`, and the main chart must skip them:
#
#   | Installed by | What happens without skipping | Severity |
#   |---|---|---|
#   | Terraform, no dependency on the CRD chart | Both start at the same time. If the main chart is first, the other fails with "invalid ownership metadata" | error |
#   | Terraform, the main chart depends on the CRD chart | Nothing: Helm skips CRDs that exist. This holds only as long as the order does | warning |
#   | Flux, by default (`install.crds: Create`, `upgrade.crds: Skip`) | The same, with `dependsOn` as the order | error or warning |
#   | Flux, `crds: CreateReplace` | Each upgrade overwrites the CRDs of the CRD chart | error |
#   | helmfile | As with Terraform, with `needs` as the order | error or warning |
#   | One Application with both as sources | Argo CD applies both, and the last one wins | warning |
#   | One chart with both as dependencies | Helm creates the CRDs of the main chart first and then rejects those of the other. Argo CD applies both, and the last one wins | error; Argo CD: warning |
#   | kustomize, `includeCRDs: true` | The same CRDs twice, which `kustomize build` rejects | error; in two kustomizations: warning |
#   | Argo CD | It applies `crds/` on every sync, so two Applications own the same CRDs and overwrite each other's, including the conversion webhook | error |
#
#   **What to do.** Set `skip_crds = true` on the main chart: as an argument of `helm_release`, or as a key of
#   `karpenter = {…}` for the module `aws-ia/eks-blueprints-addons/aws`. For Flux set `spec.install.crds: Skip` (and
#   leave `spec.upgrade.crds` at `Skip`), for Argo CD `spec.source.helm.skipCrds: true`, for helmfile
#   `args: ["--skip-crds"]` in `helmDefaults`. On an existing release this changes nothing in the cluster.
#
#   You may have read that `skip_crds = true` is what makes CRD upgrades work. The CRD chart does that; the flag keeps
#   the two charts apart.
#
#   **Not reported.**
#
#   - The CRD chart itself, which does not need the flag.
#   - Installations without a CRD chart (KL102).
#   - A flag that is unknown before a plan, such as a variable without a default.
#   - A flag that is false by default, if a condition that the main chart does not share creates the CRD chart: usually
#     one variable controls both.
#   - The CRD chart of another cluster.
#
#   A chart is recognized by the argument `chart`, never by the label of the block.
#
#   **Fix safety.** Safe: Helm never removes CRDs, and another release manages them. Unsafe in the call of your own or a
#   registry module that wraps a release, because it may have no input `skip_crds`. There is no fix for helmfile, whose
#   `helmDefaults` apply to all releases in the file and may be in a base that others share. There is also none if Flux
#   or Terraform installs a chart of your own that has both as dependencies: the flag would apply to the CRDs of all its
#   dependencies.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# - description: Helm, custom resource definitions
#   ref: https://helm.sh/docs/chart_best_practices/custom_resource_definitions/
# - description: Flux, the CRD policies of a HelmRelease
#   ref: https://fluxcd.io/flux/components/helm/helmreleases/
# custom:
#   id: KL101
#   severity: error
#   severity_note: warning if the order keeps the CRD chart first, or if one of the two may be turned off by a condition that the other does not have
#   scope: project
#   fix: safe
#   fix_note: unsafe in the call of a module that wraps a release
#   kinds: [ChartInstallation]
#   needles: [karpenter-crd]
package karplint.rules.missing_skip_crds

import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.values

report contains {
	"resource": controller.id,
	"path": problem.path,
	"severity": conditions.severity(controller, crd, problem.severity),
	"message": object.get(problem, "message", `chart "karpenter" does not skip the CRDs that "karpenter-crd" manages`),
	"why": problem.why,
	"help": object.get(problem, "help", problem.title),
	"related": [{"resource": crd.id, "path": [], "message": "manages the CRDs"}],
	"fix": {
		"title": problem.title,
		"safety": safety(controller),
		"ops": [{"do": "set", "path": problem.path, "value": problem.value}],
	},
} if {
	some controller in installations.controllers
	crd := pairs.crds_of(controller)[0]
	problem := problem_of(controller, crd)
}

# A module that wraps a release may have no input of that name.
safety(controller) := "unsafe" if {
	controller.value.via == "module"
	values.absent(controller.value, "skip_crds")
}

else := "safe"

# Both are dependencies of one chart: Helm creates crds/ first, without ownership metadata, and then rejects the templates.
problem_of(controller, crd) := {
	"path": ["skip_crds"],
	"value": true,
	"title": "set skip_crds = true",
	"severity": "error",
	"message": `one release has the CRDs of chart "karpenter" and those of "karpenter-crd"`,
	"why": "Helm creates the first without ownership metadata, and then rejects the second",
	"help": sprintf("set %s", [setting(controller)]),
} if {
	installations.one_release(controller, crd)
	does_not_skip(controller, crd)
	setting(controller)
	not replaces(controller)
}

# Argo CD renders both into one Application, and applies the last one.
problem_of(controller, crd) := {
	"path": ["skip_crds"],
	"value": true,
	"title": "set skipCrds: true",
	"severity": "warning",
	"message": `one Application has the CRDs of chart "karpenter" and those of "karpenter-crd"`,
	"why": "Argo CD applies both, and the last one wins",
	"help": sprintf("set skipCrds: true in %s", [controller.value.installer]),
} if {
	installations.one_release(controller, crd)
	installations.by_argo(controller)
	does_not_skip(controller, crd)
}

# The same for an Application with both as sources.
problem_of(controller, crd) := {
	"path": ["skip_crds"],
	"value": true,
	"title": "set skipCrds: true",
	"severity": "warning",
	"message": `one Application has the CRDs of chart "karpenter" and those of "karpenter-crd"`,
	"why": "Argo CD applies both, and the last one wins",
} if {
	installations.one_application(controller, crd)
	does_not_skip(controller, crd)
}

problem_of(controller, crd) := {
	"path": ["include_crds"],
	"value": false,
	"title": "set includeCRDs: false",
	"severity": effect[0],
	"message": `includeCRDs renders the CRDs of chart "karpenter", which "karpenter-crd" has too`,
	"why": effect[1],
} if {
	installations.by_kustomize(controller)
	installations.by_kustomize(crd)
	controller.value.skip_crds == false
	effect := {
		true: ["error", "kustomize build rejects the same object twice"],
		false: ["warning", "two kustomizations apply the same CRDs"],
	}[controller.file == crd.file]
}

problem_of(controller, crd) := {
	"path": ["skip_crds"],
	"value": true,
	"title": "set skipCrds: true",
	"severity": "error",
	"why": "Argo CD applies both on every sync, and each overwrites the CRDs of the other, also the address of the conversion webhook",
} if {
	installations.by_argo(controller)
	not installations.one_release(controller, crd)
	not installations.one_application(controller, crd)
	does_not_skip(controller, crd)
}

problem_of(controller, _) := {
	"path": [policy],
	"value": "Skip",
	"title": sprintf("set %s: Skip", [replace(policy, "_", ".")]),
	"severity": "error",
	"message": `crds: CreateReplace makes chart "karpenter" replace the CRDs that "karpenter-crd" manages`,
	"why": "each upgrade overwrites them with those of the chart",
} if {
	installations.by_flux(controller)
	policy := ["upgrade_crds", "install_crds"][_]
	controller.value[policy] == "CreateReplace"
	not replaced_before(controller, policy)
}

problem_of(controller, crd) := object.union(
	{"path": ["install_crds"], "value": "Skip", "title": "set install.crds: Skip"},
	by_order(controller, crd),
) if {
	installations.by_flux(controller)
	not installations.one_release(controller, crd)
	does_not_skip(controller, crd)
	object.get(controller.value, "install_crds", "Create") == "Create"
	object.get(controller.value, "upgrade_crds", "Skip") != "CreateReplace"
}

problem_of(controller, crd) := object.union(
	{"path": ["skip_crds"], "value": true, "title": "set skip_crds = true"},
	by_order(controller, crd),
) if {
	installations.by_terraform(controller)
	not installations.in_chart(controller)
	does_not_skip(controller, crd)
}

problem_of(controller, crd) := object.union(
	{"path": ["skip_crds"], "value": true, "title": `set args: ["--skip-crds"] in helmDefaults`},
	by_order(controller, crd),
) if {
	installations.by_helmfile(controller)
	not installations.one_release(controller, crd)
	does_not_skip(controller, crd)
}

# setting(controller): what to set, if Helm installs a chart with both.
setting(controller) := sprintf("skip_crds = true in %s", [controller.value.installer]) if installations.by_terraform(controller)

setting(controller) := sprintf("install.crds: Skip in %s", [controller.value.installer]) if {
	installations.by_flux(controller)
	object.get(controller.value, "install_crds", "Create") == "Create"
}

setting(controller) := `args: ["--skip-crds"] in helmDefaults` if installations.by_helmfile(controller)

replaces(controller) if controller.value.upgrade_crds == "CreateReplace"

# If both policies replace CRDs, one finding is enough: after its fix the next round reports the other.
replaced_before(controller, "install_crds") if controller.value.upgrade_crds == "CreateReplace"

by_order(controller, crd) := {
	"severity": "warning",
	"why": "only the install order keeps it from creating them first",
} if {
	installations.perhaps_ordered(controller, crd)
}

else := {
	"severity": "error",
	"why": `if it comes first, "karpenter-crd" fails with "invalid ownership metadata"`,
}

does_not_skip(controller, _) if values.absent(controller.value, "skip_crds")

does_not_skip(controller, crd) if {
	controller.value.skip_crds in {false, "false"}
	not switched_together(controller, crd)
}

# The flag is set, and the CRD chart has a condition that the main chart does not have: presumably both are false by
# default and turned on together.
switched_together(controller, crd) if {
	condition := object.get(crd.value, "gate", "")
	condition != ""
	condition != object.get(controller.value, "gate", "")
}
