# METADATA
# title: Values that may be unknown
# description: >-
#   A template is the object {"$unknown": "<expression>"}. A map with a template line in it has the
#   key "$open": true, such a list ends with an unknown item. An unknown value is never absent.
package karplint.lib.values

# unknown(value): the value cannot be known by reading the file.
unknown(value) if is_string(value["$unknown"])

# open(value): the map or list may contain more than is listed.
open(value) if value["$open"] == true

open(value) if {
	is_array(value)
	some item in value
	unknown(item)
}

# absent(map, key): the map certainly has no such key, or its value is null.
absent(map, key) if karplint.nothing_at(map, [key])

# nothing_at(value, path): the path below the value is certainly not set, or null.
nothing_at(value, path) if karplint.nothing_at(value, path)

# yes(value): an annotation or label is "true", or the boolean true, which Kubernetes rejects but
# people write.
yes(value) if value in {"true", true}

# parent(path): the path without its last step.
parent(path) := array.slice(path, 0, count(path) - 1)

# last(path): the last step of the path.
last(path) := path[count(path) - 1]

# of_labels(path): the path is that of labels, not annotations.
of_labels(path) if last(path) in {"labels", "matchLabels"}

# text(value): a scalar as a string.
text(value) := value if is_string(value)

text(value) := sprintf("%v", [value]) if not is_string(value)
