# METADATA
# title: What uses a role or a queue
# description: >-
#   The users of a value are nodes of project.edges: blocks, calls of modules, and outputs of the root.
package karplint.lib.users

import data.karplint.lib.order
import data.karplint.lib.values

# others(resource, harmless): what uses the resource, except for blocks of types that match the pattern: its nodes, and "hidden" for users that are
# not known. An output of the root counts unless its name says that it is a name. The call of a module in the repository does not: what is in it
# counts.
others(resource, harmless) := {node |
	some node in known(resource)
	kind := type(node)
	not regex.match(harmless, kind)
} | {"hidden" | not is_whole(resource)}

known(resource) := [node | some node in resource.value.users; is_string(node)]

is_whole(resource) if {
	is_array(resource.value.users)
	not values.open(resource.value.users)
}

# type(node): the type of a block: aws_iam_role, data.aws_iam_role, module, output. Undefined for a call of a module in the repository.
type(node) := "module" if {
	regex.match(`(?:^|\.)module\.[^.]+$`, node)
	order.opaque(node)
} else := found[1] if {
	not regex.match(`(?:^|\.)module\.[^.]+$|^output\.\w*[nN]ame$`, node)
	some found in regex.find_all_string_submatch_n(`(?:^|\.)((?:data\.)?[a-z0-9_]+)\.[\w-]+$`, node, 1)
}
