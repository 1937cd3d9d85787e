# METADATA
# title: Whether what is installed is surely there
# description: >-
#   The key off of an installation is true where the values that are written switch it off, and unknown where they do not tell. Its gate is
#   the condition, in the words of its tool.
package karplint.lib.conditions

import data.karplint.lib.gates
import data.karplint.lib.values

# doubtful(one, two): it is not sure that both are there together: one may be off, and not by the condition of the other.
doubtful(one, two) if {
	some resource in [one, two]
	maybe_off(resource)
	gates.gate(one) != gates.gate(two)
}

maybe_off(resource) if resource.value.off == true

maybe_off(resource) if values.unknown(object.get(resource.value, "off", false))

# severity(one, two, normal): "warning" instead of the normal one where that is not sure.
severity(one, two, normal) := "warning" if {
	normal == "error"
	doubtful(one, two)
} else := normal
