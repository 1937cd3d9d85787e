# METADATA
# title: The NodePool that a resource rule checks
# description: >-
#   For rules about fields that a NodePool omits. Many objects that look like a NodePool are only part of one, and an omitted
#   field is then set elsewhere.
package karplint.lib.nodepool

import data.karplint.lib.api
import data.karplint.lib.kustomize
import data.karplint.lib.values

# generation: the API of the pool, "v1beta1" or "v1"; undefined if unknown.
generation := api.here if input.resource.kind == "NodePool"

# disruption: the path of the settings for when nodes are removed.
disruption := ["spec", "disruption"]

# node: the path of the settings of each node.
node := ["spec", "template", "spec"]

# complete: the object has all required fields, so it is neither a patch nor a part of a pool.
complete if {
	generation
	not kustomize.is_patch
	some_fields := object.keys(object.get(input.resource.value, node, {}))
	{"nodeClassRef", "requirements"} - some_fields == set()
}

# whole: the object is a complete pool, for nodes of Karpenter for AWS.
whole if {
	complete
	ours(input.resource.value.spec.template.spec.nodeClassRef)
}

# ours(reference): it refers to a class of Karpenter for AWS, not of EKS Auto Mode or another cloud.
ours(reference) if {
	is_object(reference)
	not values.unknown(reference)
	object.get(reference, "kind", "EC2NodeClass") in {"EC2NodeClass", "AWSNodeTemplate"}
	cloud in {"", "karpenter.k8s.aws"}
}

# cloud: the API group of the provider whose nodes the pool is for, "" if neither the pool nor its project shows it.
cloud := object.get(input.resource, "cloud", "")

# lacks(path): the path is certainly not set, neither here nor in a patch.
lacks(path) if {
	values.nothing_at(input.resource.value, path)
	not kustomize.patched(path)
}

# names(keys): one of the keys is set somewhere in the pool, perhaps in the wrong place.
names(keys) if {
	some [_, value] in karplint.keys(input.resource.value, keys)
	value != null
}

# protected: the pool's nodes may have the annotation that blocks consolidation, drift and so on.
protected if not lacks(["spec", "template", "metadata", "annotations", "karpenter.sh/do-not-disrupt"])

# title: the pool for a message: NodePool "default".
title := sprintf("NodePool %q", [input.resource.name]) if input.resource.name != ""

else := "the NodePool"
