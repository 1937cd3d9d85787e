# METADATA
# title: Nothing gives the controller its role
# description: |
#   Karpenter's controller needs a role of IAM. A pod gets one in two ways:
#
#   - **Pod Identity:** an association binds the role to the service account (`aws_eks_pod_identity_association`). The karpenter submodule of
#     terraform-aws-eks makes one with `create_pod_identity_association = true`. From 20.10 to the end of version 20 the default is false, and before
#     it cannot make one at all; from 21 on the default is true.
#   - **IRSA:** the service account has the annotation `eks.amazonaws.com/role-arn`, which is the chart's value `serviceAccount.annotations`, and
#     the role trusts the OIDC provider of the cluster (`enable_irsa` in version 20; 18 and 19 know only this way; 21 does not know it).
#
#   This project makes the role, as a module does or with Karpenter's policy attached to an `aws_iam_role`, and does neither. The controller then
#   has the credentials of the node on which it runs, or none.
#
#   **What you see in the cluster.** The controller does not start, or starts no node: `ec2 api connectivity check failed` with
#   `NoCredentialProviders: no valid providers in chain`
#   ([terraform-aws-eks#3085](https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3085),
#   [#3029](https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3029)), or `UnauthorizedOperation: You are not authorized to perform
#   this operation. User: arn:aws:sts::…:assumed-role/<the node's role>/i-… is not authorized to perform: ec2:DescribeInstanceTypes`.
#
#   **What to do.** Set `create_pod_identity_association = true`, with the `namespace` of the release, and install the add-on
#   `eks-pod-identity-agent`. For IRSA write the ARN into the values:
#
#   ```yaml
#   serviceAccount:
#     annotations:
#       eks.amazonaws.com/role-arn: ${module.karpenter.iam_role_arn}
#   ```
#
#   **Severity.** Error if the project makes the cluster. Otherwise a warning, because what makes the cluster may also make the association.
#
#   **Not reported.** Roles that something uses: another module, an association, an output of the root; projects that do not show how the controller
#   is installed, or of which a value is not known; an installation in manifests that does not name the same cluster; service accounts that the
#   chart does not make; projects with another role for the controller, nodes with the policy of an administrator, or an association or a command
#   that may be for the role; modules whose version is not known.
#
#   **Fix safety.** Unsafe: the association also has to name the right service account. No automatic fix for IRSA.
# related_resources:
# - description: terraform-aws-eks, karpenter submodule
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/modules/karpenter/README.md
# - description: AWS, Pod Identity
#   ref: https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html
# - description: AWS, IRSA
#   ref: https://docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts.html
# custom:
#   id: KL708
#   severity: error
#   severity_note: warning if the project does not make the cluster
#   scope: project
#   fix: unsafe
#   kinds: [IAMRole]
#   needles: [karpenter]
package karplint.rules.controller_without_credentials

import data.karplint.facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings
import data.karplint.lib.installations
import data.karplint.lib.roles
import data.karplint.lib.users
import data.karplint.lib.values

report contains object.union(
	{
		"resource": role.id,
		"path": place(role),
		"severity": severity,
		"message": sprintf("nothing gives the controller its role, %s", [roles.title(role)]),
		"why": sprintf("%s, and it can start no node", [missing(role)]),
	},
	todo(role),
) if {
	some role in controllers
	count(controllers) == 1
	object.get(role.value, "association", false) == false
	not perhaps_given(role)
	count(installations.running) > 0
	every release in installations.running {
		without_annotation(release)
		is_of_cluster(release, role)
	}
}

# controllers: the roles that the project makes for the controller.
controllers := [role |
	some role in roles.all
	role.value.certain == true
	is_controllers(role)
	not values.open(role.value.trusts)
]

is_controllers(role) if {
	role.value.of == "controller"
	not startswith(role.value.arn_from[0], sprintf("%s.karpenter.", [role.block])) # that module installs the chart itself
}

# The IRSA module, if it is told to attach Karpenter's policy.
is_controllers(role) if {
	role.value.of == "pods"
	some controller in allowed
	controller.kind == "ModuleCall"
	some call in input.project.resources
	call.id == controller.resource
	call.block == role.block
}

