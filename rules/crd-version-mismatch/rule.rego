# METADATA
# title: The charts karpenter and karpenter-crd have different versions
# description: |
#   The CRDs are part of a Karpenter release: they contain the fields, the defaults and the API versions that the
#   controller of the same version expects. With older CRDs the API server drops fields that the controller expects, and
#   rejects manifests with new fields. With much newer CRDs it no longer serves the API that the controller uses: the
#   CRDs of 1.1 have no v1beta1, so a 0.37 controller sees no NodePool at all.
#
#   This happens when someone changes one of two versions by hand, or when a bot updates them one at a time.
#
#   **What to do.** Give both charts the same version, preferably through one local or variable. If the main chart is
#   newer, upgrade the CRD chart. If the CRD chart is newer, upgrade the main chart in the steps that the upgrade guide
#   requires. Do not downgrade the CRDs, because older CRDs cannot read objects that are stored in a newer API version.
#
#   **How versions are compared.**
#
#   - As versions: `v0.32.1` equals `0.32.1`. A range (`~> 1.0`, `1.x`) differs from a version outside of it.
#   - Versions from variables, locals and modules are compared by their values. Versions that remain unknown are
#     compared by their expressions: `var.karpenter_version` on both sides is equal. An unknown version never differs
#     from a known one.
#   - A CRD chart without a version next to a main chart with one is a warning: Helm installs the latest version.
#   - Each controller is compared only with the CRD chart of its own cluster, identified by Terraform's provider,
#     helmfile's `kubeContext`, Flux's `kubeConfig` or Argo CD's `destination`.
#   - It is a warning if one of the two is turned off by the values in the files (a variable's default, the `condition`
#     of a dependency or of helmfile), or if helmfile's values do not show whether it is. Turning it on may come with
#     another version.
#
#   **Fix safety.** Safe: the fix raises the CRD chart to the version of the main chart, which is the first step in
#   Karpenter's upgrade guide. It never downgrades. There is no fix if the version of the CRD chart is newer, is a
#   range, or is not set. Unsafe for a dependency in `Chart.yaml`: run `helm dependency update` afterwards to update
#   `Chart.lock`.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# custom:
#   id: KL105
#   severity: error
#   severity_note: warning if the CRD chart has no version, or if one of the two is or may be turned off by a condition that the other does not have
#   scope: project
#   fix: safe
#   fix_note: upgrades the older CRD chart, never downgrades
#   kinds: [ChartInstallation]
#   needles: [karpenter-crd]
package karplint.rules.crd_version_mismatch

import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.values
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": crd.id,
		"path": ["version"],
		"message": differ(controller, crd),
		"why": "with older CRDs the API server drops fields that the controller expects",
		"help": remedy(controller),
		"severity": severity(controller, crd),
		"related": [{"resource": controller.id, "path": ["version"], "message": sprintf("%s %s", [title(controller), version(controller)])}],
	},
	fix(controller, crd),
) if {
	some [controller, crd] in mismatches
	not newer(crd, controller)
}

# Here the main chart is the one to change.
report contains {
	"resource": controller.id,
	"path": ["version"],
	"message": differ(controller, crd),
	"why": "much newer CRDs no longer serve the API that the controller uses",
	"help": "upgrade karpenter, and never downgrade the CRDs",
	"severity": severity(controller, crd),
	"related": [{"resource": crd.id, "path": ["version"], "message": sprintf("chart karpenter-crd %s", [version(crd)])}],
} if {
	some [controller, crd] in mismatches
	newer(crd, controller)
}

report contains {
	"resource": crd.id,
	"path": ["version"],
	"severity": "warning",
	"message": sprintf("karpenter-crd has no version, and %s is %s", [title(controller), version(controller)]),
	"why": "Helm installs the latest CRDs, which may not serve the API that the controller uses",
	"help": remedy(controller),
	"related": [{"resource": controller.id, "path": ["version"], "message": sprintf("%s %s", [title(controller), version(controller)])}],
} if {
	some controller in installations.controllers
	versions.range(version(controller))
	crds := pairs.crds_of(controller)
	crd := crds[0]
	every other in crds {
		values.absent(other.value, "version")
	}
}

# mismatches: the controllers whose CRD charts all certainly have another version, each with the first of these.
mismatches contains [controller, crds[0]] if {
	some controller in installations.controllers
	crds := pairs.crds_of(controller)
	count(crds) > 0
	every crd in crds {
		not versions.overlap(versions.range(version(controller)), versions.range(version(crd)))
		_ = versions.range(version(controller))
		_ = versions.range(version(crd))
	}
}

remedy(controller) := sprintf("set the version of karpenter-crd to %s", [version(controller)])

# If one is turned off by default, turning it on may come with another version.
severity(controller, crd) := "warning" if {
	some resource in [controller, crd]
	resource.value.off == true
} else := conditions.severity(controller, crd, "error")

differ(controller, crd) := sprintf("%s %s and karpenter-crd %s differ", [title(controller), version(controller), version(crd)])

# title(controller): plain manifests may install the controller without its chart.
title(controller) := "controller" if controller.value.image

else := "chart karpenter"

version(resource) := object.get(resource.value, "version", "")

newer(one, two) if versions.range(version(one)).since > versions.range(version(two)).since

fix(controller, crd) := {"fix": {
	"title": remedy(controller),
	"safety": safety(crd),
	"ops": [{"do": "set", "path": ["version"], "value": version(controller)}],
}} if {
	versions.exact(version(crd)) < versions.exact(version(controller))
}

else := {}

# Chart.lock contains the version too.
safety(crd) := "unsafe" if installations.in_chart(crd)

else := "safe"
