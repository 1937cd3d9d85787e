# METADATA
# title: Pools, classes and the controller in a project
# description: >-
#   A pool is a NodePool or a Provisioner, a class the EC2NodeClass or AWSNodeTemplate that it refers to. One
#   Terraform block may create many objects (for_each): it is reported once, on the first.
package karplint.lib.pools

import data.karplint.lib.values

# objects(kinds): the project's objects of these kinds that belong to Karpenter.
objects(kinds) := [resource |
	some resource in input.project.by_kind.Object
	resource.value.kind in kinds
	karpenters(resource.value)
]

# in_releases: the pools and classes in charts of the repository, each in the release that installs it.
in_releases := [resource |
	some resource in input.project.by_kind.ChartObject
	of_aws(resource)
]

of_aws(resource) if resource.value.kind in class_kinds

of_aws(resource) if {
	resource.value.kind in pool_kinds
	kinds_of_reference(resource) != set()
}

pool_kinds := {"NodePool", "Provisioner"}

class_kinds := {"EC2NodeClass", "AWSNodeTemplate"}

# pools: the pools of Karpenter for AWS, not of EKS Auto Mode or another cloud.
pools := [pool | some pool in objects(pool_kinds); kinds_of_reference(pool) != set()]

classes := objects(class_kinds)

karpenters(object_) if values.unknown(object_.apiVersion)

karpenters(object_) if {
	is_string(object_.apiVersion)
	some group in ["karpenter.sh/", "karpenter.k8s.aws/"]
	startswith(object_.apiVersion, group)
}

# first_of_blocks(resources): for each Terraform block its first resource; resources in manifest
# files are left out.
first_of_blocks(resources) := {block: resources[i] |
	some block, i in object.union_n([{block: i} |
		some i in numbers.range(count(resources) - 1, 0)
		block := object.get(resources[i], "block", "")
		block != ""
	])
}

# named(pool): the classes of the project that the pool refers to.
named(pool) := [classes[i] |
	name := pool.value.class.name
	some i, _ in object.union_n([object.get(indexes, [kind, name], {}) | some kind in kinds_of_reference(pool)])
]

# indexes: by kind and name, the indexes of the classes as keys.
indexes := object.union_n([{class.value.kind: {name: {i: true}}} |
	some i, class in classes
	name := class.value.metadata.name
])

# kinds_of_reference(pool): the kinds of class that the pool may refer to; none if it is not Karpenter's for AWS.
kinds_of_reference(pool) := set() if {
	not object.get(pool, "cloud", "") in {"", "karpenter.k8s.aws"}
} else := {kind} if {
	kind := object.get(pool.value, ["class", "kind"], "")
	kind in class_kinds
} else := {default_kinds[pool.value.kind]} if {
	object.get(pool.value, ["class", "kind"], "") == ""
} else := class_kinds if {
	values.unknown(pool.value.class.kind)
} else := set()

default_kinds := {"NodePool": "EC2NodeClass", "Provisioner": "AWSNodeTemplate"}

# title(object): kind and name for a message: NodePool "default".
title(resource) := sprintf("%s %q", [resource.value.kind, name]) if {
	name := object.get(resource.value, ["metadata", "name"], "")
	is_string(name)
	name != ""
} else := resource.value.kind

# requirements(pool): the requirements of a NodePool as {"key", "operator", "values"}; undefined if one of them is not known. Of values that are not
# known there is one, "?".
requirements(pool) := [requirement(text) | some text in pool.value.requirements] if {
	is_array(pool.value.requirements)
	every text in pool.value.requirements {
		is_string(text)
	}
}

requirement(text) := {"key": key, "operator": operator, "values": [value | some value in split(values_, ","); value != ""]} if {
	[key, operator, values_] := split(text, " ")
}
