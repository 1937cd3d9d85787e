# METADATA
# title: The controller may not give nodes their role
# description: |
#   Karpenter starts nodes with the role of their class. AWS lets it do so only if a policy of the controller allows `iam:PassRole` for exactly this
#   role. Often the policy names one role and the class another:
#
#   - the policy allows `KarpenterNodeRole-shop`, and the class names the role of a node group;
#   - the karpenter submodule of terraform-aws-eks allows the role that it makes itself, and the class names one that was made beside it;
#   - a role was renamed in one of the two places.
#
#   **What you see in the cluster.** The class is ready or says that its instance profile cannot be made, and no node starts:
#   `UnauthorizedOperation: You are not authorized to perform this operation. User: arn:aws:sts::…:assumed-role/… is not authorized to perform:
#   iam:PassRole on resource: arn:aws:iam::…:role/… because no identity-based policy allows the iam:PassRole action` in the controller's log and in
#   the status of the NodeClaim ([#5444](https://github.com/aws/karpenter-provider-aws/issues/5444),
#   [#6036](https://github.com/aws/karpenter-provider-aws/issues/6036)).
#
#   **What to do.** Name the same role in both places. For the submodule use `module.karpenter.node_iam_role_name` in the class, or tell the module
#   the other role: `create_node_iam_role = false` and `node_iam_role_arn`.
#
#   **Not reported.** Policies whose resources are not all known, and wildcards that match the role. Controllers whose role may have policies from
#   outside of the project, also because a module from elsewhere gets the name of the role; policies that are perhaps not a controller's, as on the
#   page of KL710, and those outside of Terraform. Roles that the project does not make, if the class is a manifest, because a script may fill in
#   the name. What KL550 reports. Projects in which another controller may pass the role. A policy without any `iam:PassRole` is reported by KL710.
#
#   **Fix safety.** No automatic fix: which of the two roles is meant is not known.
# related_resources:
# - description: Karpenter, its policy
#   ref: https://karpenter.sh/docs/reference/cloudformation/#allowpassinginstancerole
# - description: AWS, permission to pass a role
#   ref: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
# custom:
#   id: KL709
#   severity: error
#   scope: project
#   fix: none
#   kinds: [IAMPolicy, ModuleCall]
#   needles: [karpenter]
package karplint.rules.pass_role

import data.karplint.lib.arns
import data.karplint.lib.permissions
import data.karplint.lib.roles
import data.karplint.lib.values

report contains {
	"resource": place.resource,
	"path": place.path,
	"message": sprintf("the controller may not pass the role of %s to nodes", [permissions.title(class)]),
	"why": "AWS answers \"is not authorized to perform: iam:PassRole\", and no node starts",
	"help": help(class, attached[0]),
} if {
	some class in permissions.classes
	is_known(class)
	not is_wrong(class)
	count(attached) > 0
	every controller in controllers {
		certain(controller)
		every arn in passed(controller) {
			not may_be(arn, class)
		}
	}
	place := place_of(class)
}

# is_known(class): the project makes the role of the class, or Terraform writes its name. In a manifest a name may stand for one that a script fills in.
is_known(class) if count(ids_of_class(class)) > 0

is_known(class) if {
	class.block != ""
	count(patterns_of_class(class)) > 0
}

# is_wrong(class): KL550 reports that no node can use the role, or that there is none of the name.
is_wrong(class) if {
	some id in roles.of_class(class)
	roles.distrusted(roles.by_id[id], "ec2.")
}

is_wrong(class) if count(roles.profiles_named(class.value.role)) > 0

is_wrong(class) if {
	some role in roles.all
	roles.lacks_end(class, role)
}

controllers := object.get(input.project, "controllers", [])

# attached: those that certainly have the role of a controller. Others may have it too.
attached := [controller | some controller in controllers; controller.attached]

certain(controller) if {
	controller.passes_more == false
	count(passed(controller)) > 0
}

# passed(controller): the ARNs that its policies name, and for a module those that its own policy names. A module that may pass any role has "*".
passed(controller) := {arn | some arn in controller.passes} if controller.kind == "IAMPolicy"

passed(controller) := {arn | some arn in controller.passes} | of_module(controller) if controller.kind == "ModuleCall"

of_module(controller) := arns_of if {
	arns_of := {arn | some role in made_by(controller); some arn in role.value.passes}
	count(arns_of) > 0
	every role in made_by(controller) {
		not values.unknown(role.value.passes)
	}
} else := {"*"}

made_by(controller) := [role |
	some call in input.project.resources
	call.id == controller.resource
	some role in roles.all
	role.block == call.block
	role.value.of in {"controller", "pods"}
]

# may_be(arn, class): the ARN in the policy may be that of the class's role. Two roles that the project makes are never the same.
may_be(arn, class) if count(roles.of(arn) & ids_of_class(class)) > 0

may_be(arn, class) if {
	not both_made(arn, class)
	some allowed in roles.arn_patterns(arn)
	some named in patterns_of_class(class)
	roles.may_match(allowed, named)
}

both_made(arn, class) if {
	count(roles.of(arn)) > 0
	count(ids_of_class(class)) > 0
	every id in roles.of(arn) | ids_of_class(class) {
		not startswith(roles.by_id[id].reference, "data.")
	}
}

ids_of_class(class) := roles.of_class(class)

patterns_of_class(class) := {roles.name_pattern(roles.by_id[id]) | some id in ids_of_class(class)} if {
	count(ids_of_class(class)) > 0
} else := {arns.last_part(roles.pattern(class.value.role))} if {
	class.value.role
	roles.pattern(class.value.role) != "*"
} else := set()

place_of(class) := {"resource": class.id, "path": [written(class)]} if {
	some resource in input.project.resources
	resource.id == class.id
} else := {"resource": attached[0].resource, "path": []}

written(class) := "role" if class.value.role

else := "instanceProfile"

help(class, controller) := sprintf("in %s name %s, or give the module this role", [class.file, roles.name_in_root(node)]) if {
	controller.kind == "ModuleCall"
	some role in made_by(controller)
	node := roles.node_of(role)
} else := sprintf("allow iam:PassRole for this role in %s, or name the role that it allows in %s", [resource.address, class.file]) if {
	some resource in input.project.resources
	resource.id == controller.resource
}
