# METADATA
# title: What stands in an object just as it is written
# description: >-
#   A collection is not, where template lines decide which of its entries are rendered: then two keys that stand side by side
#   may be alternatives, and one that is absent may have been a branch. Nor is a null or an empty string that an expression of
#   Terraform gave. What is unknown says so itself, and is not asked for here.
package karplint.lib.literal

# at(path): what stands at the path of the resource is all that can stand there.
at(path) if not path in object.get(input.resource, "computed", set())

# either(path, map, key): the map at the path shows the key, but template lines decide which of its keys are rendered: the chart
# may choose by the version.
either(path, map, key) if {
	key in object.keys(map)
	not at(path)
}
