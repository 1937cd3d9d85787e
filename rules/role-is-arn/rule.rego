# METADATA
# title: A role or an instance profile is an ARN
# description: |
#   Karpenter takes the role and the instance profile of its nodes by name. The API server accepts an ARN as well, because the fields are texts.
#
#   - `instanceProfile` (and in alpha `defaultInstanceProfile`): Karpenter passes the text to EC2 as the *name* of an instance profile. The class
#     is ready, and no node starts.
#   - `role`, below 1.2: Karpenter passes the text to IAM as the *name* of a role, to put it into an instance profile. IAM refuses it, and the
#     class never becomes ready.
#   - `role`, from 1.2 on: Karpenter leaves out what stands before the last `/`, so that nodes start. But it compares the whole text with the
#     name that IAM returns. They differ, so each time that it looks (every 15 minutes), it takes the role out of the instance
#     profile and puts it in again, and from 1.7 on it makes another instance profile.
#
#   **What you see in the cluster.**
#
#   - `instanceProfile`: `InvalidParameterValue: Value (arn:aws:iam::…) for parameter iamInstanceProfile.name is invalid. Invalid IAM
#     Instance Profile name` in the status of the `NodeClaim` and in the controller's log, or only in CloudTrail, with a class that says
#     `InstanceProfileReady: True`
#     ([#3051](https://github.com/aws/karpenter-provider-aws/issues/3051), [#8312](https://github.com/aws/karpenter-provider-aws/issues/8312)).
#   - `role` below 1.2: `creating instance profile, adding role "arn:aws:iam::…" to instance profile "…", ValidationError: The specified value
#     for roleName is invalid` in the controller's log (`ensureRole` in `pkg/providers/instanceprofile`; IAM's words in
#     [eksctl#2768](https://github.com/eksctl-io/eksctl/issues/2768)).
#   - `role` from 1.2 on: `RemoveRoleFromInstanceProfile` or `CreateInstanceProfile` in CloudTrail, again and again.
#
#   **What to do.** Write the name: that is what stands behind the last `/` of the ARN, without the path. In Terraform use `.name`
#   (`aws_iam_role.node.name`, `module.karpenter.node_iam_role_name`). Until 1.7 the API server refuses to change the role of a class, so
#   delete the class and create it again.
#
#   **Severity.** Error for an instance profile, and for a role if the target is below 1.2. Warning for a role otherwise, and
#   if only the name of a variable says that the value is an ARN: `${NODE_ROLE_ARN}`.
#
#   **Not reported.** Values that are not known; roles with a path such as `team/node`, which Karpenter takes from 1.2 on; expressions that may
#   cut the name out of an ARN.
#
#   **Fix safety.** Safe for the ARN of an instance profile, and for that of a role below 1.2, because no node runs with it. Unsafe for a
#   role from 1.2 on: the nodes of a changed class are replaced. No automatic fix for references: the message says what to write.
# related_resources:
# - description: Karpenter, spec.role
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specrole
# - description: Karpenter, spec.instanceProfile
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specinstanceprofile
# - description: how Karpenter cuts the path off, since 1.2
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.2.0/pkg/providers/instanceprofile/instanceprofile.go
# custom:
#   id: KL527
#   severity: error
#   severity_note: warning for a role if the target may be 1.2 or later, and if only the name of a variable says ARN
#   scope: resource
#   fix: safe
#   fix_note: unsafe for a role from 1.2 on
#   kinds: [EC2NodeClass, AWSNodeTemplate, Provisioner, ChartInstallation]
#   needles: [EC2NodeClass, AWSNodeTemplate, Provisioner, karpenter]
package karplint.rules.role_is_arn

import data.karplint.facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.classes
import data.karplint.lib.target

report contains object.union_n([
	{
		"resource": input.resource.address,
		"path": field.path,
		"severity": severity(field),
		"message": sprintf("%s %s, and Karpenter wants the name", [concat(".", written(field.path)), what(field.value)]),
		"why": why(field),
	},
	todo(field),
]) if {
	some field in fields
	what(field.value)
}

