# METADATA
# title: A selector term contains a comma-separated list
# description: |
#   An `EC2NodeClass` finds its subnets, security groups and AMIs by selector terms: a term matches resources that have
#   all of its tags. In the alpha `AWSNodeTemplate` one tag could list several values, `Name: "private-a,private-b"`,
#   and matched any of them. Karpenter 0.32 still splits such a list in the tags of an `EC2NodeClass`; 0.33 and later do
#   not. `private-a,private-b` is then a single value with a comma in it, which no resource has. The class finds no
#   subnet, no pool that refers to it can launch a node, and pods stay `Pending`. The same applies to a list in `id`,
#   `name` or `owner`, for which EC2 returns an error.
#
#   **What to do.** Write one term for each value. Terms are alternatives, so together they match what the list was
#   meant to match:
#
#   ```yaml
#   subnetSelectorTerms:
#     - tags: {karpenter.sh/discovery: shop, Name: private-a}
#     - tags: {karpenter.sh/discovery: shop, Name: private-b}
#   ```
#
#   Repeat the other tags in each term, because the tags of one term must all match. A list can have at most 30 terms. A
#   wildcard, `Name: "private-*"`, may be enough as well.
#
#   **What is reported.** Lists in the terms of classes, and in any other list with such a name, for example in Helm
#   values.
#
#   **Not reported.** Karpenter below 0.33. `AWSNodeTemplate`, whose selectors are meant to be such lists. Values that
#   are only known after rendering or a plan.
#
#   **Fix safety.** Unsafe: a class that matched nothing then matches something. And a tag may contain a comma on
#   purpose, though that is rare. There is no fix if a term contains a template, or if there would be more than 30
#   terms.
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
		"message": sprintf("%s of %s is the list %q", [what(path), list.field, text]),
		"why": sprintf("from Karpenter 0.33 on it is a single value, %s", [consequence(path)]),
		"help": "write one term for each value",
	},
	fix(list, i),
) if {
	some list in classes.term_lists
	some i, term in list.items
	some [path, text] in lists(term)
}

# lists(term): the strings in a term that are lists, with their paths in the term.
lists(term) := {[path, text] |
	some path, text in fields(term)
	is_string(text)
	contains(text, ",")
	count(items(text)) > 0
}

# fields(term): the fields by which a term selects, by path.
fields(term) := object.union(
	{[key]: term[key] | some key in ["id", "name", "owner"]; term[key]},
	{["tags", key]: value |
		not values.unknown(term.tags)
		some key, value in term.tags
		key != "$open"
	},
)

# items(text): the items of the list, as the alpha API read them.
items(text) := [item |
	some part in split(text, ",")
	item := trim_space(part)
	item != ""
]

what(path) := sprintf("tag %q", [path[1]]) if path[0] == "tags"

else := path[0]

consequence(path) := "which no resource has" if path[0] == "tags"

else := "for which EC2 returns an error"

# The limit in the CRDs of every version.
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

# known(term): nothing in the term is unknown, so that it can be copied.
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

# with_values(term, combination): a copy of the term with the values of the combination.
with_values(term, combination) := json.patch(term, [{"op": "replace", "path": path, "value": value} | some path, value in combination])
