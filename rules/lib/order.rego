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

# dependencies(from): the nodes that a node depends on, directly or through others.
dependencies(from) := {node |
	some step in graph.reachable(edges, {from})
	some node in edges[step]
}

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
