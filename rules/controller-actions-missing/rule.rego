# METADATA
# title: The controller is not allowed an action that it needs
# description: |
#   Karpenter launches and terminates instances with a role of its own. The policies of this role, taken together, lack an action that every release
#   of the target asks for:
#
#   | Action | Asked for | Without it |
#   |---|---|---|
#   | `ec2:DescribeInstanceTypes`, `ec2:DescribeInstanceTypeOfferings`, `ec2:DescribeSubnets` | always | no node starts |
#   | `ec2:CreateTags`, `iam:PassRole` | always | AWS denies each launch, and no node starts |
#   | `ec2:DescribeInstances`, `ec2:TerminateInstances` | always | nodes are not removed, and their instances go on running |
#   | `ec2:CreateLaunchTemplate`, `ec2:DescribeLaunchTemplates`, `ec2:DescribeSecurityGroups` | from 0.33 on | no node starts |
#   | `eks:DescribeCluster` | from 0.25 on, without the chart's value `settings.clusterEndpoint` | the controller does not start |
#   | `ssm:GetParameter` | for a class with an `alias` | no image is found, and no node starts |
#   | `sqs:DeleteMessage`, `sqs:GetQueueUrl`, `sqs:ReceiveMessage` | with `settings.interruptionQueue` | no warning of Spot interruptions |
#   | `pricing:GetProducts`, `ec2:DescribeSpotPriceHistory` | from 0.13 on, without `settings.isolatedVPC` | old prices |
#   | `ec2:DeleteLaunchTemplate` | from 0.33 on | launch templates pile up |
#
#   Policies copied from Karpenter's guide to a migration from Cluster Autoscaler lack the actions for the queue, because that guide makes none. A
#   module does not allow them without its queue:
#
#   | Module | Argument for the actions on the queue |
#   |---|---|
#   | `terraform-aws-modules/eks/aws//modules/karpenter` | `enable_spot_termination`, true by default |
#   | `terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks` from 5.8 on | `karpenter_sqs_queue_arn`, not set by default |
#   | `aws-ia/eks-blueprints-addons/aws` | `karpenter_enable_spot_termination`, true by default |
#
#   **What you see in the cluster.**
#
#   - In the controller's log: `You are not authorized to perform this operation. User: arn:aws:sts::… is not authorized to perform: ec2:CreateTags
#     on resource: … because no identity-based policy allows the ec2:CreateTags action`
#     ([karpenter#1713](https://github.com/kubernetes-sigs/karpenter/issues/1713)), for a launch after `with fleet error(s)`. From 1.3 on a class
#     that is not ready says `Controller isn't authorized to call ec2:CreateLaunchTemplate`
#     ([validation.go](https://github.com/aws/karpenter-provider-aws/blob/v1.3.0/pkg/controllers/nodeclass/validation.go)).
#   - Without `eks:DescribeCluster` the controller is in `CrashLoopBackOff`: `failed to resolve cluster endpoint, AccessDeniedException: … is not
#     authorized to perform: eks:DescribeCluster` ([aws#3462](https://github.com/aws/karpenter-provider-aws/issues/3462)); without
#     `ec2:DescribeInstanceTypes`: `ec2 api connectivity check failed`
#     ([operator.go](https://github.com/aws/karpenter-provider-aws/blob/v1.8.0/pkg/operator/operator.go)).
#   - Without `ssm:GetParameter`: `failed to discover any AMIs for alias`
#     ([al2023.go](https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/providers/amifamily/al2023.go)).
#   - Without the actions for the queue, from 0.33 to 1.3 the controller panics at its start, if the queue does not exist either with `panic:
#     AWS.SimpleQueueService.NonExistentQueue` ([karpenter#1799](https://github.com/kubernetes-sigs/karpenter/issues/1799)). Before and after these
#     releases it logs the error of `GetQueueUrl` again and again, from 1.4 on with `failed to create valid sqs provider`
#     ([controller.go](https://github.com/aws/karpenter-provider-aws/blob/v1.8.0/pkg/controllers/interruption/controller.go)).
#   - Without those for prices: `updating on-demand pricing, AccessDeniedException: … is not authorized to perform: pricing:GetProducts`
#     ([cdk-eks-blueprints#463](https://github.com/awslabs/cdk-eks-blueprints/issues/463)), `updating spot pricing, UnauthorizedOperation`
#     ([aws#2463](https://github.com/aws/karpenter-provider-aws/issues/2463)).
#
#   **What to do.** Add the actions to the policy, as [Karpenter's own](https://karpenter.sh/docs/reference/cloudformation/) has them, or set the
#   argument of the module. Without a queue, remove `settings.interruptionQueue`.
#
#   **Severity.** Warning if nodes still start and end: for prices and `ec2:DeleteLaunchTemplate`. Warning for a policy in a manifest, a JSON file
#   or a template of CloudFormation, which does not show its role, and for one of a role that is made elsewhere: other policies of the role may be
#   elsewhere.
#
#   **Not reported.**
#
#   - Actions that a wildcard, a condition, or any other policy of the role may allow. A policy counts even if its resources are others.
#   - Roles that may have policies that are not in the project: those of AWS, of a data source or of another account, and unknown ones. A module from
#     elsewhere that gets the name of a role may attach policies to it; one that gets only the ARN cannot.
#   - Policies in Terraform that are perhaps not the controller's. Reported are those of roles that a pod can assume (EKS Pod Identity, the OIDC
#     provider of a cluster), or a node, or whose trust policy is not known, and those of roles from elsewhere whose name mentions Karpenter. Roles
#     of CI systems, roles that modules from elsewhere make without a known trust policy, policies that are attached to nothing, and permissions
#     boundaries are not reported.
#   - A JSON file with nothing but a policy, if neither an installation nor a class of Karpenter is in its directory or below it.
#   - What only some releases need, if the project does not show its release, and a JSON policy without an installation in the project.
#   - The queue, if the name may be empty, or if not every installation in the project has one. An output of a module may be empty.
#   - The queue, if the policy of a queue, or a policy document of the project, may allow the actions to anybody but services of AWS.
#   - Actions that a chart's value spares, if other values may set it, and before 0.33, when a ConfigMap could set it.
#   - Actions that later releases need (KL704), those for instance profiles (KL702), and conditions on tags (KL703).
#
#   **Fix safety.** No automatic fix: someone who knows the account should review the policy.
# related_resources:
# - description: Karpenter, its policy
#   ref: https://karpenter.sh/docs/reference/cloudformation/#karpentercontrollerpolicy
# custom:
#   id: KL710
#   severity: error
#   severity_note: warning if nodes still start, or if the role is not known
#   scope: project
#   fix: none
#   kinds: [IAMPolicy, ModuleCall]
#   needles: ["ec2:RunInstances", modules/karpenter, attach_karpenter_controller_policy, eks-blueprints]
package karplint.rules.controller_actions_missing

