# METADATA
# title: Calls of known Terraform modules
package karplint.lib.modules

import data.karplint.facts.module_arguments
import data.karplint.lib.values

# row: what is known of the arguments of the module that the resource calls.
row := rows[input.resource.value.module] if input.resource.kind == "ModuleCall"

rows := {module.repository: module | some module in module_arguments.modules}

# subject(call): the module and the version in the call, for a message.
subject(call) := sprintf("%s %s", [call.value.title, version]) if {
	version := call.value.version
	not values.unknown(version)
} else := call.value.title
