# METADATA
# title: In which order Terraform creates and destroys
# description: >-
#   Nodes are the addresses of blocks without instance keys. What depends on a node is created after it and
#   destroyed before it. A node "" is that of a manifest file, which Terraform does not order.
package karplint.lib.order

# reaches(from, to): from depends on to, directly or through others. A node reaches itself only in a cycle.
reaches(from, to) if {
	from != ""
	to in dependencies(from)
}

# What a module gives away may come from anything in it, where the module is not looked into.
reaches(from, to) if {
	from != ""
	opaque(to)
	output := sprintf("%s.output.", [to])
	some node in dependencies(from)
	startswith(node, output)
}

# reached(from, blocks): those of a set of blocks of resources that a node reaches. Asking for all at once is what
# keeps a project with hundreds of them cheap.
reached(from, blocks) := (blocks & dependencies(from)) | {block |
	some block in (blocks & opaque_blocks)
	reaches(from, block)
} if {
	from != ""
} else := set()

opaque_blocks := {block |
	some block in {object.get(resource, "block", "") | some resource in input.project.resources}
	opaque(block)
}

# dependencies(from): the nodes that a node depends on, directly or through others. Every node is a key of the edges.
dependencies(from) := graph.reachable(edges, {node | some node in object.get(edges, from, [])})

edges := object.get(input.project, "edges", {})

# opaque(node): a module call that the project knows only from outside.
opaque(node) if {
	regex.match(`(^|\.)module\.[^.]+$`, node)
	not within(node)
}

within(node) if {
	inside := sprintf("%s.", [node])
	some resource in input.project.resources
	startswith(object.get(resource, "block", ""), inside)
}

# can_depend(resource, other): depends_on of the resource's block can name the block of the other: both stand in
# the same module, and no cycle arises.
can_depend(resource, other) if {
	resource.block != other.block
	object.get(resource, "module", "") == object.get(other, "module", "")
	object.get(other, "reference", "") != ""
	not reaches(other.block, resource.block)
}

# fix(resource, other): the fix that puts the resource behind the other; undefined where there is none.
fix(resource, other) := {
	"title": sprintf("add %s to depends_on", [other.reference]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"$unknown": other.reference}}],
} if {
	can_depend(resource, other)
	"depends_on" in object.get(resource, "writable", [])
}

# advice(resource, other): what to do, for a message.
advice(resource, other) := sprintf("add depends_on = [%s]", [other.reference]) if {
	can_depend(resource, other)
} else := advice_of(calls(resource), calls(other), other) if {
	not reaches(other.block, resource.block)
} else := sprintf("order it after %s", [other.block])

# nearest(resource, others): those of the others that stand in the most modules together with the resource. A module that is
# called once for each cluster has its own of everything.
nearest(resource, others) := [other | some other in others; shared(resource, other) == most] if {
	most := max([shared(resource, other) | some other in others])
} else := []

# shared(a, b): how many module calls are around both.
shared(a, b) := max([n |
	some n in numbers.range(0, min([count(calls(a)), count(calls(b))]))
	array.slice(calls(a), 0, n) == array.slice(calls(b), 0, n)
])

# calls(resource): the module calls around the block, the outermost first, as "name.".
calls(resource) := [trim_prefix(call, "module.") | some call in regex.find_n(`module\.[^.]+\.`, module, -1)] if {
	module := trim_suffix(resource.block, resource.reference)
}

# The first calls that differ stand in the same module, where depends_on can name one of them.
advice_of(own, others, other) := sprintf("add depends_on = [%s]%s", [named, place]) if {
	n := count([i | some i in numbers.range(0, count(own) - 1); own[i] == others[i]; array.slice(own, 0, i) == array.slice(others, 0, i)])
	named := call_at(others, n, other.reference)
	place := place_of(own, n)
}

call_at(names, n, _) := sprintf("module.%s", [trim(names[n], ".")])

call_at(names, n, otherwise) := otherwise if n >= count(names)

place_of(names, n) := sprintf(" to module.%s", [trim(names[n], ".")])

place_of(names, n) := "" if n >= count(names)
