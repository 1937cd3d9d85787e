# METADATA
# title: The CRDs look for the conversion webhook in a different namespace from the controller's
# description: |
#   The CRDs of 1.0, and of the late patches of 0.33 to 0.37, have the versions v1beta1 and v1. To convert between them, the API server
#   calls a webhook of the controller, a Service named `karpenter`. The CRDs name its namespace:
#
#   - those in the chart `karpenter` always name `kube-system`;
#   - the chart `karpenter-crd` names `webhook.serviceNamespace`, or else the namespace of its own release.
#
#   If the controller runs in another one, the call fails: `conversion webhook for karpenter.sh/v1beta1, Kind=NodePool failed … service
#   "karpenter" not found`. Nobody can read NodePools any more, and the garbage collector of the cluster may stop.
#
#   **What to do.** Install the chart `karpenter-crd` in the namespace of the controller, or set its `webhook.serviceNamespace`, and
#   skip the CRDs of the chart `karpenter`. With 1.1 the webhook is gone.
#
#   **What is reported.** A controller in a namespace that is known, whose CRDs certainly come from one of the two charts and name another
#   namespace.
#
#   **Not reported.**
#
#   - Other versions, and unknown ones.
#   - Unknown namespaces and values.
#   - CRDs that something else in the project applies, and installations that skip them.
#   - `karpenter-crd` 1.0.0, which KL307 reports.
#
#   **Severity.** Warning for 1.0 if the project has no object of v1beta1: as long as only v1 is used, nothing is converted.
#
#   **Fix safety.** No automatic fix: CRDs and controller move together.
# related_resources:
# - description: the CRDs point at kube-system
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6818
# - description: the same after an upgrade
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6847
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL108
#   severity: error
#   severity_note: warning for 1.0 without objects of v1beta1
#   scope: project
#   fix: none
#   when: ">= 0.33.6, < 1.1"
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.webhook_namespace

import data.karplint.lib.crds
import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.releases
import data.karplint.lib.values
import data.karplint.lib.webhooks

# The CRDs of the controller's own chart.
report contains {
	"resource": controller.id,
	"path": ["namespace"],
	"severity": severity(interval),
	"message": sprintf("the CRDs of chart karpenter %s look for the conversion webhook in %q", [releases.text(controller), webhooks.facts.namespace]),
	"why": why(controller),
	"help": sprintf("install chart \"karpenter-crd\" in %q, and skip these CRDs", [controller.value.namespace]),
} if {
	some controller in placed
	interval := releases.of(controller)
	webhooks.converts(interval)
	controller.value.namespace != webhooks.facts.namespace
	crds.own(controller)
}

# The CRDs of the chart karpenter-crd.
report contains {
	"resource": crd.id,
	"path": ["values", "webhook", "serviceNamespace"],
	"severity": severity(interval),
	"message": sprintf("the CRDs of chart \"karpenter-crd\" look for the conversion webhook in %q", [namespace(crd)]),
	"why": why(controller),
	"help": sprintf("set webhook.serviceNamespace to %q", [controller.value.namespace]),
	"related": [{"resource": controller.id, "path": ["namespace"], "message": "the controller"}],
} if {
	some controller in placed
	interval := releases.of(controller)
	webhooks.converts(interval)
	webhooks.running(interval)
	[crd] := pairs.crds_of(controller)
	not disabled(crd)
	namespace(crd) != controller.value.namespace
}

why(controller) := sprintf(
	"the controller is in %q, and objects that have to be converted between v1beta1 and v1 cannot be read",
	[controller.value.namespace],
)

placed := [controller |
	some controller in installations.controllers
	is_string(controller.value.namespace)
	controller.value.namespace != ""
]

# namespace(crd): the one that the CRDs of karpenter-crd name; undefined if it is unknown.
namespace(crd) := given if {
	given := crd.value.values.webhook.serviceNamespace
	is_string(given)
	given != ""
} else := own if {
	values.nothing_at(object.get(crd.value, "values", {}), ["webhook", "serviceNamespace"])
	own := crd.value.namespace
	is_string(own)
	own != ""
}

disabled(crd) if not object.get(crd.value, ["values", "webhook", "enabled"], true) in {true, "true"}

severity(interval) := "error" if webhooks.needed(interval)

else := "warning"
