# METADATA
# title: The controller is not allowed to set the tag of its cluster
# description: |
#   From 1.0 on Karpenter sets the tag `eks:eks-cluster-name` on every instance: on new ones when it launches them,
#   and with `ec2:CreateTags` on those that an earlier release launched. The policy of 0.32 to 0.37 allows
#   `ec2:CreateTags` only for the tags `karpenter.sh/nodeclaim` and `Name`, because its condition on `aws:TagKeys`
#   names no other tag. So AWS denies the request for each instance that runs during the upgrade. Karpenter repeats
#   the request, but these instances never get the tag.
#
#   The policy of 1.0, in turn, allows `ec2:RunInstances` only for requests with that tag. 0.37 and earlier releases do not set
#   it, so that with this policy alone they launch no node.
#
#   **What to do.** Add `eks:eks-cluster-name` to the values of `aws:TagKeys`, as
#   [Karpenter's own policy](https://karpenter.sh/docs/reference/cloudformation/#allowscopedresourcetagging) does since 1.0,
#   before you upgrade: that value alone also works with the old release. If you replace the whole policy by that of 1.0, attach it beside the old
#   one, and remove the old one once 1.0 runs. For the Terraform module see KL802.
#
#   **Severity.** Error if the target may be 1.0, because every upgrade goes through 1.0. Warning from 1.1 on, because
#   instances of 0.3x are gone then. It stays an error if an old object in the project shows that the upgrade has not
#   happened yet. Warning for the policy of 1.0 below 1.0.
#
#   **Not reported.**
#
#   - Policies without that condition, such as those of 0.31 and earlier.
#   - Statements whose role may have another statement, in any policy, that allows the tag.
#   - Roles that may have policies outside the project.
#   - Statements about the tags in a request that creates a resource (`ec2:CreateAction`).
#
#   **Fix safety.** No automatic fix: someone who knows the account should review the policy.
# related_resources:
# - description: Karpenter, v1 migration, upgrade procedure, step 8
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#upgrade-procedure
# custom:
#   id: KL703
#   severity: error
#   severity_note: warning from 1.1 on, unless the project still has old objects, and for the policy of 1.0 below 1.0
#   scope: project
#   fix: none
#   kinds: [IAMPolicy]
#   needles: ["aws:TagKeys", "AWS:TagKeys", "RequestTag/eks:eks-cluster-name"]
package karplint.rules.iam_cluster_tag

import data.karplint.lib.permissions
import data.karplint.lib.target

# The policy of 1.0 for an earlier release.
report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": "warning",
	"message": sprintf("the policy allows \"ec2:RunInstances\" only with tag %q", [found.row.untagged]),
	"why": "Karpenter sets this tag from 1.0 on: an earlier release starts no node",
	"help": "keep the policy of the earlier release beside this one until 1.0 runs",
} if {
	target.below("1.0")
	some found in permissions.lacking({"untagged-launch"})
	found.kind == "IAMPolicy"
}

report contains {
	"resource": found.resource.id,
	"path": permissions.place(found),
	"severity": permissions.upgrade_severity,
	"message": sprintf("the policy allows \"ec2:CreateTags\" only for %s", [keys(found)]),
	"why": sprintf("from 1.0 on Karpenter sets tag %q on running instances as well, and AWS denies it", [found.row.tag]),
	"help": sprintf("add %q to aws:TagKeys", [found.row.tag]),
} if {
	target.at_least("1.0")
	some found in permissions.lacking({"cluster-tag"})
	found.kind == "IAMPolicy"
}

keys(found) := concat(" and ", [sprintf("%q", [key]) | some key in condition.values]) if {
	[_, i, _, j] := found.lack.place
	condition := found.resource.value.statements[i].conditions[j]
}
