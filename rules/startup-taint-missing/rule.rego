# METADATA
# title: A pool does not declare the startup taint of an agent
# description: |
#   Some agents keep pods away from a new node until they run there: they taint the node, and remove the taint later. Karpenter has to know that the
#   taint goes away. Otherwise the pod that the node was launched for does not fit it any more, and Karpenter launches another node.
#
#   The operator of Cilium does so from 1.14.0 on: it sets `node.cilium.io/agent-not-ready`, with effect `NoSchedule`, on each node on which the agent
#   is not ready yet ([node_taint.go](https://github.com/cilium/cilium/blob/v1.18.3/operator/watchers/node_taint.go)), also in chaining mode. The
#   values `operator.setNodeTaints` and `operator.removeNodeTaints` turn it off, `agentNotReadyTaintKey` changes the key.
#
#   **What you see in the cluster.** Two nodes start for the same pending pods. One of them stays empty, and consolidation removes it a few minutes
#   later. The controller logs `found provisionable pod(s)` and `created nodeclaim` again, while the first node has the taint
#   `node.cilium.io/agent-not-ready` ([#6355](https://github.com/aws/karpenter-provider-aws/issues/6355), [Karpenter's
#   FAQ](https://karpenter.sh/docs/faq/#why-do-i-see-extra-nodes-get-launched-to-schedule-pending-pods-that-remain-empty-and-are-later-removed)).
#
#   **What to do.** Declare the taint in the pool:
#
#   ```yaml
#   spec:
#     template:
#       spec:
#         startupTaints:
#           - key: node.cilium.io/agent-not-ready
#             effect: NoSchedule # or NoExecute
#   ```
#
#   `NoSchedule` is what the operator sets. It sets no second taint with the same key, and removes it whatever its effect is. The documentation of
#   Cilium recommends `NoExecute`, with which pods that are on the node already do not run before Cilium either.
#
#   **Not reported.**
#
#   - Karpenter before 0.30, which looks at no taint of a node that is not ready.
#   - Cilium before 1.14.0, or of a version that is not written; values that are not all known, such as files from another repository.
#   - Installations that a condition may leave out, and Cilium without Helm.
#   - Projects with several clusters, with several installations of Karpenter or with none: Cilium may be in another cluster. For the same reason
#     both have to be in one root of Terraform, or in one directory of manifests.
#   - Values with a `nodeSelector` or an `affinity`, which may keep the agent off the nodes of Karpenter. There it sets no taint.
#   - Pools whose taints are not all known or which kustomize patches, and templates that nothing renders, or that render the pool under a condition.
#     Pools with the key in `taints`: pods that do not tolerate it get no node of such a pool.
#   - Pools with Windows images, on which Cilium does not run.
#   - Other agents. The EBS CSI driver, the EFS CSI driver and Istio only remove a taint that somebody else sets.
#
#   **Fix safety.** Safe, and only for pools in manifests: nodes get no other taint than from the operator. They drift, as after every change of the
#   pool's template, and Karpenter replaces them within the disruption budgets of the pool.
# related_resources:
# - description: Karpenter, the startup taint of Cilium
#   ref: https://karpenter.sh/docs/concepts/nodepools/#cilium-startup-taint
# - description: Cilium, taints of nodes
#   ref: https://docs.cilium.io/en/stable/installation/taints/
# custom:
#   id: KL411
#   severity: warning
#   scope: project
#   fix: safe
#   when: ">= 0.30"
#   kinds: [Object]
#   needles: [cilium]
package karplint.rules.startup_taint_missing

import data.karplint.facts.startup_taints as facts
import data.karplint.lib.conditions
import data.karplint.lib.gates
import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values
import data.karplint.lib.versions

report contains object.union(
	{
		"resource": pool.id,
		"path": ["startupTaints"],
		"message": sprintf("startup taint %s is missing", [key]),
		"why": sprintf("%s taints each new node, so Karpenter finds no room on it and launches another one", [chart]),
		"related": [{"resource": agent.id, "path": ["version"], "message": sprintf("%s %s sets the taint", [chart, agent.value.version])}],
	},
	todo(pool, key),
) if {
	is_one_cluster
	some chart, agents in installed
	keys := {key_of(agent) | some agent in agents}
	count(keys) == 1
	some key in keys
	every agent in agents {
		sets_taint(agent)
		goes_with_karpenter(agent)
	}
	agent := agents[0]
	some pool in pools.pools
	lacks(pool, key)
}

