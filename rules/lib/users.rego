# METADATA
# title: What uses a block or an output of a module
# description: >-
#   The nodes are those of project.edges. Variables, locals, outputs and policy documents only pass a value on, so that what uses them counts as well.
package karplint.lib.users

# of(nodes): the nodes that use one of the nodes, themselves or through names, except for what only passes a value on to others. An output of the
# root counts, because another project may read it. The call of a module in the repository does not: what is in it counts.
of(nodes) := {user |
	some user, used in input.project.edges
	not passes(user)
	count(graph.reachable(passing, used) & nodes) > 0
	not is_around(user)
}

# passing: the edges of what passes a value on. Another node has none, so that a way ends there.
passing := {node: [next | some next in used; passes(node)] | some node, used in input.project.edges}

passes(node) if regex.match(`(?:^|\.)(?:var|local)\.[\w-]+$|\.output\.[\w-]+$|(?:^|\.)data\.aws_iam_policy_document\.[\w-]+$`, node)

# is_around(node): a module in the repository, which contains other nodes.
is_around(node) if {
	type(node) == "module"
	some other, _ in input.project.edges
	startswith(other, concat("", [node, "."]))
	not startswith(other, concat("", [node, ".output."]))
}

# type(node): the type of a block: aws_iam_role, data.aws_iam_role, module, output.
type(node) := found[1] if {
	some found in regex.find_all_string_submatch_n(`^(?:module\.[\w-]+\.)*?((?:data\.)?\w+)\.[\w-]+$`, node, 1)
}
