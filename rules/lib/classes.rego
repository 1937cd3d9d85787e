# METADATA
# title: Classes of nodes, EC2NodeClass, and the selector terms in them
package karplint.lib.classes

import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.values

# spec: that of the resource, if it is an EC2NodeClass of Karpenter, all of it or a part; undefined where a template gives it as a whole.
spec := written if {
	input.resource.kind == "EC2NodeClass"
	karpenters
	written := input.resource.value.spec
	is_object(written)
	not values.unknown(written)
}

# karpenters: no other group says that the resource is its own.
karpenters if input.resource.apiVersion == ""

karpenters if startswith(input.resource.apiVersion, "karpenter.k8s.aws/")

# is_whole: the class is no patch of another, as far as its file shows: it has all fields that every class must have.
is_whole if {
	present("subnetSelectorTerms")
	present("securityGroupSelectorTerms")
	some field in ["amiFamily", "amiSelectorTerms"]
	present(field)
	not part
}

# present(field): the class has it, with a value or a template.
present(field) if object.get(spec, field, null) != null

# lacks(field): surely nothing stands there, neither here nor in a patch.
lacks(field) if {
	values.absent(spec, field)
	literal.at(["spec", field])
	not kustomize.patched(["spec", field])
}

# part: what the file shows may not be all of the class.
part if kustomize.is_patch

part if "$patch" in object.keys(spec)

# What an overlay of kustomize holds may be a part, even where it names everything else; and a base may be a part that
# each overlay makes whole, one in another repository as well.
part if regex.match(`(?i)(^|/)(overlays?|components?|bases?|patch(es)?)/|patch[^/]*$`, input.resource.file)

# The lists of selector terms that a class may have. Each item selects by all of its fields, and what any item selects counts.
term_fields := {
	"subnetSelectorTerms",
	"securityGroupSelectorTerms",
	"amiSelectorTerms",
	"capacityReservationSelectorTerms",
}

# term_lists: every list of selector terms, as {"field", "path", "items"}: those of a class, and under the same names in the
# values of a chart or wherever else they stand.
term_lists contains {"field": values.last(path), "path": path, "items": items} if {
	not foreign
	walk(input.resource.value, [path, items])
	count(path) > 0
	values.last(path) in term_fields
	is_array(items)
}

# Schemas, and the NodeClass of EKS Auto Mode, which is no business of Karpenter's versions.
foreign if input.resource.kind in {"CustomResourceDefinition", "NodeClass", "AWSNodeTemplate"}

foreign if {
	input.resource.kind == "EC2NodeClass"
	not karpenters
}
