# METADATA
# title: The controller is not allowed an action that later releases need
# description: |
#   Later releases need actions that an older policy does not allow:
#
#   | From | Action | Without it |
#   |---|---|---|
#   | 0.28 | `ec2:DescribeImages` | no image is found, and no node starts |
#   | 1.3 | `ec2:DescribeCapacityReservations` | a class with `capacityReservationSelectorTerms` does not become ready |
#   | 1.3 | `ec2:RunInstances` on `capacity-reservation/*` | the same class launches nothing into its reservations |
#   | 1.7 | `iam:ListInstanceProfiles` | classes are not deleted, nor profiles that Karpenter made and no class uses any more |
#   | 1.11 | `ec2:DescribePlacementGroups` | a class with `placementGroupSelector` does not become ready |
#   | 1.11 | `ec2:RunInstances` on `placement-group/*` | the same class launches nothing into its placement group |
#   | 1.12 | `ec2:DescribeInstanceStatus` | instances that fail the status checks of EC2 are not replaced |
#   | 1.12 | `arc-zonal-shift:GetManagedResource` | the controller does not start with the chart's value `settings.enableZonalShift` |
#   | 1.15 | `ec2:RebootInstances` | nodes are not rebooted with the chart's value `settings.awsFeatureGates.rebootForRepair` |
#
#   The controller runs without most of these actions, so a missing one is easily overlooked. A missing `ec2:DescribeImages`
#   is an error, because no node starts without it, and so is a missing `arc-zonal-shift:GetManagedResource`.
#
#   **What to do.** Add the action to the policy with the resource `*`, which most of these actions require, or use a version of the
#   module that has it: `terraform-aws-modules/eks/aws//modules/karpenter` has `ec2:DescribeCapacityReservations` from
#   21.3.1, `iam:ListInstanceProfiles` from 21.2, `ec2:DescribePlacementGroups` from 21.18,
#   `ec2:DescribeInstanceStatus` and `arc-zonal-shift:GetManagedResource` from 21.19 on.
#
#   **Not reported.** Actions for a field that no class has, or for a value that the chart does not have; roles that may have policies that are not in the project; actions
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

import data.karplint.lib.installations
import data.karplint.lib.permissions
import data.karplint.lib.target

report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": severity(found.row),
	"message": sprintf("%s does not allow %s%s", [permissions.subject(found), permissions.actions(found), on(found.row)]),
	"why": sprintf("Karpenter needs it from %s on: otherwise %s", [found.row.since, found.row.effect]),
	"help": permissions.remedy(found),
} if {
	some found in permissions.lacking({
		"images", "capacity-reservations", "reserved-launch", "list-instance-profiles",
		"placement-groups", "grouped-launch", "instance-status", "zonal-shift", "reboot",
	})
	target.at_least(found.row.since)
	asked(found.row)
}

default severity(_) := "warning"

severity(row) := "error" if row.stops

# on(row): the resources that the actions are for.
on(row) := sprintf(" on \"%s/*\"", [row.resource]) if {
	row.resource
} else := ""

# asked(row): something in the project makes Karpenter ask for it.
asked(row) if {
	not row.for
	not row["with"]
}

asked(row) if {
	some key in row["with"]
	some controller in installations.controllers
	object.get(controller.value, array.concat(["values"], split(key, ".")), false) in {true, "true"}
}

asked(row) if count(permissions.with_field(row.for)) > 0
