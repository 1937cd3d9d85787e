# METADATA
# title: Nothing lets the nodes into the cluster
# description: |
#   A node registers with the credentials of its role. EKS accepts it only if the role is known to the cluster:
#
#   - by an access entry of type `EC2_LINUX` or `EC2_WINDOWS` (`aws_eks_access_entry`, the argument `access_entries` of the eks module). The karpenter
#     submodule makes one from version 20 on, unless `create_access_entry` is false;
#   - by the ConfigMap `aws-auth`, unless the authentication mode of the cluster is `API`;
#   - by a managed node group with the same role: EKS itself adds that role.
#
#   An access entry of type `STANDARD`, which is the default, is for people and tools. It gives a node no permission to register, and AWS refuses
#   the group `system:nodes` in it.
#
#   **What you see in the cluster.** Karpenter starts instances, and they never register: the NodeClaim says `Launched`, and for `Registered` and
#   `Initialized` `Node not registered with cluster`. After 15 minutes Karpenter deletes the instance and starts the next one. The log of the
#   kubelet says `Unable to register node with API server … Unauthorized`
#   ([amazon-eks-ami#1837](https://github.com/awslabs/amazon-eks-ami/issues/1837),
#   [#7469](https://github.com/aws/karpenter-provider-aws/issues/7469)).
#
#   **What to do.** Add an access entry for the role of the nodes:
#
#   ```hcl
#   resource "aws_eks_access_entry" "nodes" {
#     cluster_name  = module.eks.cluster_name
#     principal_arn = aws_iam_role.node.arn
#     type          = "EC2_LINUX"
#   }
#   ```
#
#   With the karpenter submodule remove `create_access_entry = false`.
#
#   **Severity.** Error for an entry of another type, and for a cluster with the authentication mode `API`. Warning otherwise, because someone may
#   have changed `aws-auth` by hand, as with `eksctl create iamidentitymapping`, and for `create_access_entry = false`, which says that something
#   else does it.
#
#   **Not reported.** Clusters that the project does not make, or that a module other than terraform-aws-modules/eks makes; roles that a data source
#   looks up; roles that are given to a module from elsewhere, to a script or to an output of the root, because these may let them in; an entry or a
#   list of roles for `aws-auth`, here or elsewhere in the repository, that may have the role; a command that changes `aws-auth` or access entries.
#
#   **Fix safety.** Unsafe, because the change may conflict with an entry that was made by hand: `create_access_entry` becomes true. No automatic
#   fix for the type of an entry, because groups and access policies have to go with it.
# related_resources:
# - description: AWS, types of access entries
#   ref: https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateAccessEntry.html
# - description: terraform-aws-eks, karpenter submodule
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/modules/karpenter/main.tf
# - description: Karpenter, nodes that are not ready
#   ref: https://karpenter.sh/docs/troubleshooting/#node-notready
# custom:
#   id: KL707
#   severity: error
#   severity_note: warning unless the authentication mode of the cluster is API
#   scope: project
#   fix: unsafe
#   kinds: [IAMRole]
#   needles: [karpenter, KarpenterNode, aws_eks_access_entry]
package karplint.rules.nodes_cannot_join

import data.karplint.lib.arns
import data.karplint.lib.permissions
import data.karplint.lib.roles
import data.karplint.lib.users
import data.karplint.lib.values

# No entry at all.
report contains object.union(
	{
		"resource": role.id,
		"path": place(role),
		"severity": severity(role, cluster),
		"message": sprintf("nothing lets nodes with %s into cluster %s", [roles.title(role), cluster.address]),
		"why": "instances start and never register: the kubelet's requests are \"Unauthorized\"",
	},
	todo(role, cluster),
) if {
	some role in node_roles
	cluster := cluster_of(role)
	cluster.value.via in {"aws_eks_cluster", "eks"}
	not cluster.value.auto_mode == true
	not perhaps_let_in(role)
	not given_away(role)
}

# An entry of another type.
report contains {
	"resource": entry.id,
	"path": ["type"],
	"severity": "error",
	"message": sprintf("the access entry for %s is of type %q", [roles.title(roles.by_id[id]), entry.value.type]),
	"why": "nodes need \"EC2_LINUX\" or \"EC2_WINDOWS\": instances start and never register",
	"help": "write \"EC2_LINUX\", without groups and access policies",
} if {
	some entry in entries
	is_string(entry.value.type)
	not entry.value.type in {"EC2", "EC2_LINUX", "EC2_WINDOWS"} # EC2 is for the nodes of EKS Auto Mode
	some class in permissions.classes
	some id in (roles.of(entry.value.principal) & roles.of_class(class))
}

