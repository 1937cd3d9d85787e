# METADATA
# title: What an object certainly lacks
# description: >-
#   A missing field is not always absent: a template may render it, an unknown value may hold it, and a patch of a
#   kustomization may set it. A file may also be a part of an object, such as a patch. A rule about something missing
#   reports only what is absent in any case.
package karplint.lib.absent

import data.karplint.lib.kustomize
import data.karplint.lib.literal

# at(path): the object has nothing at the path, or null, and nothing sets it elsewhere.
at(path) if {
	object.get(input.resource.value, path, null) == null
	not input.resource.part
	not kustomize.is_patch
	not kustomize.patched(path)
	every depth in numbers.range(0, count(path) - 1) {
		complete(array.slice(path, 0, depth))
	}
	literal.at(path)
}

# complete(path): the value at the path, if there is one, is a map or list with exactly the entries that Rego sees.
complete(path) if object.get(input.resource.value, path, null) == null

complete(path) if {
	value := object.get(input.resource.value, path, null)
	not "$unknown" in object.keys(value)
	not "$open" in object.keys(value)
	literal.at(path)
}

complete(path) if {
	is_array(object.get(input.resource.value, path, null))
	literal.at(path)
}
