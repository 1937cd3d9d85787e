# METADATA
# title: What classes select subnets and security groups by, and which tags these have
# description: >-
#   A term with several tags selects what has all of them; of several terms one is enough.
package karplint.lib.network

import data.karplint.lib.values

# own: the classes of the project.
own := [resource |
	some resource in input.project.by_kind.Object
	is_class(resource)
]

# classes: the classes of the project. If it has none, those of the only controller that manifests near it install.
classes := own if {
	count(own) > 0
} else := [resource |
	is_deployed
	some resource in input.project.around_by_kind.Object
	is_class(resource)
]

is_class(resource) if resource.value.kind in {"EC2NodeClass", "AWSNodeTemplate"}

# The provider of a Provisioner.
is_class(resource) if {
	resource.value.kind == "Provisioner"
	some kind in ["Subnets", "SecurityGroup"]
	resource.value[fields[kind].map]
}

is_deployed if {
	some resource in input.project.around_by_kind.ChartInstallation
	resource.value.karpenter == "controller"
}

# fields: the fields of classes that select resources of a kind, in the APIs with terms and in the alpha API.
fields := {
	"Subnets": {"terms": "subnetSelectorTerms", "map": "subnetSelector"},
	"SecurityGroup": {"terms": "securityGroupSelectorTerms", "map": "securityGroupSelector"},
}

of_kind(kind) := object.get(input.project.by_kind, kind, [])

# terms(class, kind): {"path", "tags"} for each term with tags only. In the alpha API the field is one.
terms(class, kind) := [{"path": path, "tags": tags_in(text)} |
	some [field, i, text] in all_terms(class, kind)
	is_string(text)
	path := [step | some step in [field, i]; not is_map(field, step)]
]

all_terms(class, kind) := [[field, i, text] |
	some field in fields[kind]
	some i, text in listed(class, field)
]

# listed(class, field): the terms of a field, or one that is not known if the field is not.
listed(class, field) := class.value[field] if is_array(class.value[field])

else := [{"$unknown": field}] if field in object.keys(class.value)

is_map(field, 0) if endswith(field, "Selector")

# tags_in(text): the tags of a term, which has a line for each: "key=value", with "?" for an unknown value.
tags_in(text) := {key: value |
	some line in split(text, "\n")
	parts := split(line, "=")
	key := parts[0]
	value := concat("=", array.slice(parts, 1, count(parts)))
}

# are_all(class, kind): the class has no other terms than those.
are_all(class, kind) if count(terms(class, kind)) == count(all_terms(class, kind))

# selects(term, resource): the term certainly selects the resource.
selects(term, resource) if {
	every key, value in term.tags {
		given := resource.value.tags[key]
		not values.unknown(given)
		value in {given, "*"}
	}
}

# passes(term, resource): the term certainly does not select the resource.
passes(term, resource) if {
	some key, value in term.tags
	is_other(resource, key, value)
}

# is_other(resource, key, value): the tag of the resource certainly has none of the values, or does not exist.
is_other(resource, key, value) if {
	has_value(resource, key)
	is_literal(value)
	not resource.value.tags[key] in {trim_space(part) | some part in split(value, ",")}
}

is_other(resource, key, _) if values.absent(resource.value.tags, key)

has_value(resource, key) if is_string(resource.value.tags[key])

# is_literal(value): a text without wildcards, and not one that a person still has to replace.
is_literal(value) if {
	is_string(value)
	not regex.match(`[*?<>${}%\[\]]|(?i)cluster[-_ ]?name`, value)
	not regex.match(`^_*[A-Z]+(?:[_-][A-Z]+)*_*$`, value)
	not regex.match(`(?i)^(?:(?:x{3,}|placeholder|todo)$|(?:my|your|the|example|sample)[-_ ]|changeme|replace)`, value)
}
