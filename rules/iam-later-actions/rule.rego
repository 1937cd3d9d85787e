# METADATA
# title: The controller is not allowed an action that later releases need
# description: |
#   Later releases need actions that an older policy does not allow:
#
#   | From | Action | Without it |
#   |---|---|---|
#   | 0.28 | `ec2:DescribeImages` | no image is found, and no node starts |
#   | 1.3 | `ec2:DescribeCapacityReservations` | a class with `capacityReservationSelectorTerms` does not become ready |
#   | 1.7 | `iam:ListInstanceProfiles` | classes are not deleted, nor profiles that Karpenter made and no class uses any more |
#   | 1.11 | `ec2:DescribePlacementGroups` | a class with `placementGroupSelector` does not become ready |
#   | 1.12 | `ec2:DescribeInstanceStatus` | instances that fail the status checks of EC2 are not replaced |
#
#   The controller runs without these actions, so a missing one is easily overlooked. A missing `ec2:DescribeImages`
#   is an error, because no node starts without it.
#
#   **What to do.** Add the action to the policy with the resource `*`, which these actions require, or use a version of the
#   module that has it: `terraform-aws-modules/eks/aws//modules/karpenter` has `ec2:DescribeCapacityReservations` from
#   21.3.1, `iam:ListInstanceProfiles` from 21.2, `ec2:DescribePlacementGroups` from 21.18 and
#   `ec2:DescribeInstanceStatus` from 21.19 on.
#
#   **Not reported.** Actions for a field that no class has; roles that may have policies that are not in the project; actions
#   that a wildcard allows.
#
#   **Fix safety.** No automatic fix: someone who knows the account should review the policy.
# related_resources:
# - description: Karpenter, upgrade guide
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/
# - description: Karpenter, its policy
#   ref: https://karpenter.sh/docs/reference/cloudformation/#karpentercontrollerpolicy
# custom:
#   id: KL704
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [IAMPolicy, ModuleCall]
#   needles: ["ec2:RunInstances", modules/karpenter, attach_karpenter_controller_policy, eks-blueprints]
package karplint.rules.iam_later_actions

import data.karplint.lib.permissions
import data.karplint.lib.target

report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": severity(found.row),
	"message": sprintf("%s does not allow %s, which Karpenter %s asks for: without it, %s; %s", [
		permissions.subject(found),
		permissions.actions(found),
		found.row.since,
		found.row.effect,
		permissions.remedy(found),
	]),
} if {
	some found in permissions.lacking({"images", "capacity-reservations", "list-instance-profiles", "placement-groups", "instance-status"})
	target.at_least(found.row.since)
	asked(found.row)
}

default severity(_) := "warning"

severity(row) := "error" if row.stops

# asked(row): something in the project makes Karpenter ask for it.
asked(row) if not row.for

asked(row) if count(permissions.with_field(row.for)) > 0
