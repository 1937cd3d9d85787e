# METADATA
# title: What kustomize makes of an object
# description: >-
#   A patch of a kustomization says only what it changes, and a base lacks what its overlays add. So where something
#   is missing in an object, its patches have to be asked.
package karplint.lib.kustomize

# is_patch: a kustomization names the file of the object as a patch.
is_patch if input.resource.patch

# patched(path): a patch of a kustomization may set something at the path of the object, or below it.
patched(path) if {
	some patch in object.get(input.resource, "patches", [])
	some depth in numbers.range(0, count(path))
	reached := object.get(patch, array.slice(path, 0, depth), null)
	reaches(reached, depth, path)
}

# reaches(value, depth, path): what a patch has after some steps of the path says something about the end of it.
reaches(value, depth, path) if {
	depth == count(path)
	value != null
}

reaches(value, _, _) if "$unknown" in object.keys(value)

reaches(value, _, _) if "$open" in object.keys(value)

reaches(value, _, _) if "$patch" in object.keys(value)
