# METADATA
# title: A pool allows an architecture for which its class has no image
# description: |
#   Karpenter chooses instance types by the requirements of the NodePool, and looks for the images of the EC2NodeClass afterwards. If the terms of
#   the class select images of one architecture, as names with `x86_64` or `arm64` do, the pool has to require that architecture. A pool without a
#   requirement for `kubernetes.io/arch` allows both.
#
#   **What you see in the cluster.** Pods for the other architecture stay pending, or all pods while the cheapest instance types are of the other
#   one. The log of the controller says `no instance types satisfy requirements of amis`
#   ([#7211](https://github.com/aws/karpenter-provider-aws/issues/7211), [#7893](https://github.com/aws/karpenter-provider-aws/issues/7893)).
#
#   **What to do.** Require the architecture of the images, or add a term with images of the other one. An alias selects both.
#
#   **Not reported.**
#
#   - Images whose architecture karplint does not know: by ID, by tags, or by names without it.
#   - A pool without the requirement that restricts the instance types to families of one architecture, or by something else that may do so, such as
#     GPUs.
#   - Pools and classes that templates, conditions or kustomize patches decide; a pool whose class is not in the project; patches.
#
#   **Fix safety.** Safe: instances of the other architecture never start.
# related_resources:
# - description: Karpenter, architecture
#   ref: https://karpenter.sh/docs/concepts/nodepools/#architecture
# - description: Karpenter, spec.amiSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms
# custom:
#   id: KL548
#   severity: warning
#   scope: project
#   fix: safe
#   fix_note: none for a pool that allows only the other architecture, or whose block makes several pools
#   kinds: [Object]
#   needles: [amiSelectorTerms]
package karplint.rules.image_architecture

import data.karplint.facts.instance_types
import data.karplint.lib.images
import data.karplint.lib.pools
import data.karplint.lib.values

arch := "kubernetes.io/arch"

other := {"amd64": "arm64", "arm64": "amd64"}

# A pool that names the other architecture.
report contains object.union(
	{
		"resource": found.pool.id,
		"path": ["requirements", i, "values", j],
		"message": sprintf("the images of %s are for %s only", [pools.title(found.class), found.has]),
		"why": sprintf("no node of %s starts: \"no instance types satisfy requirements of amis\"", [value]),
		"related": [{"resource": found.class.id, "path": ["amiSelectorTerms"], "message": "the images are selected here"}],
	},
	without(found.pool, item, i, j, value),
) if {
	some found in pairs
	some i, item in found.requirements
	is_arch(item)
	item.operator == "In"
	some j, value in item.values
	value == other[found.has]
	every one in found.requirements {
		not only(one, found.has)
	}
}

# A pool that says nothing about it.
report contains object.union(
	{
		"resource": found.pool.id,
		"path": ["requirements"],
		"message": sprintf("the images of %s are for %s only, and the pool does not require it", [pools.title(found.class), found.has]),
		"why": sprintf("it may choose %s: \"no instance types satisfy requirements of amis\"", [other[found.has]]),
		"related": [{"resource": found.class.id, "path": ["amiSelectorTerms"], "message": "the images are selected here"}],
	},
	required(found),
) if {
	some found in pairs
	every item in found.requirements {
		harmless(item)
	}
}

# pairs: the pools with the only class that they name, and the architecture of its images.
pairs contains {"pool": pool, "requirements": pools.requirements(pool), "class": class, "has": has} if {
	some pool in pools.pools
	pool.value.kind == "NodePool"
	certain(pool)
	not labelled(pool)
	[class] := pools.named(pool)
	certain(class)
	has := images.architecture(class)
}

certain(resource) if {
	not resource.value.unread
	not resource.value.gate
}

# labelled(pool): the labels of its nodes may say the architecture.
labelled(pool) if values.unknown(pool.value.labels)

labelled(pool) if values.open(pool.value.labels)

labelled(pool) if pool.value.labels[arch]

is_arch(item) if item.key in {arch, "beta.kubernetes.io/arch"}

# only(item, has): the requirement leaves instance types of this architecture alone.
only(item, has) if {
	item.key in {"node.kubernetes.io/instance-type", "karpenter.k8s.aws/instance-family"}
	item.operator == "In"
	every value in item.values {
		split(value, ".")[0] in instance_types.families[has]
	}
}

only(item, _) if {
	item.key == "karpenter.k8s.aws/instance-cpu-manufacturer"
}

# harmless(item): the requirement certainly leaves instance types of both architectures.
harmless(item) if {
	item.key in {
		"karpenter.sh/capacity-type", "kubernetes.io/os", "topology.kubernetes.io/zone", "topology.k8s.aws/zone-id", "topology.kubernetes.io/region",
		"karpenter.k8s.aws/instance-cpu", "karpenter.k8s.aws/instance-memory",
	}
	not "windows" in item.values
}

harmless(item) if {
	item.key == "karpenter.k8s.aws/instance-category"
	item.operator == "In"
	some value in item.values
	value in {"c", "m", "r"}
}

# From the sixth generation on there are both.
harmless(item) if {
	item.key == "karpenter.k8s.aws/instance-generation"
	item.operator == "Gt"
	regex.match(`^[0-6]$`, item.values[0])
}

# A label of one's own.
harmless(item) if {
	is_string(item.key)
	not regex.match(`(?:^|[./])(?:kubernetes\.io|k8s\.io|k8s\.aws|amazonaws\.com|karpenter\.sh)/`, item.key)
}

# required(found): the fix that requires the architecture.
required(found) := {"fix": {
	"title": sprintf("require %s", [found.has]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["requirements"], "index": -1, "value": {"key": arch, "operator": "In", "values": [found.has]}}],
}} if {
	is_alone(found.pool)
} else := {"help": sprintf("require %s in this pool", [found.has])}

# is_alone(pool): its block makes no other pool, for which a change would hold as well.
is_alone(pool) if pool.block == ""

is_alone(pool) if count([other | some other in pools.pools; other.block == pool.block]) == 1

# without(pool, item, i, j, value): what to do about one value of a requirement.
without(pool, item, i, j, value) := {"fix": {
	"title": sprintf("remove %s", [value]),
	"safety": "safe",
	"ops": [{"do": "delete", "path": ["requirements", i, "values", j]}],
}} if {
	is_alone(pool)
	count(item.values) > 1
	not values.open(item.values)
} else := {"help": sprintf("require %s, or select images for %s", [other[value], value])}
