# METADATA
# title: A selector holds several values in one, separated by commas
# description: |
#   An `EC2NodeClass` finds its subnets, security groups and AMIs by selector terms: a term matches what has all of its
#   tags. In the alpha `AWSNodeTemplate` one tag could list several values, `Name: "private-a,private-b"`, and matched what has any
#   of them. Karpenter 0.32 still splits such a list in the tags of an `EC2NodeClass` as well; from 0.33 on it does not. `private-a,private-b` is
#   then a single value with a comma in it, which nothing has. The class finds no subnet, no pool that names it can start a node,
#   and pods stay `Pending`. The same goes for a list in `id`, `name` or `owner`, where EC2 answers with an error.
#
#   **What to do.** Write one term for each value. Terms are alternatives, so together they match what the list was meant to match:
#
#   ```yaml
#   subnetSelectorTerms:
#     - tags: {karpenter.sh/discovery: shop, Name: private-a}
#     - tags: {karpenter.sh/discovery: shop, Name: private-b}
#   ```
#
#   The other tags stand in each of them, since the tags of one term must all match. At most 30 terms are allowed; a wildcard, `Name: "private-*"`, may
#   do as well.
#
#   Found in the terms of classes, and wherever else a list of that name stands, such as in the values of a chart.
#
#   **Not reported.** Karpenter below 0.33. `AWSNodeTemplate`, whose selectors are lists of that kind on purpose. Values that only rendering or a plan
#   would show.
#
#   **Fix safety.** Unsafe: a class that matched nothing matches something afterwards. And a tag may hold a comma on purpose, though that is rare. No
#   fix where a term holds a template, or where there would be more than 30 terms.
# related_resources:
# - description: Upgrade guide, 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330
# - description: Karpenter, spec.subnetSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms
# custom:
#   id: KL521
#   severity: error
#   scope: resource
#   fix: unsafe
#   when: ">= 0.33"
#   kinds: ["*"]
#   needles: [subnetSelectorTerms, securityGroupSelectorTerms, amiSelectorTerms, capacityReservationSelectorTerms]
package karplint.rules.selector_comma_list

import data.karplint.lib.classes
import data.karplint.lib.literal
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(list.path, array.concat([i], path)),
		"message": sprintf("%s of %s is %q, which is one value since Karpenter 0.33 and no list; write one term for each: %s", [
			what(path),
			list.field,
			text,
			concat(", ", [sprintf("%q", [item]) | some item in items(text)]),
		]),
	},
	fix(list, i),
) if {
	some list in classes.term_lists
	some i, term in list.items
	some [path, text] in lists(term)
}

# lists(term): the texts in a term that are lists, with their paths in it.
lists(term) := {[path, text] |
	some path, text in fields(term)
	is_string(text)
	contains(text, ",")
	count(items(text)) > 0
}

# fields(term): what a term selects by.
fields(term) := object.union(
	{[key]: term[key] | some key in ["id", "name", "owner"]; term[key]},
	{["tags", key]: value |
		not values.unknown(term.tags)
		some key, value in term.tags
		key != "$open"
	},
)

# items(text): those of the list, as the alpha API read them.
items(text) := [item |
	some part in split(text, ",")
	item := trim_space(part)
	item != ""
]

what(path) := sprintf("tag %q", [path[1]]) if path[0] == "tags"

else := path[0]

# The CRDs of every version allow as many.
most_terms := 30

default fix(_, _) := {}

# The first combination takes the place of the term, the others follow it.
fix(list, i) := {"fix": {
	"title": sprintf("split it into %d terms", [count(combinations)]),
	"safety": "unsafe",
	"ops": array.concat(
		[{"do": "set", "path": array.concat(list.path, array.concat([i], path)), "value": value} | some path, value in combinations[0]],
		[{"do": "insert", "path": list.path, "index": i + 1, "value": with_values(list.items[i], combination)} |
			some combination in array.slice(combinations, 1, count(combinations))
		],
	),
}} if {
	literal.at(list.path)
	not values.open(list.items)
	known(list.items[i])
	combinations := products(lists(list.items[i]))
	(count(list.items) + count(combinations)) - 1 <= most_terms
}

# known(term): all of the term can be written again.
known(term) if {
	every value in fields(term) {
		is_string(value)
	}
	not values.unknown(object.get(term, "tags", {}))
	not values.open(object.get(term, "tags", {}))
	not values.open(term)
}

# products(found): every combination of the items of the lists, as a map from path to item.
products(found) := [combination |
	ordered := sort(found)
	counts := [count(items(each[1])) | some each in ordered]
	some n in numbers.range(0, product(counts) - 1)
	combination := {each[0]: items(each[1])[digit] |
		some j, each in ordered
		after := product(array.slice(counts, j + 1, count(counts)))
		digit := floor(n / after) % counts[j]
	}
]

# with_values(term, combination): the term with other values at the combination's paths.
with_values(term, combination) := json.patch(term, [{"op": "replace", "path": path, "value": value} | some path, value in combination])
