# METADATA
# title: Which role of IAM a value names
# description: >-
#   A role or an instance profile is known by the expressions with its name or its ARN, or by its name itself. Instances of one block or module
#   count as one, because keys are left out of expressions.
package karplint.lib.roles

import data.karplint.lib.arns
import data.karplint.lib.values

# all: the roles that the project makes or looks up.
all := object.get(input.project.by_kind, "IAMRole", [])

by_id := {role.id: role | some role in all}

profiles := object.get(input.project.by_kind, "InstanceProfile", [])

# of(value): the ids of the roles that the value names or has the ARN of.
of(value) := (by_references(value) | object.get(by_name, arns.text(value), set())) | of_arn(value)

by_references(value) := {id |
	some written in expressions(value)
	some id in object.get(by_expression, written, set())
}

# of_arn(value): the ids of the roles with the name behind the last slash of an ARN.
of_arn(value) := object.get(by_name, arns.last_part(arns.text(value)), set()) if regex.match(`:role/`, arns.text(value))

else := set()

# expressions(value): the expression of an unknown value without keys; of try, its first argument. A key in the output of a module is a step of
# its own, before the last.
expressions(value) := {written, regex.replace(written, `^(module\..*)\.[\w-]+\.([\w-]+)$`, "$1.$2")} if {
	values.unknown(value)
	bare := regex.replace(arns.text(value), `\[[^\[\]]*\]`, "")
	written := regex.replace(bare, `^try\(([^,()]+),.*\)$`, "$1")
} else := set()

by_expression := {written: {role.id | some role in all; written in froms(role)} | some role in all; some written in froms(role)}

froms(resource) := {written |
	some key in ["name_from", "arn_from"]
	some written in resource.value[key]
}

by_name := {name: {role.id | some role in all; name_of(role) == name} |
	some role in all
	name := name_of(role)
}

name_of(resource) := name if {
	name := arns.text(resource.value.name)
	name != ""
}

# of_profile(value): the ids of the roles in the instance profile that the value names.
of_profile(value) := {id |
	some profile in profiles_named(value)
	some id in of(profile.value.role)
}

# profiles_named(value): the instance profiles with the name.
profiles_named(value) := [profile |
	some profile in profiles
	names(value, profile)
]

names(value, resource) if count(expressions(value) & froms(resource)) > 0

names(value, resource) if arns.text(value) == name_of(resource)

# of_class(class): the ids of the roles that nodes of a class have.
of_class(class) := of(class.value.role) if class.value.role

else := of_profile(class.value.instanceProfile) if class.value.instanceProfile

else := set()

# node_of(role): the role of nodes that the module of a role makes; if its version is not known, that of the newest.
node_of(role) := made[count(made) - 1] if {
	made := [other | some other in all; other.value.of == "node"; other.block == role.block]
	count(made) > 0
}

# lacks_end(class, role): the class names the role without the random end that it gets.
lacks_end(class, role) if {
	count(of_class(class)) == 0
	trusted(role, "ec2.")
	stem(role) == trim_suffix(arns.text(class.value.role), "-")
}

# stem(role): the name of a role up to its random end; undefined for a role without one.
stem(role) := trim_suffix(arns.text(role.value.prefix), "-")

# trusted(role, principal): the role may be assumed by the principal, as far as its trust policy is known.
trusted(role, principal) if {
	some trust in role.value.trusts
	startswith(arns.text(trust), principal)
}

# distrusted(role, principal): the role certainly cannot be assumed by the principal.
distrusted(role, principal) if {
	not values.open(role.value.trusts)
	count(role.value.trusts) > 0
	not trusted(role, principal)
	not trusted(role, "*")
}

# arn_patterns(value): the names of roles that an ARN may have, as patterns.
arn_patterns(value) := {name_pattern(by_id[id]) | some id in of(value)} if {
	count(of(value)) > 0
} else := {arns.last_part(found[1])} if {
	some found in regex.find_all_string_submatch_n(`:role/(.+)$`, pattern(value), 1)
} else := {"*"}

# title(role): what a message calls it.
title(role) := sprintf("the %s role of %s", [role.value.of, role.address]) if role.value.of in {"node", "controller"}

else := sprintf("the role of %s", [role.address]) if role.value.of

else := role.address

# name_in_root(role), arn_in_root(role): the expression for a message, where it is valid in the root.
name_in_root(role) := role.value.name_from[0] if {
	role.module == ""
} else := title(role)

arn_in_root(role) := role.value.arn_from[0] if {
	role.module == ""
} else := "the ARN of this role"

# name_pattern(role): its name, with * for what is not known.
name_pattern(role) := pattern(role.value.name) if role.value.name

else := sprintf("%s*", [pattern(role.value.prefix)]) if role.value.prefix

else := "*"

# pattern(value): a text with * for each part that is not known.
pattern(value) := value if is_string(value)

pattern(value) := regex.replace(arns.text(value), `\$\{[^{}]*\}`, "*") if {
	values.unknown(value)
	startswith(trim_space(value["$unknown"]), "\"")
}

pattern(value) := "*" if {
	values.unknown(value)
	not startswith(trim_space(value["$unknown"]), "\"")
}

# may_match(one, other): some name matches both patterns.
may_match(one, other) if one == other

may_match(one, other) if {
	not wild(other)
	glob.match(one, [], other)
}

may_match(one, other) if {
	not wild(one)
	glob.match(other, [], one)
}

may_match(one, other) if {
	wild(one)
	wild(other)
	some [short, long] in [[begin(one), begin(other)], [begin(other), begin(one)]]
	startswith(long, short)
}

wild(text) if regex.match(`[*?]`, text)

begin(text) := regex.split(`[*?]`, text)[0]
