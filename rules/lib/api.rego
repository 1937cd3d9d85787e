# METADATA
# title: The generation of Karpenter's APIs that an object belongs to
# description: >-
#   Undefined if the object does not certainly belong to one: for a templated or unknown apiVersion or kind, for other groups
#   and kinds, and for NodeOverlay, which belongs to none.
package karplint.lib.api

import data.karplint.facts

# of(object): "alpha" (Provisioner, Machine, AWSNodeTemplate), "v1beta1" or "v1" (NodePool, NodeClaim, EC2NodeClass). The
# object is a map with apiVersion and kind: a Kubernetes object, or the value of a project's Object.
of(object_) := generation(row.api_version) if {
	some row in facts.served_apis.apis
	row.api_version == object_.apiVersion
	object_.kind in row.kinds
	object_.kind in kinds
}

# here: that of the resource.
here := of(input.resource.value)

kinds := {generation_[role].kind | some generation_ in facts.served_apis.generations; some role in ["pool", "class", "node"]}

generation(api_version) := "alpha" if {
	startswith(version(api_version), "v1alpha")
} else := version(api_version)

version(api_version) := split(api_version, "/")[1]
