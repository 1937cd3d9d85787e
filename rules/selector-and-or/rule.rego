# METADATA
# title: Tags split into separate selector terms are alternatives instead of conditions
# description: |
#   In the alpha `AWSNodeTemplate` all tags of a selector had to match:
#
#   ```yaml
#   subnetSelector:
#     karpenter.sh/discovery: shop
#     Tier: private              # of these only the private ones
#   ```
#
#   An `EC2NodeClass` has a list of terms. The tags of *one* term must all match; the terms are alternatives. Turning
#   each line into its own term by hand reverses the meaning: it selects every subnet with the first tag and every
#   subnet with the second, including those of other clusters and public ones. Nothing reports an error, and nodes start
#   in the wrong subnets.
#
#   **What to do.** Put the tags into one term:
#
#   ```yaml
#   subnetSelectorTerms:
#     - tags:
#         karpenter.sh/discovery: shop
#         Tier: private
#   ```
#
#   If they are intended as alternatives, add a suppression: `# karplint:ignore KL522 -- both sets of subnets`.
#
#   **What is reported.** Lists for subnets or AMIs in which each term has exactly one tag, each with a different key,
#   and one tag is only a property (`Tier`, `Environment`, `kubernetes.io/role/internal-elb`) that does not identify the
#   cluster. Lists for security groups only if the list for subnets is split in the same way.
#
#   **Not reported.** Lists that are usually intended as alternatives:
#
#   - security groups of several kinds, because a node gets all of them;
#   - several values of one tag;
#   - `Name`, which selects specific resources;
#   - keys with the same prefix (`kubernetes.io/role/elb` and `kubernetes.io/role/internal-elb`, the tags of two
#     clusters);
#   - markers that all have the same value;
#   - lists in which a term has an id, a name or several tags, or in which a template decides.
#
#   **Fix safety.** No automatic fix: the file does not show which of the two is intended.
# related_resources:
# - description: v1beta1 migration, selectors
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#subnetselector-securitygroupselector-and-amiselector
# - description: Karpenter, spec.subnetSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms
# - description: Wider range of subnets than intended, issue 5097
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5097
# custom:
#   id: KL522
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: ["*"]
#   needles: [subnetSelectorTerms, securityGroupSelectorTerms, amiSelectorTerms]
package karplint.rules.selector_and_or

import data.karplint.lib.classes
import data.karplint.lib.literal
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": list.path,
	"message": sprintf("the tags of %s are in separate terms, which are alternatives", [list.field]),
	"why": sprintf("each tag selects on its own, %s also in other clusters", [quoted([key | some key in keys(list); property(key)])]),
	"help": sprintf("put the tags %s into one term if all of them must match", [quoted(keys(list))]),
} if {
	some list in split_lists
	suspicious(list)
}

# split_lists: the lists in which every term is one known tag, each with a different key.
split_lists contains list if {
	some list in classes.term_lists
	list.field != "capacityReservationSelectorTerms"
	count(list.items) > 1
	literal.at(list.path)
	every i, term in list.items {
		object.keys(term) == {"tags"}
		count(term.tags) == 1
		not values.unknown(term.tags)
		not values.open(term.tags)
		literal.at(array.concat(list.path, [i]))
	}
	count({key | some key in keys(list)}) == count(list.items)
}

keys(list) := [key | some term in list.items; some key, _ in term.tags]

suspicious(list) if {
	list.field in {"subnetSelectorTerms", "amiSelectorTerms"}
	mixed(list)
}

# Nodes get all security groups, so alternatives are usual there, unless the subnets of the class are split in the same
# way.
suspicious(list) if {
	list.field == "securityGroupSelectorTerms"
	some other in split_lists
	other.field == "subnetSelectorTerms"
	values.parent(other.path) == values.parent(list.path)
	mixed(other)
	{key | some key in keys(other)} == {key | some key in keys(list)}
}

# mixed(list): it has a property next to a tag of the cluster, or next to another property with another value.
mixed(list) if {
	not "Name" in keys(list)
	some key in keys(list)
	property(key)
	count({family(each) | some each in keys(list)}) == count(list.items)
	count({value | some term in list.items; some value in term.tags}) > 1
}

# property(key): the tag describes a resource, but identifies neither the resource nor its cluster.
property(key) if {
	key != "Name"
	not of_cluster(key)
}

of_cluster(key) if {
	some prefix in ["karpenter.sh/discovery", "kubernetes.io/cluster/", "aws:", "eks:", "alpha.eksctl.io/", "cluster"]
	startswith(lower(key), prefix)
}

# family(key): the prefix of the key. Keys with the same prefix are alternatives.
family(key) := concat("/", array.slice(parts, 0, count(parts) - 1)) if {
	parts := split(key, "/")
	count(parts) > 1
} else := key

quoted(list) := concat(", ", [sprintf("%q", [key]) | some key in list])
