# METADATA
# title: Karpenter cannot create instance profiles in an isolated VPC
# description: |
#   For a class with a `role`, Karpenter creates the instance profile itself, and needs access to IAM for that. IAM
#   has no private endpoint: from a cluster without access to the internet, the requests to IAM fail, and the class does
#   not become ready. The setting `isolatedVPC` marks such a cluster: Karpenter then asks for no prices, but it still
#   creates instance profiles.
#
#   **What to do.** Create the instance profile yourself, and set `instanceProfile` in the class instead of `role`,
#   which Karpenter supports from 0.32.2 on. If Karpenter reaches IAM through a proxy, ignore the rule here.
#
#   **Not reported.** A setting that is false, absent or unknown; classes with an `instanceProfile`; a target below 0.32, where no class
#   has a role.
#
#   **Fix safety.** No automatic fix: somebody has to create the instance profile.
# related_resources:
# - description: Karpenter, spec.instanceProfile
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specinstanceprofile
# custom:
#   id: KL706
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [isolatedVPC, ISOLATED_VPC]
package karplint.rules.private_cluster_role

import data.karplint.lib.installations
import data.karplint.lib.permissions
import data.karplint.lib.target

report contains {
	"resource": release.id,
	"path": path,
	"message": sprintf("the controller runs in an isolated VPC, and %s has a role", [permissions.title(class)]),
	"why": "it does not reach IAM, and cannot create the instance profile for the role",
	"help": "set instanceProfile in the class",
	"related": [{"resource": class.id, "path": ["role"], "message": "the role is set here"} | class.id in project_ids],
} if {
	not target.below("0.32")
	class := permissions.with_field("role")[0]
	some release in installations.controllers
	path := isolated(release)
}

project_ids := {resource.id | some resource in input.project.resources}

# isolated(release): the path of the value that marks the VPC as isolated.
isolated(release) := ["values", "settings", "isolatedVPC"] if {
	release.value.values.settings.isolatedVPC in {true, "true"}
} else := ["values", "settings", "aws", "isolatedVPC"] if {
	release.value.values.settings.aws.isolatedVPC in {true, "true"}
	target.below("0.33")
} else := ["values", "controller", "env", i] if {
	some i, variable in release.value.values.controller.env
	variable.name == "ISOLATED_VPC"
	variable.value in {true, "true"}
}
