# METADATA
# title: Classes of nodes, EC2NodeClass, and the selector terms in them
package karplint.lib.classes

import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.values

# spec: the spec of the resource, if it is (part of) an EC2NodeClass of Karpenter; undefined if a template provides it as a
# whole.
spec := written if {
	input.resource.kind == "EC2NodeClass"
	karpenters
	written := input.resource.value.spec
	is_object(written)
	not values.unknown(written)
}

# karpenters: the resource belongs to no other API group.
karpenters if input.resource.apiVersion == ""

karpenters if startswith(input.resource.apiVersion, "karpenter.k8s.aws/")

# is_whole: as far as its file shows, the class is not a patch or a part. Its images may be missing, which is a mistake of its own.
is_whole if {
	present("subnetSelectorTerms")
	present("securityGroupSelectorTerms")
	not part
}

# present(field): the class has it, with a value or a template.
present(field) if object.get(spec, field, null) != null

# lacks(field): the field is certainly not set, neither here nor in a patch.
lacks(field) if {
	values.absent(spec, field)
	literal.at(["spec", field])
	unpatched(field)
}

# unpatched(field): no patch sets it.
unpatched(field) if not kustomize.patched(["spec", field])

# part: the file may contain only part of the class, such as a base or a patch.
part if input.resource.part

part if "$patch" in object.keys(spec)

# The lists of selector terms that a class may have. The fields of a term must all match; the terms are alternatives.
term_fields := {
	"subnetSelectorTerms",
	"securityGroupSelectorTerms",
	"amiSelectorTerms",
	"capacityReservationSelectorTerms",
}

# term_lists: every list of selector terms, as {"field", "path", "items"}: in classes, and under the same names in Helm
# values and anywhere else.
term_lists contains {"field": values.last(path), "path": path, "items": items} if {
	not foreign
	some [path, items] in karplint.keys(input.resource.value, term_fields)
	is_array(items)
}

# Schemas, and the NodeClass of EKS Auto Mode, which does not depend on Karpenter's version.
foreign if input.resource.kind in {"CustomResourceDefinition", "NodeClass", "AWSNodeTemplate"}

foreign if {
	input.resource.kind == "EC2NodeClass"
	not karpenters
}