# is_one_cluster: whatever the project installs is in the cluster of its pools.
is_one_cluster if {
	count(hosting.clusters) < 2
	count(installations.running) == 1
}

# goes_with_karpenter(agent): one root, or one directory of manifests, installs both.
goes_with_karpenter(agent) if {
	some controller in installations.controllers
	controller.block != ""
	agent.block != ""
}

goes_with_karpenter(agent) if {
	some controller in installations.controllers
	controller.block == ""
	agent.block == ""
	directory(controller.file) == directory(agent.file)
}

directory(file) := regex.replace(file, `[^/]*$`, "")

# installed: the installations of each chart that taints nodes.
installed[row.chart] := agents if {
	some row in facts.agents
	agents := [release | some release in installations.all; release.value.chart == row.chart]
	count(agents) > 0
}

rows := {row.chart: row | some row in facts.agents}

# sets_taint(agent): it is certainly there, and certainly taints new nodes.
sets_taint(agent) if {
	row := rows[agent.value.chart]
	is_there(agent)
	versions.range(agent.value.version).since >= versions.exact(row.since)
	every path in row.switches {
		is_on(agent.value, path)
	}
}

is_there(agent) if {
	not conditions.maybe_off(agent)
	not is_gated(agent)
	not is_elsewhere(agent)
	not is_kept_off(agent)
}

# is_kept_off(agent): its values may keep it off the nodes of Karpenter. The chart selects Linux by itself.
is_kept_off(agent) if {
	some key in ["affinity", "nodeSelector"]
	not values.nothing_at(agent.value, ["values", key])
}

# is_gated(agent): it is under a condition that Karpenter does not have.
is_gated(agent) if {
	gate := gates.gate(agent)
	gate != ""
	not gate in {gates.gate(controller) | some controller in installations.controllers}
}

# is_elsewhere(agent): it and Karpenter name different clusters.
is_elsewhere(agent) if {
	some controller in installations.running
	count(controller.value.clusters) > 0
	count(agent.value.clusters) > 0
	count({name | some name in controller.value.clusters} & {name | some name in agent.value.clusters}) == 0
}

is_on(release, path) if is_unset(release, path)

is_on(release, path) if object.get(release, array.concat(["values"], path), false) == true

is_unset(release, path) if values.nothing_at(release, array.concat(["values"], path))

# key_of(agent): the key of the taint; unknown if the value is.
key_of(agent) := rows[agent.value.chart].key["default"] if {
	is_unset(agent.value, rows[agent.value.chart].key.path)
} else := object.get(agent.value, array.concat(["values"], rows[agent.value.chart].key.path), {"$unknown": ""})

# lacks(pool, key): nodes of the pool certainly start without the taint.
lacks(pool, key) if {
	is_string(key)
	not pool.value.unread
	not is_conditional(pool)
	taints := object.get(pool.value, "taints", [])
	is_array(taints)
	not values.open(taints)
	not key in taints
	not is_windows(pool)
	not is_file_of_root(pool)
}

# is_file_of_root(pool): a block applies it from a file of manifests, in which it is reported itself.
is_file_of_root(pool) if {
	pool.block != ""
	[pool.file, pool.value.metadata.name] in in_manifests
}

in_manifests := {[pool.file, pool.value.metadata.name] | some pool in pools.pools; pool.block == ""}

# is_conditional(pool): its template decides whether there is such a pool.
is_conditional(pool) if {
	pool.block == ""
	pool.value.gate
}

is_windows(pool) if {
	some class in pools.named(pool)
	regex.match(`(?i)windows`, json.marshal([object.get(class.value, key, "") | some key in ["amiFamily", "amiSelectorTerms"]]))
}

todo(pool, key) := {"fix": {
	"title": sprintf("add %s to startupTaints", [key]),
	"safety": "safe",
	"ops": [{"do": "insert", "path": ["startupTaints"], "index": -1, "value": {"key": key, "effect": "NoSchedule"}}],
}} if {
	"startupTaints" in pool.writable
} else := {"help": sprintf("add %s to startupTaints", [key])}
