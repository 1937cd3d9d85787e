# METADATA
# title: Conditions under which Terraform blocks exist
# description: >-
#   The gate of a resource is its count or for_each and those of the modules around it, joined by " && ":
#   "var.enabled ? 1 : 0". Two resources whose conditions exclude each other never exist together.
package karplint.lib.gates

# exclusive(one, two): certainly at most one of the two resources exists.
exclusive(one, two) if opposite(gate(one), gate(two))

# opposite(one, two): the same for two gates.
opposite(one, two) if {
	some a in conditions(one)
	some b in conditions(two)
	contradict(a, b)
}

gate(resource) := object.get(resource.value, "gate", "")

contradict(a, b) if {
	a.text == b.text
	a.holds != b.holds
}

# A value cannot equal two strings.
contradict(a, b) if {
	a.holds
	b.holds
	one := compared(a.text)
	two := compared(b.text)
	one.value == two.value
	one.text != two.text
}

compared(text) := {"value": parts[1], "text": parts[2]} if {
	some parts in regex.find_all_string_submatch_n(`^(.*[^ ]) *== *("[^"$%]*")$`, text, 1)
}

# conditions(gate): the conditions that hold if the resource exists, as {"text", "holds"}. A part between two && counts only
# if it must hold by itself, because the start of its condition is ambiguous.
conditions(gate) := {condition |
	some part in parts(gate)
	condition := plain(choice(part))
	alone(part, gate, condition)
}

alone(part, gate, _) if part == gate

alone(_, _, condition) if condition.holds

parts(gate) := {gate} if contains(gate, "||")

else := {part | some part in array.concat([gate], split(gate, " && "))}

# choice(text): the condition in a conditional expression with instances on one side and none on the other.
choice(text) := {"text": found[1], "holds": true} if {
	some found in regex.find_all_string_submatch_n(concat("", [`^(?:toset\()?(.+?) *\? *[^?]+ : `, none, `\)?$`]), text, 1)
	not regex.match(concat("", [`\? *`, none, ` : `]), text)
} else := {"text": found[1], "holds": false} if {
	some found in regex.find_all_string_submatch_n(concat("", [`^(?:toset\()?(.+?) *\? *`, none, ` : [^?]+$`]), text, 1)
	not regex.match(concat("", [` : `, none, `\)?$`]), text)
}

none := `(?:0|\[ *\]|\{ *\}|toset\(\[ *\]\))`

# plain(condition): the condition without a negation.
plain(condition) := {"text": trim_prefix(text, "!"), "holds": not_(condition.holds)} if {
	text := bare(condition.text)
	regex.match(`^!(?:[\w.\[\]"]+|\([^()]*\))$`, text)
} else := {"text": bare(found[1]), "holds": condition.holds == (found[2] == "true")} if {
	some found in regex.find_all_string_submatch_n(`^(.+?) *== *(true|false)$`, bare(condition.text), 1)
} else := {"text": concat(" == ", [found[1], found[2]]), "holds": not_(condition.holds)} if {
	some found in regex.find_all_string_submatch_n(`^([^&|=!]+?) *!= *([^&|=!]+)$`, bare(condition.text), 1)
} else := {"text": bare(condition.text), "holds": condition.holds}

bare(text) := substring(text, 1, count(text) - 2) if {
	regex.match(`^\([^()]*\)$`, text)
} else := text

not_(true) := false

not_(false) := true
