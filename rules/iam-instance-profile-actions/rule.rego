# METADATA
# title: The controller is not allowed to create instance profiles
# description: |
#   An instance gets its IAM role through an instance profile. Up to 0.31 you created the profile and gave Karpenter
#   its name. From 0.32 on Karpenter itself creates a profile for the `role` of each `EC2NodeClass`, and deletes it
#   with the class. For that, its own role needs six more actions: `iam:GetInstanceProfile`,
#   `iam:CreateInstanceProfile`, `iam:TagInstanceProfile`, `iam:AddRoleToInstanceProfile`,
#   `iam:RemoveRoleFromInstanceProfile` and `iam:DeleteInstanceProfile`. Without them the class does not become ready,
#   and no node starts.
#
#   **What to do.** Add the statement of
#   [Karpenter's own policy](https://karpenter.sh/docs/reference/cloudformation/), or let the module do it:
#
#   | Module | Versions | Argument |
#   |---|---|---|
#   | `terraform-aws-modules/eks/aws//modules/karpenter` | 19.18 up to 20.0 | `enable_karpenter_instance_profile_creation = true` |
#   | the same | from 20.0 | always |
#   | `terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks` | 5.32 up to 6.0 | `enable_karpenter_instance_profile_creation = true` |
#   | `aws-ia/eks-blueprints-addons/aws` | from 1.10 | `karpenter_enable_instance_profile_creation`, which is true by default |
#
#   Or keep the profile: from 0.32.2 on a class may have `instanceProfile` instead of `role`.
#
#   **Severity.** It depends on the classes in the project, or if it has none, on those in the directories above and below that
#   belong to no installation:
#
#   - Error if a class has a `role`.
#   - Warning if only `iam:RemoveRoleFromInstanceProfile` and `iam:DeleteInstanceProfile` are missing: nodes start,
#     but a class cannot be changed or deleted.
#   - Warning if the project only has classes of the alpha API (`AWSNodeTemplate`): they have no role, but each class
#     that replaces one needs a `role` or an `instanceProfile`.
#   - Information if the project has no class, because its classes are in another repository.
#
#   **Not reported.**
#
#   - Projects whose classes all have an `instanceProfile`, even if a class that belongs to no installation has a `role`.
#   - Controllers whose role may have another policy: one from a variable, a data source or another account, or an action with
#     a wildcard that includes these (`iam:*`).
#   - Policies that launch instances for something else.
#
#   **Fix safety.** No automatic fix: someone who knows the account should review the policy.
# related_resources:
# - description: Karpenter, v1beta1 migration, instance profile
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#instanceprofile
# - description: Karpenter, AllowScopedInstanceProfileCreationActions
#   ref: https://karpenter.sh/docs/reference/cloudformation/#allowscopedinstanceprofilecreationactions
# custom:
#   id: KL702
#   severity: error
#   severity_note: warning if the classes are of the alpha API, or if only the actions are missing with which Karpenter changes and deletes a profile; info if there are no classes
#   scope: project
#   fix: none
#   kinds: [IAMPolicy, ModuleCall]
#   needles: ["ec2:RunInstances", modules/karpenter, attach_karpenter_controller_policy, eks-blueprints]
package karplint.rules.iam_instance_profile_actions

import data.karplint.lib.permissions
import data.karplint.lib.target

report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": use(found).severity,
	"message": fact(found),
	"why": sprintf("%s for the role of %s%s", [use(found).text, permissions.title(permissions.with_field("role")[0]), use(found).effect]),
	"help": permissions.remedy(found),
} if {
	some found in lacking
	count(permissions.with_field("role")) > 0
}

# The classes still have to be replaced.
report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": "warning",
	"message": fact(found),
	"why": sprintf("Karpenter needs this once the class that replaces %s has a role", [permissions.title(permissions.templates[0])]),
	"help": advice(found),
} if {
	some found in lacking
	target.at_least("0.32")
	count(permissions.classes) == 0
	count(permissions.templates) > 0
}

# The classes are elsewhere.
report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": "info",
	"message": fact(found),
	"why": sprintf("%s for a class with a role%s", [use(found).text, use(found).effect]),
	"help": sprintf("%s unless every class has an instanceProfile", [permissions.remedy(found)]),
} if {
	some found in lacking
	target.at_least("0.32")
	count(permissions.classes) == 0
	count(permissions.templates) == 0
}

lacking := permissions.lacking({"instance-profiles"})

fact(found) := sprintf("%s does not allow %s", [permissions.subject(found), permissions.actions(found)])

use(found) := {"severity": "warning", "text": "Karpenter cannot change or delete the instance profile", "effect": ""} if {
	every action in found.lack.actions {
		action in {"iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile"}
	}
} else := {"severity": "error", "text": "Karpenter cannot create the instance profile", "effect": ", and no node starts"}

advice(found) := sprintf("%s, or give the class an instanceProfile", [permissions.remedy(found)]) if {
	not only_role
} else := permissions.remedy(found)

# only_role: the classes of the target have no instanceProfile.
only_role if {
	target.at_least("0.32.0")
	target.below("0.32.2")
}
