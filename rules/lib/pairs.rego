# METADATA
# title: Which installation of karpenter-crd belongs to which of karpenter
# description: >-
#   The charts of one cluster stand close to each other. A project may install them for thousands of clusters, so not each is
#   compared with each: what a pair has in common is looked up. Of more that are equally near than can be compared, none is told.
package karplint.lib.pairs

import data.karplint.lib.gates
import data.karplint.lib.installations
import data.karplint.lib.order
import data.karplint.lib.values

# crds_of(controller): the installations of karpenter-crd that belong to the controller, in their order: both are nearest to
# each other. One that is nearer to another controller is that one's, so clusters do not mix. Undefined where that cannot be told.
crds_of(controller) := [charts.crds[j] | some j in mine; number in nearest.crds[j]] if {
	number := numbers_of.controller[controller.id]
	mine := nearest.controller[number]
	every j in mine {
		nearest.crds[j]
	}
}

charts := {"controller": installations.controllers, "crds": installations.crd_charts}

other := {"controller": "crds", "crds": "controller"}

numbers_of := {role: {one.id: i | some i, one in list} | some role, list in charts}

# bounds: with how many of the other chart one installation is compared: with all where they are few.
bounds := {role: max([50, floor(40000 / max([1, count(list)]))]) | some role, list in charts}

# traits: by chart and number, what tells to which cluster an installation belongs.
traits := {role: {i: {
	"place": installations.place(one),
	"kin": [key(one), clusters(one)],
	"namespace": object.get(one.value, "namespace", ""),
	"gate": gates.gate(one),
} |
	some i, one in list
} |
	some role, list in charts
}

# shelves: the numbers of the installations of a chart below a place; those of them that have the same key and
# clusters; those of these in the same namespace; those of one block of Terraform, and of one name for a tool. A partial object
# would do the same, but in time that grows with the square.
shelves := object.union_n([{label: {i: true}} |
	some role, list in charts
	some i, one in list
	some label in array.concat(by_place(role, traits[role][i]), by_name(role, one))
])

by_place(role, one) := [label |
	some n in numbers.range(0, count(one.place))
	prefix := array.slice(one.place, 0, n)
	some label in [[role, prefix], [role, prefix, one.kin], [role, prefix, one.kin, one.namespace]]
]

by_name(role, one) := [label |
	some label in [[role, "block", one.block], [role, installations.tool(one), installations.object_name(one)]]
]

shelf(label) := object.keys(object.get(shelves, [label], {}))

# names: by chart and tool, those by which the tool orders.
names := {[role, tool]: {name |
	some one in list
	installations.by_name(one)
	installations.tool(one) == tool
	name := installations.object_name(one)
} |
	some role, list in charts
	some tool in ["flux", "helmfile"]
}

# nearest: by chart and number, the numbers of those of the other chart that are nearest: first by the modules or directories in
# common, then by the same instance key, the same cluster, an edge between them, the same namespace. Two that surely go to
# different clusters, or exist on opposite conditions, are not near. One of which that cannot be told is left out.
nearest := {role: {i: found |
	some i, one in list
	found := closest(role, i, one)
} |
	some role, list in traits
}

closest(role, i, one) := {j | some j, near in ranks; near == best} if {
	levels := {n: found |
		some n in numbers.range(0, count(one.place))
		found := level(role, i, one, array.slice(one.place, 0, n))
		found != set()
	}
	count(levels) > 0
	found := levels[max(object.keys(levels))]
	found != unclear
	linked := links(role, i)
	ranks := {j: rank(one, traits[other[role]][j], j in linked) | some j in found}
	best := max([near | some near in ranks])
} else := set() if {
	every n in numbers.range(0, count(one.place)) {
		level(role, i, one, array.slice(one.place, 0, n)) == set()
	}
}

rank(one, two, linked) := [
	agree(one.kin[0], two.kin[0]),
	agree(one.kin[1], two.kin[1]),
	agree(linked, true),
	agree(one.namespace, two.namespace),
]

agree(a, b) := 1 if a == b

else := 0

unclear := {"unclear"}

