# METADATA
# title: Which parts of an object are literal
# description: >-
#   A map or list is not literal if template lines decide which of its entries are rendered: two of its keys may then be
#   alternatives, and an absent key may be in a branch. A null or an empty string from a Terraform expression is not literal
#   either. Unknown values are marked as such and need no check here.
package karplint.lib.literal

# at(path): the value at the path of the resource is all that can be there.
at(path) if not path in object.get(input.resource, "computed", set())

# either(path, map, key): the map at the path has the key, but template lines decide which of its keys are rendered: the
# chart may choose by the version.
either(path, map, key) if {
	key in object.keys(map)
	not at(path)
}
