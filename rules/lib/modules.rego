# METADATA
# title: Calls of known Terraform modules
package karplint.lib.modules

import data.karplint.facts.module_arguments
import data.karplint.lib.values

# row: what is known of the arguments of the module that the resource calls.
row := rows[input.resource.value.module] if input.resource.kind == "ModuleCall"

rows := {module.repository: module | some module in module_arguments.modules}

# subject(call): the module with the version in the call, for a message. What it is called is beside the finding.
subject(call) := sprintf("version %s of the module", [version]) if {
	version := call.value.version
	not values.unknown(version)
} else := "the module"
