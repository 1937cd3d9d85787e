# METADATA
# title: The module gives the controller the permissions of another release
# description: |
#   The karpenter submodule of terraform-aws-eks has two policies in its major version 20: that of Karpenter 0.33 by default,
#   and from 20.24 on that of Karpenter 1.0 with `enable_v1_permissions = true`. Each is for its releases only:
#
#   | Policy of | With 0.33 to 0.37 | With 1.0 and later |
#   |---|---|---|
#   | version 19 | works with certain tags only | has none of the permissions that are new in 1.0 |
#   | version 20, by default | right | instances that run during the upgrade do not get the tag `eks:eks-cluster-name` (see KL703) |
#   | version 20 with `enable_v1_permissions = true`, and version 21 | no node starts: instances may be launched only with the tag `eks:eks-cluster-name`, which 0.37 does not set | right |
#
#   **What to do.** Set `enable_v1_permissions = true` in the upgrade to 1.0, and apply it together with the controller:
#   `terraform apply -target=module.karpenter -target=helm_release.karpenter`. If the module is applied earlier, 0.37 launches
#   no node until 1.0 runs. Or attach the policy of 1.0 to the role beside the old one first (`iam_role_policies`), as
#   Karpenter's guide does, and switch the module once 1.0 runs. To roll back, apply the old policy before 0.37.
#
#   Up to 20.23 the module has no such argument: update it first, without the argument. With version 21, remove the argument, and
#   update the module to 21 only once 1.0 runs.
#
#   **Severity.** Error if the target may be 1.0, because every upgrade goes through 1.0. Warning from 1.1 on, because
#   instances of 0.3x are gone then. It stays an error if an old object in the project shows that the upgrade has not
#   happened yet. Warning for version 19, and for the policy of 1.0 below 1.0, because another policy may be attached outside of the files.
#
#   **Not reported.** Calls whose version is unknown, or for a target from 1.0 on may be 21 or later; calls with a statement of their own, or
#   with another policy, that allows the same.
#
#   **Fix safety.** Safe: the newest version that the call admits has the argument. If an older one is installed,
#   which would reject it, run `terraform init -upgrade`. The policy of 1.0 below 1.0 has no fix, because the upgrade may be under way.
# related_resources:
# - description: terraform-aws-eks, karpenter submodule
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/modules/karpenter/README.md
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#upgrade-procedure
# custom:
#   id: KL802
#   severity: error
#   severity_note: warning from 1.1 on, unless the project still has old objects, and for the policies of 1.0 below 1.0 and of version 19
#   scope: project
#   fix: safe
#   kinds: [ModuleCall]
#   needles: [modules/karpenter]
package karplint.rules.module_v1_permissions

import data.karplint.lib.modules
import data.karplint.lib.permissions
import data.karplint.lib.target
import data.karplint.lib.versions

# The module has the argument.
report contains {
	"resource": found.resource.id,
	"path": ["arguments", found.lack.input],
	"severity": permissions.upgrade_severity,
	"message": sprintf("%s gives the controller the permissions of v1beta1", [permissions.subject(found)]),
	"why": sprintf("from 1.0 on Karpenter sets tag %q on running instances as well, and AWS denies it", [found.row.tag]),
	"help": in_the_upgrade(permissions.remedy(found)),
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
	"message": sprintf("%s gives the controller the permissions of v1beta1", [permissions.subject(found)]),
	"why": sprintf("from 1.0 on Karpenter sets tag %q on running instances as well, and AWS denies it", [found.row.tag]),
	"help": in_the_upgrade(permissions.remedy(found)),
} if {
	some found in lacking
	found.lack.input == ""
}

# The policy of 1.0 for an earlier release.
report contains {
	"resource": found.resource.id,
	"path": switch(found.resource),
	"severity": "warning",
	"message": sprintf("%s allows \"ec2:RunInstances\" only with tag %q", [permissions.subject(found), found.row.untagged]),
	"why": sprintf("Karpenter sets this tag from 1.0 on: %s starts no node", [release]),
	"help": unswitch(found.resource),
} if {
	target.below("1.0")
	some found in permissions.lacking({"untagged-launch"})
	found.kind == "ModuleCall"
}

default release := "an earlier release"

release := input.target.max if input.target.max == input.target.min

switch(call) := ["arguments", "enable_v1_permissions"] if call.value.arguments.enable_v1_permissions

else := ["version"]

unswitch(call) := "remove enable_v1_permissions, and set it in the same apply as the controller of 1.0" if {
	call.value.arguments.enable_v1_permissions
} else := "use version 20 until 1.0 runs"

# Version 19 has only the policy of the alpha API.
report contains {
	"resource": call.id,
	"path": ["version"],
	"severity": "warning",
	"message": sprintf("%s has no policy for Karpenter from 1.0 on", [modules.subject(call)]),
	"why": "it allows using and terminating only what has tag \"karpenter.sh/discovery\", which Karpenter sets only if it is in spec.tags of the class",
	"help": in_the_upgrade(sprintf("use 20.24.0 or later of %s with enable_v1_permissions = true", [call.value.title])),
} if {
	target.at_least("1.0")
	some controller in object.get(input.project, "controllers", [])
	controller.known
	some call in input.project.resources
	call.id == controller.resource
	call.value.module == "terraform-aws-modules/terraform-aws-eks//modules/karpenter"
	versions.exact(call.value.until) <= versions.exact("20.0.0")
}

lacking := [found |
	target.at_least("1.0")
	some found in permissions.lacking({"cluster-tag"})
	found.kind == "ModuleCall"
]

in_the_upgrade(remedy) := sprintf("%s, in the same apply as the controller of 1.0", [remedy]) if {
	permissions.upgrade_severity == "error"
} else := remedy
