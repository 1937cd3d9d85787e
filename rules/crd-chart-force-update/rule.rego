# METADATA
# title: The karpenter-crd release does not set force_update
# description: |
#   One guide on upgrading Karpenter's CRDs with Terraform sets `force_update = true` on the `karpenter-crd` release.
#   This rule shows where it is not set. The advice is to **leave it that way** unless an upgrade fails.
#
#   The argument is documented as "delete and recreate the resource if needed". Upgrades of the CRDs do not need it: the
#   chart has them as templates, and Helm patches what changed. Deleting a CRD deletes every `NodePool`, `NodeClaim` and
#   `EC2NodeClass` with it, and so every node that Karpenter launched. Helm 3 replaces the object in place, but nothing
#   guarantees that a later Helm version does. None of the public releases we looked at sets the flag.
#
#   **What to do.** Nothing. If an upgrade fails because Helm cannot patch a CRD, read the error: "invalid ownership
#   metadata" means that another release created the CRD. Add Helm's labels and annotations to the CRD; force does not
#   help. If you follow the guide, keep the flag only for that one upgrade.
#
#   **Not reported.** Flux and Argo CD, which have other mechanisms; the chart `karpenter`.
#
#   **Fix safety.** Unsafe, and contrary to the advice above: `--unsafe-fixes` sets the flag as the guide does, `--fix`
#   never does. The rule is off unless it is selected or switched on, as advice is.
# related_resources:
# - description: Terraform's helm provider, force_update
#   ref: https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release
# custom:
#   id: KL103
#   advice: true
#   severity_note: advice, which is off unless the rule is selected by its id or name, or switched on
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
	"message": `chart "karpenter-crd" is installed without force_update = true`,
	"why": "that is safer: with it an upgrade may recreate a CRD, which deletes every NodePool",
	"help": "leave it so unless an upgrade fails",
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
