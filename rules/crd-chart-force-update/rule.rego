# METADATA
# title: The CRD chart has no force_update
# description: |
#   One guide on upgrading Karpenter's CRDs with Terraform sets `force_update = true` on the release of `karpenter-crd`. This rule
#   shows where it is not set; the advice is to **leave it so** unless an upgrade fails.
#
#   The argument is documented as "delete and recreate the resource if needed". Upgrades of the CRDs do not need it: the
#   chart has them as templates, and Helm patches what changed. A CRD that is deleted takes every `NodePool`, `NodeClaim` and
#   `EC2NodeClass` with it, and so every node that Karpenter started. Helm 3 replaces the object in place, but nothing
#   promises that a later Helm does, and none of the public releases that were looked at sets the flag.
#
#   **What to do.** Nothing. If an upgrade fails because Helm cannot patch a CRD, look at the error: "invalid ownership
#   metadata" means that another release made the CRD, and is mended by Helm's labels and annotations on it, not by force. If you
#   follow the guide, keep the flag on for that one upgrade.
#
#   **Not reported.** Flux and Argo CD, which have other means; the chart `karpenter`.
#
#   **Fix safety.** Unsafe, and against the advice above: `--unsafe-fixes` sets the flag as the guide does, `--fix` never does. Turn the rule off
#   before you apply unsafe fixes to everything.
# related_resources:
# - description: Terraform's helm provider, force_update
#   ref: https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release
# custom:
#   id: KL103
#   severity: info
#   scope: project
#   fix: unsafe
#   fix_note: never in --fix; the flag may delete CRDs, and with them every NodePool and NodeClaim
#   kinds: [ChartInstallation]
#   needles: [karpenter-crd]
package karplint.rules.crd_chart_force_update

import data.karplint.lib.installations
import data.karplint.lib.values

report contains {
	"resource": crd.id,
	"path": ["force_update"],
	"message": `chart "karpenter-crd" is installed without force_update = true; set it only for an upgrade that fails without, since a CRD that is deleted and recreated takes every NodePool with it`,
	"fix": {
		"title": "set force_update = true",
		"safety": "unsafe",
		"ops": [{"do": "set", "path": ["force_update"], "value": true}],
	},
} if {
	some crd in installations.crd_charts
	installations.by_terraform(crd)
	not installations.in_chart(crd)
	off(crd.value)
}

off(release) if values.absent(release, "force_update")

off(release) if release.force_update in {false, "false"}
