# METADATA
# title: A class names a role that no node can use
# description: |
#   Karpenter puts the role of a class into an instance profile and starts the nodes with it. EC2 gives an instance the credentials of a role only if
#   the trust policy of the role allows `ec2.amazonaws.com` to assume it. Three mistakes are common:
#
#   - **The role of the controller.** From version 20 on, the output `iam_role_name` of the karpenter submodule of terraform-aws-eks is the role of
#     the controller, which only pods can assume. In the versions before, `role_name` was the role of the nodes. The new name of that is
#     `node_iam_role_name`. Roles for service accounts (IRSA) and for Pod Identity are other examples.
#   - **A name without its random end.** Modules take a name such as `KarpenterNodeRole-shop` and make of it a prefix, unless they are told otherwise:
#     the role is called `KarpenterNodeRole-shop-20250101…`. A class with `role: KarpenterNodeRole-shop` names a role that does not exist.
#   - **An instance profile.** `role` wants the role itself. A class may have an `instanceProfile` instead of it.
#
#   **What you see in the cluster.** With the role of the controller the class is ready. Instances start, have no credentials and never register:
#   `aws sts get-caller-identity` on the node fails, the log of the kubelet says `Unauthorized` or `no EC2 IMDS role found`, and the NodeClaim ends
#   after 15 minutes with `Launched` but not `Registered`
#   ([terraform-aws-eks#3508](https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3508),
#   [#6036](https://github.com/aws/karpenter-provider-aws/issues/6036)). With a name that does not exist the class is not ready: `creating instance
#   profile, … NoSuchEntity: The role with name … cannot be found`.
#
#   **What to do.** Name the role of the nodes: `module.karpenter.node_iam_role_name`, `aws_iam_role.node.name`. If the class is in a manifest that
#   has to write the name out, give the role a fixed one: `node_iam_role_use_name_prefix = false`, or `name` instead of `name_prefix`.
#
#   **Severity.** Error for a role that EC2 cannot assume, and for an instance profile. Warning for a name without its random end, because a role of
#   exactly that name may be made elsewhere.
#
#   **Not reported.** Roles whose trust policy is not known as a whole; roles that a data source looks up; names that the project does not make; a
#   name without a random end that a role elsewhere in the repository has.
#
#   **Fix safety.** Unsafe, and only for a module that has a switch for the random end: Terraform replaces the role. No automatic fix for a reference.
# related_resources:
# - description: terraform-aws-eks, upgrade to version 20
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/docs/UPGRADE-20.0.md
# - description: Karpenter, spec.role
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specrole
# - description: AWS, trust policies of roles for EC2
#   ref: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_switch-role-ec2.html
# custom:
#   id: KL550
#   severity: error
#   severity_note: warning for a name that lacks the random end of the role
#   scope: project
#   fix: unsafe
#   kinds: [IAMRole]
#   needles: [karpenter]
package karplint.rules.not_the_node_role

import data.karplint.lib.arns
import data.karplint.lib.permissions
import data.karplint.lib.roles

# A role that EC2 cannot assume.
report contains {
	"resource": place.resource,
	"path": place.path,
	"message": sprintf("%s names %s, which no node can use", [field(class), what(role)]),
	"why": sprintf("only %s may assume it: instances get no credentials, and the nodes never register", [principals(role)]),
	"help": use(role, class),
} if {
	some class in permissions.classes
	ids := roles.of_class(class)
	count(ids) > 0
	every id in ids {
		roles.distrusted(roles.by_id[id], "ec2.")
	}
	role := roles.by_id[sort(ids)[0]]
	place := place_of(class, role)
}

# A name without the random end of the role.
report contains object.union(
	{
		"resource": role.id,
		"path": ["prefix"],
		"severity": "warning",
		"message": sprintf("%s names %q, and the role gets a random end", [permissions.title(class), roles.stem(role)]),
		"why": sprintf("IAM finds no role of the name in %s, and the class never becomes ready", [class.file]),
	},
	todo(role),
) if {
	some class in permissions.classes
	some role in roles.all
	roles.lacks_end(class, role)
	not is_elsewhere(class)
}

# The name of an instance profile instead of that of a role.
report contains {
	"resource": place.resource,
	"path": place.path,
	"message": sprintf("%s names the instance profile %s", [field(class), profile.address]),
	"why": "IAM finds no role of that name, and the class never becomes ready",
	"help": sprintf("in %s write instanceProfile, or the name of the role in %s", [class.file, profile.address]),
} if {
	some class in permissions.classes
	count(roles.of_class(class)) == 0
	some profile in roles.profiles_named(class.value.role)
	place := place_of(class, profile)
}

# is_elsewhere(class): the repository makes or knows a role of exactly that name.
is_elsewhere(class) if {
	some other in input.project.around_by_kind.IAMRole
	other.value.name == class.value.role
}

is_elsewhere(class) if {
	some other in input.project.around_by_kind.AccessEntry
	arns.last_part(arns.text(other.value.principal)) == class.value.role
}

# place_of(class, role): the class, or the role if the class is outside of the project.
place_of(class, role) := {"resource": class.id, "path": [written(class)]} if {
	some resource in input.project.resources
	resource.id == class.id
} else := {"resource": role.id, "path": []}

written(class) := "role" if class.value.role

else := "instanceProfile"

field(class) := sprintf("%s of %s", [written(class), permissions.title(class)])

what(role) := "the role of the controller" if role.value.of == "controller"

else := "a role for pods" if role.value.of == "pods"

else := role.address

principals(role) := concat(" and ", sort({called(arns.text(trust)) | some trust in role.value.trusts}))

called(principal) := "pods" if principal in {"pods.eks.amazonaws.com", "Federated"}

else := "other roles" if principal == "AWS"

else := principal

use(role, class) := sprintf("use %s", [roles.name_in_root(node)]) if {
	class.block != ""
	node := roles.node_of(role)
} else := sprintf("in %s write the name of %s", [class.file, roles.title(node)]) if {
	node := roles.node_of(role)
} else := sprintf("in %s name the role of the nodes, whose trust policy allows \"ec2.amazonaws.com\"", [class.file])

todo(role) := {"fix": {
	"title": "give the role a fixed name",
	"safety": "unsafe",
	"ops": [{"do": "set", "path": ["prefixed"], "value": false}],
}} if {
	"prefixed" in role.writable
} else := {"help": sprintf("name it by a reference to %s, or give it a name instead of a prefix", [roles.name_in_root(role)])}
