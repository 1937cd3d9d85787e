# METADATA
# title: The order in which Terraform creates and destroys
# description: >-
#   Nodes are the addresses of blocks without instance keys. Whatever depends on a node is created after it and destroyed
#   before it. The node "" stands for a manifest file, which Terraform does not order.
package karplint.lib.order

# reaches(from, to): from depends on to, directly or through others. A node reaches itself only in a cycle.
reaches(from, to) if {
	from != ""
	to in dependencies(from)
}

# The output of a module that karplint cannot look into may come from anything in it.
reaches(from, to) if {
	from != ""
	opaque(to)
	output := sprintf("%s.output.", [to])
	some node in dependencies(from)
	startswith(node, output)
}

# reached(from, blocks): the blocks of the set that a node reaches. Checking all of them at once keeps projects with
# hundreds of blocks fast.
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

# opaque(node): a module call whose content the project does not contain.
opaque(node) if {
	regex.match(`(^|\.)module\.[^.]+$`, node)
	not within(node)
}

within(node) if {
	inside := sprintf("%s.", [node])
	some resource in input.project.resources
	startswith(object.get(resource, "block", ""), inside)
}

# can_depend(resource, other): depends_on of the resource's block can name the block of the other: both are in the same
# module, and there would be no cycle.
can_depend(resource, other) if {
	resource.block != other.block
	object.get(resource, "module", "") == object.get(other, "module", "")
	object.get(other, "reference", "") != ""
	not reaches(other.block, resource.block)
}

# fix(resource, other): the fix that makes the resource depend on the other; undefined if there is none.
fix(resource, other) := {
	"title": sprintf("add %s to depends_on", [other.reference]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["depends_on"], "index": -1, "value": {"$unknown": other.reference}}],
} if {
	can_depend(resource, other)
	"depends_on" in object.get(resource, "writable", [])
}

# advice(resource, other): what to do, for a message.
advice(resource, other) := sprintf("add %s to depends_on", [other.reference]) if {
	can_depend(resource, other)
} else := advice_of(calls(resource), calls(other), other) if {
	not reaches(other.block, resource.block)
} else := sprintf("order it after %s", [other.block])

# nearest(resource, others): those of the others that share the most module calls with the resource. A module that is
# called once for each cluster has its own instance of everything.
nearest(resource, others) := [other | some other in others; shared(resource, other) == most] if {
	most := max([shared(resource, other) | some other in others])
} else := []

# shared(a, b): the number of module calls around both.
shared(a, b) := max([n |
	some n in numbers.range(0, min([count(calls(a)), count(calls(b))]))
	array.slice(calls(a), 0, n) == array.slice(calls(b), 0, n)
])

# calls(resource): the module calls around the block, the outermost first, as "name.".
calls(resource) := [trim_prefix(call, "module.") | some call in regex.find_n(`module\.[^.]+\.`, module, -1)] if {
	module := trim_suffix(resource.block, resource.reference)
}

# The first calls that differ are in the same module, where depends_on can name one of them.
advice_of(own, others, other) := sprintf("add %s to depends_on%s", [named, place]) if {
	n := count([i | some i in numbers.range(0, count(own) - 1); own[i] == others[i]; array.slice(own, 0, i) == array.slice(others, 0, i)])
	named := call_at(others, n, other.reference)
	place := place_of(own, n)
}

call_at(names, n, _) := sprintf("module.%s", [trim(names[n], ".")])

call_at(names, n, otherwise) := otherwise if n >= count(names)

place_of(names, n) := sprintf(" of module.%s", [trim(names[n], ".")])

place_of(names, n) := "" if n >= count(names)