import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.permissions
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": found.resource.id,
	"path": place(found),
	"severity": severity(found),
	"message": sprintf("%s does not allow %s", [permissions.subject(found), actions(found.lack.actions)]),
	"why": why(found),
	"help": help(found),
	"related": related(found.lack.permission),
} if {
	some found in permissions.lacking({
		"cluster", "discovery", "instances", "launch", "launch-templates", "old-launch-templates",
		"parameters", "prices", "queue",
	})
	every_release_asks(found.row)
	is_used(found)
	asked(found)
}

# every_release_asks(row): also if the target is not known.
every_release_asks(row) if {
	not row.since
	not row.always
}

every_release_asks(row) if target.at_least(object.get(row, "always", object.get(row, "since", "0.0.0")))

# is_used(found): the policy is certainly that of a controller, or it is in a file that does not show its role.
is_used(found) if found.attached

is_used(found) if {
	of_unknown_role(found.resource)
	count(installations.running) > 0
	not is_bare(found.resource)
}

is_used(found) if {
	is_bare(found.resource)
	some resource in array.concat(input.project.resources, object.get(input.project, "around", []))
	is_karpenters(resource)
	startswith(resource.file, directory(found.resource.file))
}

of_unknown_role(resource) if resource.block == ""

# is_bare(resource): a file with nothing but a policy, which may be a page of documentation or for somebody else.
is_bare(resource) if {
	resource.block == ""
	endswith(resource.file, ".json")
	not resource.value.name
}

is_karpenters(resource) if resource.value.karpenter == "controller"

is_karpenters(resource) if resource.value.kind in {"EC2NodeClass", "AWSNodeTemplate"}

# directory(file): its directory with a slash at the end, "" for the top.
directory(file) := regex.replace(file, `[^/]*$`, "")

# asked(found): the project makes Karpenter ask for the permission.
asked(found) if {
	not found.row.for
	not found.row["with"]
	not found.row.without
}

asked(found) if count(permissions.with_field(found.row.for)) > 0

asked(found) if {
	found.lack.permission == "queue"
	count(installations.running) > 0
	every release in installations.running {
		count(queues(release)) > 0
	}
	not of_queue(found.lack.actions)
}