# fields: the values that name a role or an instance profile.
fields contains {"path": ["spec", name], "value": value, "of": name} if {
	some name in ["role", "instanceProfile"]
	value := classes.spec[name]
}

fields contains {"path": path, "value": value, "of": "instanceProfile"} if {
	some path in alpha[input.resource.kind]
	startswith(input.resource.apiVersion, "karpenter.")
	value := object.get(input.resource.value, path, null)
}

fields contains {"path": path, "value": value, "of": "instanceProfile"} if {
	input.resource.kind == "ChartInstallation"
	input.resource.value.karpenter == "controller"
	some place in facts.settings.default_instance_profile.values
	not chart_settings.is_ignored(input.resource, place.key)
	path := array.concat(["values"], split(place.key, "."))
	value := object.get(input.resource.value, path, null)
}

alpha := {
	"AWSNodeTemplate": [["spec", "instanceProfile"]],
	"Provisioner": [["spec", "provider", "instanceProfile"]],
}

written(path) := array.slice(path, 1, count(path))

# what(value): how the value shows that it is an ARN. Most values do not have the word, so it is looked for first.
what(value) := "is an ARN" if {
	contains(lower(arns.text(value)), "arn")
	certain(value)
} else := "is called an ARN" if {
	contains(lower(arns.text(value)), "arn")
	arns.is_called(value, "arn")
}

certain(value) if arns.is_arn(value)

certain(value) if {
	reference := arns.reference(value)
	reference.type in {"aws_iam_role", "aws_iam_instance_profile"}
	reference.attribute == "arn"
}

certain(value) if {
	reference := arns.reference(value)
	reference.type == "module"
	regex.match(`^(?:\w+_)?(?:role|instance_profile)_arn$`, reference.attribute)
}

default severity(_) := "warning"

severity(field) := "error" if {
	certain(field.value)
	refused(field)
}

refused(field) if field.of == "instanceProfile"

refused(_) if target.below("1.2")

why(field) := "EC2 answers \"Invalid IAM Instance Profile name\", and no node starts" if field.of == "instanceProfile"

why(field) := why_role if field.of == "role"

default why_role := "below 1.2 the class never becomes ready; later Karpenter changes its instance profile again and again"

why_role := "Karpenter compares it with the role's name, and changes the instance profile every 15 minutes" if target.at_least("1.2")

why_role := "IAM answers \"The specified value for roleName is invalid\", and the class never becomes ready" if target.below("1.2")

# todo(field): what to write, and the fix where the name is in the file.
todo(field) := {"fix": {
	"title": sprintf("write the name %s", [name]),
	"safety": safety(field),
	"ops": [{"do": "set", "path": field.path, "value": name}],
}} if {
	is_string(field.value)
	name := name_in(field)
} else := {"help": sprintf("use %s", [expression])} if {
	expression := named(field)
} else := {"help": sprintf("write the name of the %s: what stands behind the last / of the ARN", [noun[field.of]])}

noun := {"role": "role", "instanceProfile": "instance profile"}

# name_in(field): the name in a whole ARN of the right type.
name_in(field) := arns.last_part(field.value) if {
	regex.match(sprintf(`^arn:[\w-]+:iam::\d*:%s/[\w+=,.@/-]*[\w+=,.@-]$`, [resource_type[field.of]]), field.value)
}

resource_type := {"role": "role", "instanceProfile": "instance-profile"}

# named(field): the reference to the name of what the reference to the ARN is about, if that is of the right type.
named(field) := sprintf("%s.name", [reference.owner]) if {
	reference := arns.reference(field.value)
	reference.attribute == "arn"
	reference.type == {"role": "aws_iam_role", "instanceProfile": "aws_iam_instance_profile"}[field.of]
} else := sprintf("%s.%s", [reference.owner, facts.module_outputs.names[reference.attribute]]) if {
	reference := arns.reference(field.value)
	reference.type == "module"
	endswith(reference.attribute, {"role": "role_arn", "instanceProfile": "instance_profile_arn"}[field.of])
}

default safety(_) := "unsafe"

safety(field) := "safe" if refused(field)
