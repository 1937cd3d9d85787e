# METADATA
# title: The webhook is disabled although objects have to be converted between v1beta1 and v1
# description: |
#   The CRDs of 1.0, and of the late patches of 0.33 to 0.37, have the versions v1beta1 and v1, and the API server converts between
#   them with a webhook of the controller. With `webhook.enabled: false` the controller does not answer, so every request for an object in
#   the version that is not the stored one fails: `conversion webhook for karpenter.sh/v1beta1, Kind=NodePool failed`. The
#   upgrade to 1.0 then neither works nor can it be rolled back. Many files still have `false`, because it was the
#   default from 0.33 to 0.37.
#
#   **What to do.** Enable the webhook, and keep it until all objects are stored as v1 and you leave 1.0.
#
#   **What is reported.** `webhook.enabled: false` in the values of the chart `karpenter`:
#
#   - in the late patches of 0.33 to 0.37, if the CRDs come from the chart `karpenter-crd` or from Argo CD, which upgrade them.
#     It is a warning if the CRDs of the controller's chart are installed with Helm, which does not upgrade them: then only a new
#     cluster gets CRDs with v1;
#   - in 1.0, if the project has objects of v1beta1. It is a warning if all its objects are of v1: the cluster may still store those
#     of before the upgrade as v1beta1.
#
#   **Not reported.**
#
#   - Other versions, and unknown ones; from 1.1 there is no webhook (KL602).
#   - 1.0 in a project without pools and classes.
#   - A chart `karpenter-crd` that has `webhook.enabled: false` as well, in the patches in which its CRDs have no v1 then.
#
#   **Fix safety.** Unsafe: the webhook needs port 8443 to be reachable from the control plane.
# related_resources:
# - description: Karpenter, v1 migration, upgrade procedure
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#upgrade-procedure
# custom:
#   id: KL109
#   severity: error
#   severity_note: warning where only a new cluster has CRDs with v1, or where all objects are of v1
#   scope: project
#   fix: unsafe
#   when: ">= 0.33.6, < 1.1"
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.webhook_disabled_during_migration

import data.karplint.lib.crds
import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.releases
import data.karplint.lib.served
import data.karplint.lib.webhooks

report contains {
	"resource": controller.id,
	"path": path,
	"severity": severity(controller),
	"message": sprintf("webhook.enabled is false, but the CRDs of Karpenter %s convert with the webhook", [releases.text(controller)]),
	"why": effect(interval).why,
	"related": related,
	"fix": {"title": effect(interval).remedy, "safety": "unsafe", "ops": [{"do": "set", "path": path, "value": true}]},
} if {
	some controller in installations.controllers
	interval := releases.of(controller)
	webhooks.converts(interval)
	effect(interval)
	object.get(controller.value, path, true) in {false, "false"}
	not without_v1(controller, interval)
}

path := ["values", "webhook", "enabled"]

# effect(interval): what fails, and what to do; undefined if nothing shows that the cluster has objects.
effect(interval) := {
	"why": "a request for an object in v1beta1 or v1 fails if it is stored in the other version",
	"remedy": "set webhook.enabled to true until all objects are stored as v1",
} if {
	webhooks.needed(interval)
} else := {
	"why": "requests for objects that are still stored as v1beta1 fail",
	"remedy": "set webhook.enabled to true, and keep it until 1.1",
} if {
	_ = interval
	count(webhooks.objects) > 0
}

# without_v1(controller, interval): its CRDs have no v1, and so nothing to convert.
without_v1(controller, interval) if {
	served.by_webhook_only(interval)
	some crd in pairs.crds_of(controller)
	object.get(crd.value, path, true) in {false, "false"}
}

severity(controller) := "error" if count(webhooks.beta) > 0

else := "warning" if not webhooks.needed(releases.of(controller))

else := "error" if count(pairs.crds_of(controller)) > 0

else := "error" if {
	installations.by_argo(controller)
	crds.own(controller)
}

else := "warning"

related := [{"resource": object_.id, "path": ["apiVersion"], "message": "an object of v1beta1"} |
	some i, object_ in webhooks.beta
	i == 0
]
