# METADATA
# title: The cluster has too few nodes for the replicas of the controller
# description: |
#   The chart runs two replicas of the controller, since 0.16. From 0.27 on they never share a node (`affinity.podAntiAffinity` requires another
#   `kubernetes.io/hostname`), and Karpenter launches no node for its own controller. So the second replica needs a second node that something else
#   makes. This rule adds up how many nodes the node groups of the cluster may have at most.
#
#   **What you see in the cluster.** One pod of the controller stays `Pending` for ever: `FailedScheduling`, `0/3 nodes are available: 1 node(s)
#   didn't match pod anti-affinity rules, 2 node(s) didn't match Pod's node affinity/selector`. Karpenter works, because only one replica leads, but
#   nothing takes over when that one ends. Helm does not wait for it: the chart sets `maxUnavailable: 1` ([Karpenter,
#   troubleshooting](https://karpenter.sh/docs/troubleshooting/#unable-to-schedule-pod-due-to-insufficient-node-group-instances),
#   [#4531](https://github.com/aws/karpenter-provider-aws/pull/4531)).
#
#   **What to do.** Let the node group have two nodes, best in two zones. Or say that one replica is enough: `replicas: 1`.
#
#   **Not reported.** Clusters with Auto Mode, with node groups whose largest size is not known, or with a Fargate profile for the namespace of the
#   controller. Node groups that start with one node, but may have more. Values with an `affinity` of your own. The zones of the nodes: the chart
#   spreads the replicas over the zones that its nodes have, and if that is only one, both replicas run there.
#
#   **Fix safety.** No automatic fix: whether a second replica is wanted is not known.
# related_resources:
# - description: Karpenter, the affinity of its chart
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v1.8.0/charts/karpenter/values.yaml
# custom:
#   id: KL408
#   severity: info
#   scope: project
#   fix: none
#   advice: true
#   when: ">= 0.27"
#   kinds: [NodeGroup]
#   needles: [karpenter]
package karplint.rules.replicas_need_zones

import data.karplint.lib.conditions
import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.values

report contains {
	"resource": release.id,
	"path": place(release),
	"message": sprintf("%d replicas of the controller need as many nodes, and the node groups have at most %d", [wanted, nodes]),
	"why": "replicas share no node, and Karpenter launches none for them: a pod of the controller stays Pending",
	"help": sprintf("let the node groups have %d nodes, or set replicas to %d", [wanted, nodes]),
	"related": [{"resource": group.id, "path": ["max_size"], "message": sprintf("at most %d", [group.value.max_size])} | some group in groups],
} if {
	some cluster in hosting.clusters
	hosting.known(cluster)
	groups := hosting.possible(cluster, "NodeGroup")
	count(groups) > 0
	every group in groups {
		is_number(group.value.max_size)
	}
	nodes := sum([group.value.max_size | some group in groups])
	nodes > 0
	some release in installations.controllers
	hosting.goes_to(release, cluster)
	not conditions.maybe_off(release)
	not hosting.fargate(cluster, object.get(release.value, "namespace", "default"))
	values.nothing_at(release.value, ["values", "affinity"])
	wanted := replicas(release)
	nodes < wanted
}

replicas(release) := number if {
	number := release.value.values.replicas
	is_number(number)
} else := 2 if values.nothing_at(release.value, ["values", "replicas"])

place(release) := ["values", "replicas"] if release.value.values.replicas

else := []
