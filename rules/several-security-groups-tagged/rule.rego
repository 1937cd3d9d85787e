# METADATA
# title: Nodes get several security groups of the cluster
# description: |
#   What puts rules for load balancers into a security group of a node finds this group by the tag `kubernetes.io/cluster/<name>`. Exactly one group
#   of the node may have it. Two groups usually have it: the one that EKS makes for the cluster, its primary group, and the one that
#   terraform-aws-eks makes for nodes. Nodes of a class get all groups that `securityGroupSelectorTerms` select:
#
#   - `tags` of the eks module go to all of its groups, and from version 18.14 on to the primary group as well, like `cluster_tags`. So
#     `tags = { "karpenter.sh/discovery" = … }` marks both groups, and the class selects both.
#   - A class that selects by `kubernetes.io/cluster/<name>` itself selects both, too.
#
#   **What you see in the cluster.** Nodes join and pods run, but no traffic arrives from load balancers. The AWS Load Balancer Controller registers
#   no targets: the events of a TargetGroupBinding say `expected exactly one securityGroup tagged with kubernetes.io/cluster/shop for eni eni-…,
#   got: […]`, before version 2.7 `expect exactly one securityGroup …`. For a Service without that controller the event is `SyncLoadBalancerFailed …
#   Multiple tagged security groups found for instance i-…; ensure only the k8s security group is tagged`
#   ([terraform-aws-eks#3096](https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3096),
#   [karpenter-provider-aws#8257](https://github.com/aws/karpenter-provider-aws/issues/8257)).
#
#   **What to do.** Write the tag in `node_security_group_tags` instead of `tags`:
#
#   ```hcl
#   node_security_group_tags = { "karpenter.sh/discovery" = "shop" }
#   ```
#
#   If both groups are wanted, take the other tag from one of them: `node_security_group_tags = { "kubernetes.io/cluster/shop" = null }`. Running
#   nodes keep their groups until they drift.
#
#   **Severity.** Warning, because a cluster without load balancers works.
#
#   **Not reported.** Groups of which a variable, or an argument that is not known, may change the tags; `create_node_security_group = false`;
#   `create_primary_security_group_tags = false` (`create_cluster_primary_security_group_tags` before version 21); versions of the module before
#   18.14; forks; a controller that `serviceTargetENISGTags` tells which group is meant; clusters of another root; classes that may belong to
#   several clusters.
#
#   **Fix safety.** No automatic fix: Terraform changes security groups that running nodes use.
# related_resources:
# - description: terraform-aws-eks, questions about the tag on several groups
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/v20.37.2/docs/faq.md
# - description: AWS Load Balancer Controller, how it finds the group of a node
#   ref: https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v2.13.0/pkg/targetgroupbinding/networking_manager.go
# - description: Karpenter, spec.securityGroupSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specsecuritygroupselectorterms
# custom:
#   id: KL552
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [SecurityGroup, ChartInstallation]
#   needles: [karpenter, serviceTargetENISGTags, aws-load-balancer-controller]
package karplint.rules.several_security_groups_tagged

import data.karplint.lib.network
import data.karplint.lib.permissions
import data.karplint.lib.values

# The tag for discovery is on several groups. One report for all classes.
report contains {
	"resource": id,
	"path": ["written", key],
	"message": sprintf("%s selects %d security groups of the cluster by %s", [permissions.title(first.class), count(first.groups), key]),
	"why": why(first.mark),
	"help": remedy(first.groups[0]),
	"related": [{"resource": class.id, "path": [field(class)], "message": "the class"} | some class in network.own; class.id == first.class.id],
} if {
	some [id, key] in {[fault.groups[0].id, fault.key] | some fault in faults}
	first := [fault | some fault in faults; fault.groups[0].id == id; fault.key == key][0]
}

# The class selects several groups by another tag.
report contains {
	"resource": fault.class.id,
	"path": [field(fault.class)],
	"message": sprintf("%s selects %d security groups of the cluster", [permissions.title(fault.class), count(fault.groups)]),
	"why": why(fault.mark),
	"help": "select by a tag that only one of them has, such as karpenter.sh/discovery in node_security_group_tags",
	"related": [{"resource": group.id, "path": [], "message": "one of them"} | some group in array.slice(fault.groups, 0, 1)],
} if {
	some fault in faults
	not fault.key
	fault.class in network.own
}

# faults: {"class", "mark", "groups"} for each class that selects several groups with a tag that marks those of a cluster, and key, the tag for
# discovery that they share.
faults := [object.union({"class": class, "mark": mark, "groups": groups}, shared(class, groups[0])) |
	not is_told
	some class in network.classes
	some mark in marks
	groups := chosen(class, mark)
]

shared(class, group) := {"key": keys[0]} if {
	keys := [key |
		some term in network.terms(class, "SecurityGroup")
		some key, _ in term.tags
		startswith(key, "karpenter.sh/discovery")
		group.value.written[key]
	]
	count(keys) > 0
} else := {}

# marks: the tags that mark what belongs to a cluster.
marks := {key |
	some group in network.of_kind("SecurityGroup")
	some key, _ in group.value.tags
	startswith(key, "kubernetes.io/cluster/")
}

# chosen(class, mark): the groups with the mark that the class selects, if there are several. Without knowing the value of a tag, it is certain that
# the class selects all of those with the same value, or none, which would be worse. With several clusters it may be the class of another one.
chosen(class, mark) := groups if {
	groups := [group |
		some group in marked(mark)
		some term in network.terms(class, "SecurityGroup")
		network.selects(term, group)
	]
	count(groups) > 1
} else := alike[0] if {
	count(marks) == 1
	alike := [groups |
		some term in network.terms(class, "SecurityGroup")
		some first in marked(mark)
		groups := [group | some group in marked(mark); goes_with(group, first, term)]
		count(groups) > 1
	]
}

# marked(mark): the groups that certainly have the tag.
marked(mark) := [group |
	some group in network.of_kind("SecurityGroup")
	is_string(group.value.tags[mark])
	not group.value.perhaps
]

goes_with(group, first, term) if {
	not network.passes(term, group)
	every key, _ in term.tags {
		group.value.tags[key] == first.value.tags[key]
	}
}

# is_told: the AWS Load Balancer Controller is told which of the groups is meant.
is_told if {
	some resource in input.project.by_kind.ChartInstallation
	endswith(object.get(resource.value, "chart", ""), "aws-load-balancer-controller")
	not values.nothing_at(resource.value, ["values", "serviceTargetENISGTags"])
}

remedy(group) := "write it in node_security_group_tags only" if startswith(group.reference, "module.")

else := "let only one of them have the tag"

field(class) := network.fields.SecurityGroup.terms if {
	class.value[network.fields.SecurityGroup.terms]
} else := network.fields.SecurityGroup.map

why(mark) := sprintf(`each has %s: load balancers fail with "expected exactly one securityGroup tagged"`, [mark])