# level(role, i, one, prefix): those below the place that may be the nearest, if none deeper is.
level(role, i, one, prefix) := possible(role, one, [[other[role], prefix]], set()) if {
	count(shelf([other[role], prefix])) <= bounds[role]
} else := found if {
	found := few(role, i, one, prefix)
	found != set()
} else := unclear

# few(role, i, one, prefix): where too many stand below the place, some that hold all that may be the nearest.
few(role, i, one, prefix) := possible(role, one, [kin], set()) if {
	kin := [other[role], prefix, one.kin]
	count(shelf(kin)) <= bounds[role]
} else := possible(role, one, [same], linked) if {
	kin := [other[role], prefix, one.kin]
	same := [other[role], prefix, one.kin, one.namespace]
	linked := links(role, i) & shelf(kin)
	count(shelf(same)) in numbers.range(1, bounds[role] - count(linked))
}

# possible(role, one, labels, more): what stands in the shelves, and more, without what surely is of another cluster.
possible(role, one, labels, more) := {j |
	some j in (union({shelf(label) | some label in labels}) | more)
	not apart(one, traits[other[role]][j])
}

# Both name their clusters, and no name is in both lists. Templates are told apart by their texts: what they become is not known,
# and charts that may be in different clusters are not compared.
apart(one, two) if {
	count(one.kin[1]) > 0
	count(two.kin[1]) > 0
	count(one.kin[1] & two.kin[1]) == 0
}

apart(one, two) if gates.opposite(one.gate, two.gate)

# links(role, i): those of the other chart that it depends on, or that depend on it.
links(role, i) := object.keys(object.get(links_of, [[role, i]], {}))

links_of := object.union_n([{label: {j: true}} |
	some role, list in charts
	some i, one in list
	some found in [after_blocks(role, one), after_names(role, one)]
	some to in found
	some [label, j] in [[[role, i], to], [[other[role], to], i]]
])

after_blocks(role, one) := {to |
	some block in order.reached(one.block, blocks[other[role]])
	some to in shelf([other[role], "block", block])
}

after_names(role, one) := {to |
	installations.by_name(one)
	tool := installations.tool(one)
	some name in (installations.names_before(installations.object_name(one)) & names[[other[role], tool]])
	some to in shelf([other[role], tool, name])
}

blocks := {role: {one.block | some one in list} | some role, list in charts}

# clusters(one): what says to which clusters it goes: the names that its tool has for them, else its providers with an alias. The first
# word of each is the way in which it is named.
clusters(one) := {name | some name in one.value.clusters} if {
	one.value.clusters
} else := {sprintf("provider %s", [node]) |
	some node in object.get(order.edges, one.block, [])
	regex.match(`(^|\.)provider\.helm\.[^.]+$`, node)
} if {
	one.block != ""
} else := set()

# perhaps(controller): a CRD chart that is not told to be the controller's may be: how the two name their clusters cannot be compared, or it
# stands in a directory above, between several controllers.
perhaps(controller) if {
	mine := clusters(controller)
	count(mine) > 0
	some ways in crds_ways
	count(ways) > 0
	not comparable(ways_of(mine) | ways)
}

perhaps(controller) if {
	some ways in ways_above
	set() in {ways, clusters(controller)}
}

perhaps(controller) if {
	some ways in ways_above
	not comparable(ways_of(clusters(controller)) | ways)
}

perhaps(controller) if {
	some crd in above
	some name in clusters(crd)
	name in clusters(controller)
}

above := [resource |
	some resource in object.get(input.project, "around", [])
	resource.kind == "ChartInstallation"
]

crds_ways := {ways_of(clusters(crd)) | some crd in charts.crds}

ways_above := {ways_of(clusters(crd)) | some crd in above}

ways_of(names) := {split(name, " ")[0] | some name in names}

# comparable(ways): two names of these ways are two clusters. Argo CD's own cluster has both an address and a name.
comparable(ways) if {
	count(ways - {"in-cluster"}) < 2
	not "template" in ways
	not unlike_argo(ways)
}

unlike_argo(ways) if {
	"in-cluster" in ways
	count(ways - {"in-cluster", "server", "name"}) > 0
}

# key(one): its own instance key, "" without one.
key(one) := values.last(split(one.address, one.reference)) if one.block != ""

else := ""
