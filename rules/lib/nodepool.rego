# METADATA
# title: The NodePool that a rule of resources looks at
# description: >-
#   For rules about what a NodePool leaves out. Much of what looks like a NodePool is only part of one, and then what is left out
#   stands elsewhere.
package karplint.lib.nodepool

import data.karplint.lib.api
import data.karplint.lib.kustomize
import data.karplint.lib.values

# generation: the API of the pool, "v1beta1" or "v1"; undefined where it is not known.
generation := api.of(input.resource.value) if input.resource.kind == "NodePool"

# disruption: the settings that say when nodes are removed.
disruption := ["spec", "disruption"]

# node: those of a node.
node := ["spec", "template", "spec"]

# whole: the pool is written out here, with all that the API demands, and for nodes of Karpenter for AWS.
whole if {
	generation
	not kustomize.is_patch
	some_fields := object.keys(object.get(input.resource.value, node, {}))
	{"nodeClassRef", "requirements"} - some_fields == set()
	ours(input.resource.value.spec.template.spec.nodeClassRef)
}

# ours(reference): it is to a class of Karpenter for AWS, and not of EKS Auto Mode or another cloud.
ours(reference) if {
	is_object(reference)
	not values.unknown(reference)
	object.get(reference, "kind", "EC2NodeClass") in {"EC2NodeClass", "AWSNodeTemplate"}
	object.get(reference, "group", "karpenter.k8s.aws") == "karpenter.k8s.aws"
	startswith(object.get(reference, "apiVersion", "karpenter.k8s.aws/"), "karpenter.k8s.aws/")
}

# lacks(path): surely nothing stands at the path, neither here nor in a patch.
lacks(path) if {
	values.nothing_at(input.resource.value, path)
	not kustomize.patched(path)
}

# protected: the pool's nodes may carry the annotation that stops consolidation, drift and the like.
protected if not lacks(["spec", "template", "metadata", "annotations", "karpenter.sh/do-not-disrupt"])

# title: the pool for a message: NodePool "default".
title := sprintf("NodePool %q", [input.resource.name]) if input.resource.name != ""

else := "the NodePool"
