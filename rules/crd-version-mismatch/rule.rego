# METADATA
# title: The charts karpenter and karpenter-crd have different versions
# description: |
#   The CRDs are part of a release of Karpenter: they hold the fields, the defaults and the API versions that the controller of
#   the same version knows. With older CRDs the API server drops what the controller expects, and refuses manifests with
#   new fields. With much newer ones it no longer serves the API that the controller speaks: the CRDs of 1.1 have no
#   v1beta1, and a controller of 0.37 then sees no NodePool at all.
#
#   It happens when one of two versions is changed by hand, or when a bot proposes them one by one.
#
#   **What to do.** Give both charts one version, best through one local or variable. Where the main chart is the newer one, raise
#   the CRD chart. Where the CRD chart is the newer one, upgrade the main chart in the steps that the upgrade guide asks for; do not
#   lower the CRDs, because objects that are stored in a newer API version cannot be read with older CRDs.
#
#   **How versions are compared.** As versions: `v0.32.1` is `0.32.1`. A range (`~> 1.0`, `1.x`) differs from a version that does not lie
#   in it. Versions that come through variables, locals and modules are compared by their values, those that stay unknown
#   by their expressions: `var.karpenter_version` on both sides is equal. Unknown and known are never said to differ. A
#   CRD chart without a version, beside a main chart with one, is a warning: the latest version is installed. Each controller
#   is compared with the CRD chart of its own cluster only: by Terraform's provider, helmfile's `kubeContext`, Flux's `kubeConfig` and Argo
#   CD's `destination`. Where the values that are written switch one of the two off (a variable's default, `condition` of a
#   dependency or of helmfile), or those of helmfile do not tell, it is a warning: whoever switches it on may give it another version as well.
#
#   **Fix safety.** Safe: it raises the CRD chart to the version of the main chart, which upstream's upgrade guide asks for
#   first. It never lowers one, and there is no fix where the CRD chart is the newer one, a range, or not written. Unsafe for a dependency in
#   `Chart.yaml`: run `helm dependency update` afterwards, which writes `Chart.lock`.
# related_resources:
# - description: Karpenter, upgrading the CRDs
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
# custom:
#   id: KL105
#   severity: error
#   severity_note: warning where the CRD chart has no version, or one of the two is switched off, or may be, by a condition that the other has not
#   scope: project
#   fix: safe
#   fix_note: raises the older CRD chart, never lowers one
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
		"message": sprintf("%s; %s", [differ(controller, crd), advice(controller, crd)]),
		"severity": severity(controller, crd),
		"related": [{"resource": controller.id, "path": ["version"], "message": sprintf("chart karpenter %s", [version(controller)])}],
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
	"message": sprintf("%s; upgrade karpenter, never lower the CRDs", [differ(controller, crd)]),
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
	"message": sprintf("chart karpenter is %s, but karpenter-crd has no version and is the latest one; %s", [version(controller), advice(controller, crd)]),
	"related": [{"resource": controller.id, "path": ["version"], "message": sprintf("chart karpenter %s", [version(controller)])}],
} if {
	some controller in installations.controllers
	versions.range(version(controller))
	crds := pairs.crds_of(controller)
	crd := crds[0]
	every other in crds {
		values.absent(other.value, "version")
	}
}

# mismatches: controllers with a CRD chart, all of whose CRD charts surely have another version.
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

# A module may call the argument chart_version, or something else.
advice(controller, crd) := sprintf("set version = %q", [version(controller)]) if crd.value.via == "helm_release"

else := sprintf("give karpenter-crd the version %q", [version(controller)])

# Where one is switched off by default, what switches it on may give it another version as well.
severity(controller, crd) := "warning" if {
	some resource in [controller, crd]
	resource.value.off == true
} else := conditions.severity(controller, crd, "error")

differ(controller, crd) := sprintf("chart karpenter %s and karpenter-crd %s differ", [version(controller), version(crd)])

version(resource) := object.get(resource.value, "version", "")

newer(one, two) if versions.range(version(one)).since > versions.range(version(two)).since

fix(controller, crd) := {"fix": {
	"title": sprintf("set the version to %s", [version(controller)]),
	"safety": safety(crd),
	"ops": [{"do": "set", "path": ["version"], "value": version(controller)}],
}} if {
	versions.exact(version(crd)) < versions.exact(version(controller))
}

else := {}

# Chart.lock holds the version too.
safety(crd) := "unsafe" if installations.in_chart(crd)

else := "safe"
