# METADATA
# title: What kustomize changes in an object
# description: >-
#   A patch of a kustomization contains only what it changes, and a base lacks what its overlays add. So a rule about
#   something missing in an object has to check its patches.
package karplint.lib.kustomize

# is_patch: a kustomization uses the file of the object as a patch.
is_patch if input.resource.patch

# patched(path): a patch of a kustomization may set something at the path of the object, or below it.
patched(path) if {
	some patch in object.get(input.resource, "patches", [])
	some depth in numbers.range(0, count(path))
	reached := object.get(patch, array.slice(path, 0, depth), null)
	reaches(reached, depth, path)
}

# reaches(value, depth, path): a patch with this value after some steps of the path may set the end of the path.
reaches(value, depth, path) if {
	depth == count(path)
	value != null
}

reaches(value, _, _) if "$unknown" in object.keys(value)

reaches(value, _, _) if "$open" in object.keys(value)

reaches(value, _, _) if "$patch" in object.keys(value)
