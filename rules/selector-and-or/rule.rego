# METADATA
# title: Selector terms with one tag each widen what used to be narrowed
# description: |
#   In the alpha `AWSNodeTemplate` all tags of a selector had to match:
#
#   ```yaml
#   subnetSelector:
#     karpenter.sh/discovery: shop
#     Tier: private              # of these the private ones
#   ```
#
#   An `EC2NodeClass` has a list of terms. The tags of *one* term must all match; the terms are alternatives. Someone who turns each line into a
#   term by hand gets the opposite of what stood there: every subnet with the first tag, and every subnet with the second, those of
#   other clusters and public ones included. Nothing complains. Nodes start in subnets where they do not belong.
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
#   If they are meant as alternatives, say so with a suppression: `# karplint:ignore KL522 -- both sets of subnets`.
#
#   **Reported** are lists of subnets or AMIs in which each term has exactly one tag, each a different one, and one of them is a mere property (`Tier`,
#   `Environment`, `kubernetes.io/role/internal-elb`), which says nothing about the cluster. For security groups only where the
#   list of subnets is split in the same way.
#
#   **Not reported.** What is usually meant as alternatives: security groups of several kinds, which a node gets all of; several values of one tag; `Name`, which
#   points at certain things; keys of one family (`kubernetes.io/role/elb` beside `kubernetes.io/role/internal-elb`, the tags of two clusters), and mere marks, which all have the
#   same value; lists in which a term has an id, a name or several tags, or a template decides.
#
#   **Fix safety.** No automatic fix: which of the two was meant, the file does not say.
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
	"message": sprintf("the terms of %s are alternatives, and %s alone selects across clusters; put the tags %s into one term if all of them must match", [
		list.field,
		quoted([key | some key in keys(list); property(key)]),
		quoted(keys(list)),
	]),
} if {
	some list in split_lists
	suspicious(list)
}

# split_lists: those of which every term is one tag, each with another key, and known.
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

# Nodes get all security groups, so alternatives are usual there; not where the subnets beside them are split alike.
suspicious(list) if {
	list.field == "securityGroupSelectorTerms"
	some other in split_lists
	other.field == "subnetSelectorTerms"
	values.parent(other.path) == values.parent(list.path)
	mixed(other)
	{key | some key in keys(other)} == {key | some key in keys(list)}
}

# mixed(list): a property stands beside a tag of the cluster, or beside another property with another value.
mixed(list) if {
	not "Name" in keys(list)
	some key in keys(list)
	property(key)
	count({family(each) | some each in keys(list)}) == count(list.items)
	count({value | some term in list.items; some value in term.tags}) > 1
}

# property(key): the tag says what a thing is like, and not which or whose it is.
property(key) if {
	key != "Name"
	not of_cluster(key)
}

of_cluster(key) if {
	some prefix in ["karpenter.sh/discovery", "kubernetes.io/cluster/", "aws:", "eks:", "alpha.eksctl.io/", "cluster"]
	startswith(lower(key), prefix)
}

# family(key): keys of one family mark alternatives.
family(key) := concat("/", array.slice(parts, 0, count(parts) - 1)) if {
	parts := split(key, "/")
	count(parts) > 1
} else := key

quoted(list) := concat(", ", [sprintf("%q", [key]) | some key in list])
