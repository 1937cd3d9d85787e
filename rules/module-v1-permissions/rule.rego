# METADATA
# title: The module gives the controller the permissions of v1beta1
# description: |
#   The karpenter submodule of terraform-aws-eks has two policies in its major version 20: that of Karpenter 0.33 by default,
#   and from 20.24 on that of Karpenter 1.0 with `enable_v1_permissions = true`. The older one does not allow Karpenter 1.0 to set
#   the tag `eks:eks-cluster-name` on instances that run during the upgrade (see KL703). From version 21 on, the module has only
#   the policy of 1.0.
#
#   **What to do.** Set `enable_v1_permissions = true` before you upgrade to 1.0. Up to 20.23 the module has no such argument:
#   update it first. With version 21, remove the argument.
#
#   **Severity.** Error if the target may be 1.0, because every upgrade goes through 1.0. Warning from 1.1 on, because
#   instances of 0.3x are gone then. It stays an error if an old object in the project shows that the upgrade has not
#   happened yet.
#
#   **Not reported.** Calls whose version is unknown, or may be 21 or later; calls with a statement of their own that
#   allows the tag.
#
#   **Fix safety.** Safe: the newest version that the call admits has the argument. If an older one is installed,
#   which would reject it, run `terraform init -upgrade`.
# related_resources:
# - description: terraform-aws-eks, karpenter submodule
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/modules/karpenter/README.md
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#upgrade-procedure
# custom:
#   id: KL802
#   severity: error
#   severity_note: warning from 1.1 on, unless the project still has old objects
#   scope: project
#   fix: safe
#   kinds: [ModuleCall]
#   needles: [modules/karpenter]
package karplint.rules.module_v1_permissions

import data.karplint.lib.permissions
import data.karplint.lib.target

# The module has the argument.
report contains {
	"resource": found.resource.id,
	"path": ["arguments", found.lack.input],
	"severity": permissions.upgrade_severity,
	"message": message(found),
	"fix": {
		"title": sprintf("set %s = true", [found.lack.input]),
		"safety": "safe",
		"ops": [{"do": "set", "path": ["arguments", found.lack.input], "value": true}],
	},
} if {
	some found in lacking
	found.lack.input != ""
}

report contains {
	"resource": found.resource.id,
	"path": ["version"],
	"severity": permissions.upgrade_severity,
	"message": message(found),
} if {
	some found in lacking
	found.lack.input == ""
}

lacking := [found |
	target.at_least("1.0")
	some found in permissions.lacking({"cluster-tag"})
	found.kind == "ModuleCall"
]

message(found) := sprintf("%s gives the controller the permissions of v1beta1, with which Karpenter 1.0 cannot tag running instances; %s", [
	permissions.subject(found),
	permissions.remedy(found),
])