entries := object.get(input.project.by_kind, "AccessEntry", [])

# elsewhere: entries in manifests and other roots of the repository, for roles that these name.
elsewhere := object.get(input.project.around_by_kind, "AccessEntry", [])

# node_roles: the roles that nodes certainly have. A role of a module without any class counts if the module is told not to let it in.
node_roles contains role if {
	some class in permissions.classes
	ids := roles.of_class(class)
	count(ids) == 1
	some id in ids
	role := roles.by_id[id]
	role.value.certain == true
	not startswith(role.reference, "data.")
	object.get(role.value, "of", "node") == "node"
	not roles.distrusted(role, "ec2.") # which KL550 reports
}

node_roles contains role if {
	some role in roles.all
	role.value.of == "node"
	role.value.certain == true
	role.value.entry == false
	every class in permissions.classes {
		values.unknown(class.value.role)
		count(roles.of_class(class)) == 0
	}
}

clusters := object.get(input.project.by_kind, "Cluster", [])

cluster_of(role) := cluster if {
	some cluster in clusters
	cluster.id == role.value.cluster
} else := clusters[0] if {
	not role.value.cluster
	count(clusters) == 1
}

perhaps_let_in(role) if {
	some entry in array.concat(entries, elsewhere)
	not is_for_another(entry, role)
}

# is_for_another(entry, role): the entry is certainly for another principal.
is_for_another(entry, _) if regex.match(`:user/|:root$|AWSReservedSSO|:assumed-role/`, arns.text(entry.value.principal))

is_for_another(entry, _) if {
	regex.match(`^(?:module\.[\w-]+\.)*(?:data\.aws_(?:caller_identity|iam_session_context|iam_roles|iam_user)|aws_iam_user)\.`, arns.text(entry.value.principal))
}

is_for_another(entry, role) if {
	entry.value.principal
	not role.id in roles.of(entry.value.principal)
	every pattern in roles.arn_patterns(entry.value.principal) {
		not roles.may_match(pattern, roles.name_pattern(role))
	}
}

# A role that the project makes is not the one that it makes elsewhere, whatever their names are.
is_for_another(entry, role) if {
	ids := roles.of(entry.value.principal)
	count(ids) > 0
	every id in ids {
		id != role.id
		not startswith(roles.by_id[id].reference, "data.")
	}
}

# given_away(role): something that may let the role in uses it.
given_away(role) if count(users.others(role, harmless) - readers) > 0

# readers: blocks whose use of the role is known: those with an entry, clusters and known modules, Karpenter and its objects.
readers := ({resource.block |
	some kind in {"AccessEntry", "Cluster", "ModuleCall"}
	some resource in input.project.by_kind[kind]
} | {resource.block |
	some resource in input.project.by_kind.ChartInstallation
	resource.value.karpenter
}) | {resource.block |
	some resource in input.project.by_kind.Object
	regex.match(`^karpenter\.`, resource.value.apiVersion)
}

harmless := `^(?:aws_(?:iam|kms)_\w+|aws_eks_(?:access_policy_association|addon)|data\.aws_iam_policy_document|time_sleep)$`

default severity(_, _) := "warning"

severity(role, cluster) := "error" if {
	cluster.value.authentication_mode == "API"
	object.get(role.value, "entry", true) == true
}

place(role) := ["entry"] if {
	role.value.entry == false
} else := []

todo(role, cluster) := {"fix": {
	"title": "let the module make the access entry",
	"safety": "unsafe",
	"ops": [{"do": "set", "path": ["entry"], "value": true}],
}} if {
	role.value.entry == false
	"entry" in role.writable
	cluster.value.authentication_mode != "CONFIG_MAP"
} else := {"help": sprintf("add %s to the ConfigMap aws-auth, or set another authentication_mode and add an access entry", [arn])} if {
	cluster.value.authentication_mode == "CONFIG_MAP"
	arn := roles.arn_in_root(role)
} else := {"help": sprintf("add an aws_eks_access_entry of type \"EC2_LINUX\" whose principal_arn is %s", [roles.arn_in_root(role)])}