# of_queue(actions): the policy of a queue may allow one of the actions, to who may be the controller.
of_queue(_) if {
	some policy in input.project.by_kind.QueuePolicy
	not is_whole(policy.value.statements)
}

of_queue(actions_) if {
	some policy in input.project.by_kind.QueuePolicy
	some statement in policy.value.statements
	lower(arns.text(object.get(statement, "effect", "Allow"))) != "deny"
	may_be_for_roles(statement)
	some action in actions_
	may_allow(statement, action)
}

is_whole(list) if {
	is_array(list)
	not values.open(list)
}

may_be_for_roles(statement) if not is_whole(statement.principals)

may_be_for_roles(statement) if {
	some principal in statement.principals
	not is_service(principal)
}

is_service(principal) if regex.match(`^[a-z0-9.-]+\.amazonaws\.com$`, principal)

may_allow(statement, _) if not is_whole(statement.actions)

may_allow(statement, action) if {
	some pattern in statement.actions
	glob.match(lower(pattern), [], lower(action))
}

# The ConfigMap with the settings of releases before 0.33 may be elsewhere.
asked(found) if {
	some setting in found.row.without
	target.at_least("0.33")
	count(installations.running) > 0
	every release in installations.running {
		chart_settings.unset(release, setting)
	}
}

# queues(release): where a controller certainly gets the name of a queue.
queues(release) := {written |
	not conditions.maybe_off(release)
	some written in chart_settings.written_in([release], "settings.interruptionQueue")
	is_name(written.value)
}

is_name(value) if is_string(value)

# A text with an expression in it.
is_name(value) if regex.match(`^[\w-]+\$\{|\}[\w-]+$`, arns.text(value))

is_name(value) if arns.reference(value).type == "aws_eks_cluster"

# Without instances of the queue the reference is null, or wrong.
is_name(value) if {
	some queue in input.project.by_kind.Queue
	queue.address == arns.reference(value).owner
}

# actions(list): the first action, because all of them are too many for a message. The help has them all.
actions(list) := sprintf("%q", [list[0]]) if count(list) == 1

else := sprintf("%q and 1 more action", [list[0]]) if count(list) == 2

else := sprintf("%q and %d more actions", [list[0], count(list) - 1])

default severity(_) := "error"

severity(found) := "warning" if found.lack.permission in {"old-launch-templates", "prices"}

severity(found) := "warning" if {
	found.kind == "IAMPolicy"
	not of_made_role(found)
}

# of_made_role(found): the project makes the role with the policy. Another role may have more policies elsewhere.
of_made_role(found) if {
	some role in input.project.by_kind.IAMRole
	role.block in found.roles
}

# place(found): the argument that leaves the permission out, or the place of the policy or call.
place(found) := ["arguments", found.lack.input] if {
	found.lack.input in object.keys(object.get(found.resource.value, "arguments", {}))
} else := permissions.place(found)

why(found) := "SQS denies Karpenter its queue, and the controller panics at its start: CrashLoopBackOff" if {
	"sqs:GetQueueUrl" in found.lack.actions
	target.at_least("0.33")
	target.below("1.4")
} else := "SQS denies Karpenter its queue, and it gets no warning of Spot interruptions" if {
	found.lack.permission == "queue"
	found.lack.actions != ["sqs:DeleteMessage"]
} else := "Karpenter reads the same messages of its queue again and again" if {
	found.lack.permission == "queue"
} else := sprintf("Karpenter needs %s for %s: otherwise %s", [
	permissions.pronoun(found), permissions.title(permissions.with_field(found.row.for)[0]), found.row.effect,
]) if {
	found.row.for
} else := sprintf("Karpenter needs %s from %s on: otherwise %s", [permissions.pronoun(found), found.row.since, found.row.effect]) if {
	found.row.since
} else := sprintf("Karpenter always needs %s: otherwise %s", [permissions.pronoun(found), found.row.effect])

help(found) := sprintf("%s%s", [permissions.remedy(found), alternative(found.lack.permission)]) if {
	found.kind == "ModuleCall"
} else := sprintf("allow %s%s", [concat(", ", found.lack.actions), alternative(found.lack.permission)])

default alternative(_) := ""

alternative("queue") := ", or remove settings.interruptionQueue"

alternative("cluster") := ", or set settings.clusterEndpoint"

default related(_) := []

related("queue") := [{"resource": written.release.id, "path": written.path, "message": "Karpenter reads this queue"} |
	some release in installations.controllers
	some written in queues(release)
]
