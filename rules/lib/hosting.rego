# METADATA
# title: Which node groups and Fargate profiles of a cluster can run pods
# description: >-
#   For clusters whose node groups all have the taint karpenter.sh/controller, with which teams reserve a small node
#   group for Karpenter's controller and its dependencies. It is a convention of users and not of Karpenter. A label of
#   the same name keeps no pods away.
package karplint.lib.hosting

import data.karplint.lib.tolerations
import data.karplint.lib.values

key := "karpenter.sh/controller"

clusters := object.get(input.project.by_kind, "Cluster", [])

# tainted_clusters: the clusters in which every node group certainly has the taint, and karplint sees everything else
# that could run a pod.
tainted_clusters := [cluster |
	some cluster in clusters
	known(cluster)
	count(own(cluster, "NodeGroup")) > 0
	every group in possible(cluster, "NodeGroup") {
		count(taints(group)) > 0
	}
]

known(cluster) if {
	object.get(cluster.value, "opaque", false) == false
	object.get(cluster.value, "auto_mode", false) == false
}

# own(cluster, kind): the resources of the kind that certainly belong to the cluster.
own(cluster, kind) := [resource |
	some resource in input.project.by_kind[kind]
	object.get(resource.value, "cluster", "") == cluster.id
]

# possible(cluster, kind): the resources that belong to it, and those that may because they name no cluster of the
# project.
possible(cluster, kind) := [resource |
	some resource in input.project.by_kind[kind]
	may_belong(resource, cluster)
]

may_belong(resource, cluster) if object.get(resource.value, "cluster", "") == cluster.id

may_belong(resource, _) if not object.get(resource.value, "cluster", "") in {cluster.id | some cluster in clusters}

# goes_to(release, cluster): the release names the cluster, or there is only one.
goes_to(release, cluster) if release.value.cluster == cluster.id

goes_to(release, cluster) if {
	count(clusters) == 1
	may_belong(release, cluster)
}

# taints(group): the taints of a node group that have the key and certainly keep pods away.
taints(group) := [taint |
	is_array(group.value.taints)
	some taint in group.value.taints
	taint.key == key
	taint.effect in {"NoSchedule", "NoExecute"}
]

# taint_places(cluster): where the cluster's node groups set the taint, as {"resource", "path"}.
taint_places(cluster) := [{"resource": group.id, "path": ["taints", i]} |
	some group in own(cluster, "NodeGroup")
	some i, taint in group.value.taints
	taint in taints(group)
]

# shut_out(cluster, list, namespace): certainly no node group and no Fargate profile accepts pods with these tolerations.
shut_out(cluster, list, namespace) if {
	every group in possible(cluster, "NodeGroup") {
		some taint in taints(group)
		not may_tolerate(list, taint)
	}
	not fargate(cluster, namespace)
}

# If the value of a taint is unknown, every value tolerates it.
may_tolerate(list, taint) if {
	not values.unknown(object.get(taint, "value", ""))
	tolerations.may_tolerate(list, taint)
}

may_tolerate(list, taint) if {
	values.unknown(taint.value)
	some toleration in list
	some value in [object.get(toleration, "value", ""), ""]
	tolerations.may(toleration, object.union(taint, {"value": value}))
}

# fargate(cluster, namespace): a Fargate profile may accept pods of the namespace. Its label selector is not checked.
fargate(cluster, namespace) if {
	some profile in possible(cluster, "FargateProfile")
	selects(profile, namespace)
}

selects(profile, _) if not is_array(profile.value.selectors)

selects(profile, namespace) if {
	some selector in profile.value.selectors
	wanted := object.get(selector, "namespace", {"$unknown": ""})
	may_equal(wanted, namespace)
}

may_equal(wanted, _) if not is_string(wanted)

may_equal(_, namespace) if not is_string(namespace)

may_equal(wanted, namespace) if glob.match(wanted, [], namespace)

# toleration(cluster): a toleration for the taint of the cluster's node groups, regardless of its value.
toleration(cluster) := {"key": key, "operator": "Exists", "effect": effect} if {
	effects := {taint.effect | some group in own(cluster, "NodeGroup"); some taint in taints(group)}
	count(effects) == 1
	some effect in effects
} else := {"key": key, "operator": "Exists"}