# A role of which a block gives it Karpenter's policy. Nodes with the same role have its credentials themselves.
is_controllers(role) if {
	not role.value.of
	some controller in allowed
	controller.kind == "IAMPolicy"
	controller.roles == [role.block]
	roles.distrusted(role, "ec2.")
}

# allowed: the policies and modules that let a controller launch instances.
allowed := object.get(input.project, "controllers", [])

perhaps_given(role) if count(users.others(role, `^(?:aws_iam_\w+|aws_kms_\w+|data\.aws_iam_policy_document)$`)) > 0

# An association for the controller, or for a role that is not known.
perhaps_given(role) if {
	some place in ["by_kind", "around_by_kind"]
	some account in input.project[place].ServiceAccount
	account.value.via in {"pod identity", "other"}
	not is_for_another(account, role)
}

# Another role that Karpenter's service account may assume.
perhaps_given(role) if {
	some account in input.project.by_kind.ServiceAccount
	account.value.via == "module"
	account.block != role.block
	is_string(account.value.name)
	contains(account.value.name, "karpenter")
}

# The nodes have a policy with which the controller needs no role of its own.
perhaps_given(_) if {
	some attachment in input.project.by_kind.PolicyAttachment
	regex.match(`:policy/(?:[\w-]+/)*(?:AdministratorAccess|PowerUserAccess|AmazonEC2FullAccess)"?$`, arns.text(attachment.value.policy))
}

perhaps_given(_) if {
	some cluster in input.project.by_kind.Cluster
	some attachment in input.project.by_kind.PolicyAttachment
	attachment.block == cluster.block # to the role of its node groups
	not arns.last_part(arns.text(attachment.value.policy)) in facts.permissions.harmless
}

# A policy of another role, which may be that of the node.
perhaps_given(role) if {
	some controller in allowed
	controller.kind == "IAMPolicy"
	controller.roles != [role.block]
}

is_for_another(account, role) if {
	is_string(account.value.name)
	not contains(account.value.name, "karpenter")
	ids := roles.of(account.value.role)
	count(ids) > 0
	not role.id in ids
}

is_for_another(account, _) if {
	is_string(account.value.name)
	not contains(account.value.name, "karpenter")
	regex.match(`^(?:module\.[\w-]+\.)*aws_iam_role\.`, arns.text(account.value.role))
}

# is_of_cluster(release, role): the project installs the release, or both name the same cluster.
is_of_cluster(release, _) if release.block != ""

is_of_cluster(release, role) if {
	role.value.cluster_name == release.value.values.settings.clusterName
}

# without_annotation(release): the service account is the chart's own and certainly has no annotation with a role.
without_annotation(release) if {
	unset(release, ["serviceAccount", "annotations", "eks.amazonaws.com/role-arn"])
	chart_settings.without_variable(release, "AWS_ROLE_ARN")
	made(release)
}

made(release) if unset(release, ["serviceAccount", "create"])

made(release) if release.value.values.serviceAccount.create == true

unset(release, _) if values.absent(release.value, "values")

unset(release, path) if values.nothing_at(release.value.values, path)

default severity := "warning"

severity := "error" if {
	some cluster in input.project.by_kind.Cluster
}

missing(role) := "there is no Pod Identity association" if roles.trusted(role, "pods.eks.amazonaws.com")

else := "its service account has no annotation \"eks.amazonaws.com/role-arn\""

place(role) := ["association"] if {
	"association" in role.writable
} else := []

todo(role) := {"fix": {
	"title": "let the module make the Pod Identity association",
	"safety": "unsafe",
	"ops": array.concat([{"do": "set", "path": ["association"], "value": true}], namespaces(role)),
}} if {
	"association" in role.writable
	roles.trusted(role, "pods.eks.amazonaws.com")
} else := {"help": sprintf("set serviceAccount.annotations.\"eks.amazonaws.com/role-arn\" to %s", [roles.arn_in_root(role)])} if {
	roles.trusted(role, "Federated")
} else := {"help": sprintf("add an aws_eks_pod_identity_association whose role_arn is %s", [roles.arn_in_root(role)])}

# namespaces(role): the namespace of the release, which the association is for unless it is the default.
namespaces(role) := [{"do": "set", "path": ["namespace"], "value": namespace} |
	some namespace in {release.value.namespace | some release in installations.running}
	is_string(namespace)
	namespace != "kube-system"
	"namespace" in role.writable
	not role.value.namespace
]
