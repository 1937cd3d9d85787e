# METADATA
# title: Which installation of karpenter-crd belongs to which installation of karpenter
# description: >-
#   The charts of one cluster are close to each other. A project may install them for thousands of clusters, so pairs are not
#   found by comparing all with all, but by looking up what they have in common. If more candidates are equally near than can be
#   compared, there is no answer.
package karplint.lib.pairs

import data.karplint.lib.gates
import data.karplint.lib.installations
import data.karplint.lib.order
import data.karplint.lib.values

# crds_of(controller): the installations of karpenter-crd that belong to the controller, in their order: both are nearest to
# each other. One that is nearer to another controller belongs to that, so clusters do not mix. Undefined if it is unclear.
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

# bounds: the number of installations of the other chart that one is compared with; all if there are few.
bounds := {role: max([50, floor(40000 / max([1, count(list)]))]) | some role, list in charts}

# traits: by chart and number, the properties that show which cluster an installation belongs to.
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

# shelves: an index of the numbers of installations by label: those of a chart below a place; of these, those with the same key
# and clusters; of these, those in the same namespace; those of one Terraform block, and of one name for a tool. A partial
# object would do the same in quadratic time.
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

# names: by chart and tool, the names by which the tool orders.
names := {[role, tool]: {name |
	some one in list
	installations.by_name(one)
	installations.tool(one) == tool
	name := installations.object_name(one)
} |
	some role, list in charts
	some tool in ["flux", "helmfile"]
}

# nearest: by chart and number, the numbers of the nearest installations of the other chart: first by shared modules or
# directories, then by the same instance key, the same cluster, a dependency between them, the same namespace. Two that
# certainly go to different clusters, or exist under opposite conditions, are not near. Unclear ones are left out.
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

# level(role, i, one, prefix): the candidates below the place, if there are none at a deeper place.
level(role, i, one, prefix) := possible(role, one, [[other[role], prefix]], set()) if {
	count(shelf([other[role], prefix])) <= bounds[role]
} else := found if {
	found := few(role, i, one, prefix)
	found != set()
} else := unclear

# few(role, i, one, prefix): if there are too many below the place, a subset that contains all possible nearest ones.
few(role, i, one, prefix) := possible(role, one, [kin], set()) if {
	kin := [other[role], prefix, one.kin]
	count(shelf(kin)) <= bounds[role]
} else := possible(role, one, [same], linked) if {
	kin := [other[role], prefix, one.kin]
	same := [other[role], prefix, one.kin, one.namespace]
	linked := links(role, i) & shelf(kin)
	count(shelf(same)) in numbers.range(1, bounds[role] - count(linked))
}

# possible(role, one, labels, more): the numbers in the shelves, and more, without those that certainly belong to another
# cluster.
possible(role, one, labels, more) := {j |
	some j in (union({shelf(label) | some label in labels}) | more)
	not apart(one, traits[other[role]][j])
}

# Both name their clusters, and no name is in both lists. Templates are distinguished by their text: their value is unknown,
# and charts that may be in different clusters are not compared.
apart(one, two) if {
	count(one.kin[1]) > 0
	count(two.kin[1]) > 0
	count(one.kin[1] & two.kin[1]) == 0
}

apart(one, two) if gates.opposite(one.gate, two.gate)

# links(role, i): the installations of the other chart that it depends on, or that depend on it.
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

# clusters(one): the clusters that it is installed in: the names that its tool uses for them, else its providers with an alias.
# The first word of each is the kind of name.
clusters(one) := {name | some name in one.value.clusters} if {
	one.value.clusters
} else := {sprintf("provider %s", [node]) |
	some node in object.get(order.edges, one.block, [])
	regex.match(`(^|\.)provider\.helm\.[^.]+$`, node)
} if {
	one.block != ""
} else := set()

# perhaps(controller): a CRD chart that is not known to belong to the controller may do so: the names of their clusters cannot
# be compared, or it is in a directory above several controllers.
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
	some resource in input.project.around_by_kind.ChartInstallation
	resource.value.karpenter == "crds"
]

crds_ways := {ways_of(clusters(crd)) | some crd in charts.crds}

ways_above := {ways_of(clusters(crd)) | some crd in above}

ways_of(names) := {split(name, " ")[0] | some name in names}

# comparable(ways): different names of these kinds mean different clusters. Argo CD's own cluster has both an address and a
# name.
comparable(ways) if {
	count(ways - {"in-cluster"}) < 2
	not "template" in ways
	not unlike_argo(ways)
}

unlike_argo(ways) if {
	"in-cluster" in ways
	count(ways - {"in-cluster", "server", "name"}) > 0
}

# key(one): its instance key, "" if it has none.
key(one) := values.last(split(one.address, one.reference)) if one.block != ""

else := ""
