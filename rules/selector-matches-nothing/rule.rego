# METADATA
# title: A class selects by a tag that the network has with another value
# description: |
#   A class finds the subnets and the security groups of its nodes by tags. Usually one key, `karpenter.sh/discovery`, has the name of the cluster
#   as its value, and the name is written in several places: at the subnets, at the group of the nodes, in the class. This rule reports a class that
#   selects nothing, while the project that makes the network gives it the same key with another value. Upper and lower case differ.
#
#   **What you see in the cluster.** No node starts. From Karpenter 1.0 on, the class has `SubnetsReady=False` with `SubnetSelector did not match
#   any Subnets`, or `SecurityGroupsReady=False` with `SecurityGroupSelector did not match any SecurityGroups`, and pools say that their class is
#   not ready. Before, the log says `no subnets exist given constraints` or `no security groups exist given constraints`, and with the alpha API `no
#   subnets matched selector` ([#3341](https://github.com/aws/karpenter-provider-aws/issues/3341),
#   [#1558](https://github.com/aws/karpenter-provider-aws/issues/1558)).
#
#   **What to do.** Write the same value in the class and at the network. In Terraform, take it from one local or variable.
#
#   **Severity.** Warning, because tags can be added by hand.
#
#   **Not reported.**
#
#   - Networks that data sources, `terraform_remote_state`, outputs of other workspaces, parameters, CloudFormation or modules other than
#     terraform-aws-modules/vpc and eks may contain: any subnet or group of which a tag is not known may be the right one.
#   - Values that whoever applies the root may choose: defaults of variables, and what is computed from them; template expressions and placeholders
#     such as `YOUR_CLUSTER_NAME` and `<cluster>`; wildcards.
#   - Classes with a term that has an `id` or a `name`; a manifest in another directory than the root; roots that make no cluster.
#
#   **Fix safety.** No automatic fix: either side may be the right one.
# related_resources:
# - description: Karpenter, spec.subnetSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms
# - description: Karpenter, the conditions of a class
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.8.1/pkg/controllers/nodeclass/subnet.go
# - description: terraform-aws-vpc, tags of subnets
#   ref: https://github.com/terraform-aws-modules/terraform-aws-vpc/blob/v6.6.0/main.tf
# custom:
#   id: KL551
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [Subnets, SecurityGroup]
#   needles: [karpenter]
package karplint.rules.selector_matches_nothing

import data.karplint.lib.network
import data.karplint.lib.permissions

report contains {
	"resource": class.id,
	"path": place(class, term, key),
	"message": sprintf("%s selects no %s: none has %s = %q", [permissions.title(class), called[kind], key, term.tags[key]]),
	"why": sprintf("%s has %q: no node starts (%s)", [near.address, near.value.tags[key], seen(class, kind)]),
	"help": sprintf("write %q in the class, or %q in %s", [near.value.tags[key], term.tags[key], near.file]),
	"related": [{"resource": near.id, "path": ["written", key], "message": "the tag with another value"}],
} if {
	some class in network.own
	belongs(class)
	some kind in ["Subnets", "SecurityGroup"]
	selects_nothing(class, kind)
	term := network.terms(class, kind)[0]
	[key, near] := nearest(kind, term)
}

# place(class, term, key): the tag, which a class in a manifest has in its file; otherwise the term.
place(class, term, key) := array.concat(term.path, ["tags", key]) if {
	class.block == ""
	count(term.path) > 1
} else := array.concat(term.path, [key]) if {
	class.block == ""
} else := term.path

# belongs(class): it is in Terraform, or in a manifest in the directory of the root.
belongs(class) if class.block != ""

belongs(class) if {
	input.project.root == "."
	not contains(class.file, "/")
}

belongs(class) if regex.replace(class.file, `/[^/]*$`, "") == input.project.root

# selects_nothing(class, kind): every term passes everything that there is or may be.
selects_nothing(class, kind) if {
	network.are_all(class, kind)
	count(network.terms(class, kind)) > 0
	every term in network.terms(class, kind) {
		every resource in network.of_kind(kind) {
			network.passes(term, resource)
		}
	}
}

# nearest(kind, term): the first tag of a term that some resource has with another value, and that resource.
nearest(kind, term) := found[0] if {
	found := [[key, resource] |
		some key, value in term.tags
		some resource in network.of_kind(kind)
		not resource.value.perhaps
		network.has_value(resource, key)
		network.is_other(resource, key, value)
	]
}

called := {"Subnets": "subnets", "SecurityGroup": "security groups"}

# seen(class, kind): what one sees in the cluster.
seen(class, _) := "no subnets matched selector" if class.value.kind == "AWSNodeTemplate"

seen(class, "Subnets") := "SubnetsReady=False, SubnetSelector did not match any Subnets" if class.value.kind == "EC2NodeClass"

seen(class, "SecurityGroup") := "SecurityGroupsReady=False, SecurityGroupSelector did not match any SecurityGroups" if {
	class.value.kind == "EC2NodeClass"
}
