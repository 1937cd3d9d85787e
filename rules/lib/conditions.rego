# METADATA
# title: Whether two installations certainly exist together
# description: >-
#   The key off of an installation is true if the values in the files turn it off, and unknown if they do not show it. Its gate
#   is the condition, in the syntax of its tool.
package karplint.lib.conditions

import data.karplint.lib.gates
import data.karplint.lib.values

# doubtful(one, two): the two may not exist together: one may be off by a condition that the other does not have.
doubtful(one, two) if {
	some resource in [one, two]
	maybe_off(resource)
	gates.gate(one) != gates.gate(two)
}

maybe_off(resource) if resource.value.off == true

maybe_off(resource) if values.unknown(object.get(resource.value, "off", false))

# severity(one, two, normal): "warning" instead of the normal severity if the two may not exist together.
severity(one, two, normal) := "warning" if {
	normal == "error"
	doubtful(one, two)
} else := normal
