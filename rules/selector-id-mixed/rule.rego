# METADATA
# title: A selector term has an id and something else
# description: |
#   Each term of `subnetSelectorTerms`, `securityGroupSelectorTerms`, `amiSelectorTerms` or `capacityReservationSelectorTerms` of an
#   `EC2NodeClass` selects either by `id` or by what else there is: `tags`, `name`, `owner`. Written together they look as if
#   both had to match. They do not: Karpenter takes the id and never looks at the rest. For security groups the same holds of `name` and `tags`.
#
#   Whether Kubernetes refuses it depends. `amiSelectorTerms` of `karpenter.k8s.aws/v1` are refused as soon as one term is mixed; other lists, and those
#   of v1beta1, only where every term is, because the CRD's rule is written with `all`, where `exists` was meant; Karpenter 0.32 with its
#   admission webhook, which is on by default, refuses each of them. What passes has fields that do nothing.
#
#   **What to do.** Keep the id and delete the rest. If the tags were meant as an alternative, give them a term of their own; if they were meant
#   as a condition, delete the id.
#
#   Found in the terms of classes, and wherever else a list of that name stands, such as in the values of a chart.
#
#   **Not reported.** Terms in which a template decides what is rendered; ids, names or tags that are unknown, which may turn out to be none.
#
#   **Fix safety.** Unsafe: the result selects what Karpenter selects now, but perhaps not what was meant.
# related_resources:
# - description: Karpenter, spec.subnetSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms
# - description: The rules of the CRD
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.0.8/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml
# custom:
#   id: KL523
#   severity: error
#   scope: resource
#   fix: unsafe
#   kinds: ["*"]
#   needles: [subnetSelectorTerms, securityGroupSelectorTerms, amiSelectorTerms, capacityReservationSelectorTerms]
package karplint.rules.selector_id_mixed

import data.karplint.lib.api
import data.karplint.lib.classes
import data.karplint.lib.literal
import data.karplint.lib.target

report contains {
	"resource": input.resource.address,
	"path": array.concat(path, [winner]),
	"message": sprintf("the term has %s %q and %s, %s; delete %s, or give it a term of its own", [
		winner,
		term[winner],
		concat(" and ", rest),
		consequence(list, winner),
		concat(" and ", rest),
	]),
	"fix": {
		"title": sprintf("delete %s", [concat(" and ", rest)]),
		"safety": "unsafe",
		"ops": [{"do": "delete", "path": array.concat(path, [key])} | some key in rest],
	},
} if {
	some list in classes.term_lists
	some i, term in list.items
	path := array.concat(list.path, [i])
	literal.at(path)
	winner := winner_of(list.field, term)
	rest := beside(list.field, term, winner)
	count(rest) > 0
}

# What has no say where the first is there.
losers := {
	"subnetSelectorTerms": {"id": ["tags"]},
	"securityGroupSelectorTerms": {"id": ["tags", "name"], "name": ["tags"]},
	"amiSelectorTerms": {"id": ["tags", "name", "owner"]},
	"capacityReservationSelectorTerms": {"id": ["tags", "ownerID", "instanceMatchCriteria"]},
}

# winner_of(field, term): what the term is read by.
winner_of(field, term) := "id" if is_text(term.id)

else := "name" if {
	"name" in object.keys(losers[field])
	object.get(term, "id", null) == null
	is_text(term.name)
}

# beside(field, term, winner): the keys that surely say something beside it.
beside(field, term, winner) := [key | some key in losers[field][winner]; says(term[key])]

says(value) if is_text(value)

says(value) if {
	is_object(value)
	some key, _ in value
	not startswith(key, "$")
}

is_text(value) if {
	is_string(value)
	value != ""
}

consequence(list, winner) := "which Kubernetes refuses" if refused(list, winner)

else := sprintf("and only the %s counts", [winner])

# refused(list, winner): by the CRD, or by the webhook of 0.32.
refused(list, _) if {
	list.field == "amiSelectorTerms"
	api.of(input.resource.value) == "v1"
}

refused(list, winner) if {
	literal.at(list.path)
	every term in list.items {
		winner_of(list.field, term) == winner
		count(beside(list.field, term, winner)) > 0
	}
}

refused(_, _) if {
	target.at_least("0.32")
	target.below("0.33")
}
