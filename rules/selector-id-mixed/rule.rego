# METADATA
# title: A selector term combines an id or a name with other fields
# description: |
#   Each term of `subnetSelectorTerms`, `securityGroupSelectorTerms`, `amiSelectorTerms` or
#   `capacityReservationSelectorTerms` in an `EC2NodeClass` selects either by `id` or by its other fields: `tags`,
#   `name`, `owner`. Together they look as if both had to match. They do not: Karpenter uses the id and ignores the
#   rest. For security groups the same applies to `name` and `tags`.
#
#   Whether Kubernetes rejects such a term depends:
#
#   - `amiSelectorTerms` of `karpenter.k8s.aws/v1` are rejected if at least one term is mixed.
#   - Other lists, and those of v1beta1, are rejected only if every term is mixed, because the CRD's validation rule
#     uses `all` where `exists` was intended.
#   - Karpenter 0.32 with its admission webhook, which is on by default, rejects every such term.
#
#   If the term is accepted, some of its fields have no effect.
#
#   **What to do.** Keep the id and delete the rest. If the tags are meant as an alternative, move them to a separate
#   term. If they are meant as a condition, delete the id.
#
#   **What is reported.** Terms of classes, and of any other list with such a name, for example in Helm values.
#
#   **Not reported.** Terms in which a template decides what is rendered; unknown ids, names or tags, which may turn out
#   to be empty.
#
#   **Fix safety.** Unsafe: the result selects what Karpenter selects now, which may not be what was intended.
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
	"claims": [place | some key in rest; some place in [path, array.concat(path, [key])]],
	"message": sprintf("the term has %s %q and %s", [winner, term[winner], concat(" and ", rest)]),
	"why": consequence(list, winner),
	"help": sprintf("delete %s, or use a separate term", [concat(" and ", rest)]),
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

# losers: for each list, the fields that Karpenter ignores if the first one is set.
losers := {
	"subnetSelectorTerms": {"id": ["tags"]},
	"securityGroupSelectorTerms": {"id": ["tags", "name"], "name": ["tags"]},
	"amiSelectorTerms": {"id": ["tags", "name", "owner"]},
	"capacityReservationSelectorTerms": {"id": ["tags", "ownerID", "instanceMatchCriteria"]},
}

# winner_of(field, term): the field that Karpenter uses.
winner_of(field, term) := "id" if is_text(term.id)

else := "name" if {
	"name" in object.keys(losers[field])
	object.get(term, "id", null) == null
	is_text(term.name)
}

# beside(field, term, winner): the ignored keys that are certainly set.
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

consequence(list, winner) := "the API server rejects the class" if refused(list, winner)

else := sprintf("Karpenter uses the %s and ignores the rest", [winner])

# refused(list, winner): the CRD rejects the list, or the webhook of 0.32 does.
refused(list, _) if {
	list.field == "amiSelectorTerms"
	api.here == "v1"
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
