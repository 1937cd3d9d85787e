# METADATA
# title: Nodes expire without regard to budgets and protected pods
# description: |
#   `expireAfter` bounds the age of a node. Up to 0.37 Karpenter replaced an expired node as it replaces a drifted one: within the budgets, and when
#   all of its pods might go. **From 1.0 on expiry is forceful**: Karpenter deletes the node as soon as it is old enough, at any time, and however
#   many there are. So three things are reported.
#
#   1. *Information*: a budget of the pool forbids disruption (`nodes: "0"`), at all times or at some, and its nodes expire nevertheless
#      ([#1718](https://github.com/kubernetes-sigs/karpenter/issues/1718)).
#   2. *Warning*: a workload of the project that the pool can run has the annotation `karpenter.sh/do-not-disrupt: "true"`, and the pool has no
#      `terminationGracePeriod`. Karpenter does not evict such pods, and the expired node waits for them. A Deployment or a StatefulSet never ends, so
#      the node stays until somebody deletes the pod: tainted, without new pods, and paid for
#      ([#1789](https://github.com/kubernetes-sigs/karpenter/issues/1789)).
#   3. *Warning*: `expireAfter` is less than an hour. All nodes are replaced again and again, also in the middle of the day. Probably
#      `consolidateAfter` was meant, which says how long Karpenter waits before it removes a node that is not needed.
#
#   **What you see in the cluster.** The log of the controller says `deleting expired nodeclaim` (debug level;
#   [controller.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/nodeclaim/expiration/controller.go)), and the metric
#   `karpenter_nodeclaims_disrupted_total` has the reason `expired`. A node that waits for a protected pod has the taint `karpenter.sh/disrupted` for
#   days.
#
#   **What to do.** Set `terminationGracePeriod`, after which Karpenter deletes the pods that are left. Write `expireAfter: Never` for nodes that must
#   not be replaced at any time, and let drift replace them, which keeps to the budgets. Let a PodDisruptionBudget say how many pods may be evicted at
#   once: an expired node keeps to it.
#
#   **Severity.** Information for budgets; the others are warnings.
#
#   **Not reported.**
#
#   - Pools that do not write `expireAfter`, or whose value a template or a patch decides. KL515 names the default.
#   - Budgets that allow some nodes, and those of 0 for some reasons only, such as `Underutilized`: who writes them thinks of consolidation.
#   - Protected pods of Jobs, which end; durations such as `"4h"`; the values of charts; workloads with `replicas: 0`, and those with a
#     `schedulerName`, a `nodeName` or a `runtimeClassName`.
#   - Protected pods where the pool has taints, or where their affinity may keep them from its nodes, so that it is not certain that the pool runs
#     them. The same where a kustomize patch may change that, or the annotation.
#   - Protected pods that another pool of the project may run, one without the flaw, and those in the directory of another cluster (`clusters/a` and
#     `clusters/b`, and likewise below `environments`, `envs` or `overlays`).
#   - PodDisruptionBudgets that let no pod go.
# related_resources:
# - description: Karpenter, forceful methods
#   ref: https://karpenter.sh/docs/concepts/disruption/#automated-forceful-methods
# - description: v1 migration, forceful expiration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL517
#   severity: info
#   severity_note: warning for less than an hour, and for pods that keep expired nodes
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [NodePool]
package karplint.rules.expiry_is_forceful

import data.karplint.lib.pools
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": pool.id,
	"path": ["expireAfter"],
	"message": sprintf("the nodes expire after %s, whatever the budgets say", [pool.value.expireAfter]),
	"why": "a budget forbids disruption, and from 1.0 on no budget holds back expiry",
	"help": "\"Never\" leaves the replacement of nodes to drift, which keeps to the budgets",
	"related": [{"resource": pool.id, "path": ["budgets", i], "message": "the budget"}],
} if {
	some pool in expiring
	not is_short(pool)
	i := [j | some j, budget in pool.value.budgets; budget in {"0", "0%"}][0]
}

report contains {
	"resource": pool.id,
	"path": ["expireAfter"],
	"severity": "warning",
	"message": sprintf("an expired node with a pod of %s stays until the pod ends", [pools.title(workloads[0])]),
	"why": "karpenter.sh/do-not-disrupt keeps Karpenter from evicting the pod, and the pool has no terminationGracePeriod",
	"help": "set terminationGracePeriod, or expireAfter to \"Never\"",
	"related": [{"resource": workload.id, "path": ["protected"], "message": "the pod is protected here"} | some workload in workloads],
} if {
	some pool in waiting
	workloads := [workload | some workload in bound; can_run(pool, workload)]
	count(workloads) > 0
}

# waiting: the pools whose expired nodes wait for protected pods.
waiting := [pool |
	some pool in expiring
	not pool.value.terminationGracePeriod
	not pool.value.tainted
]

waiting_ids := {pool.id | some pool in waiting}

# bound: the protected workloads for which no pool is a way out.
bound := [workload |
	some workload in input.project.by_kind.Object
	workload.value.protected == true
	is_certain(workload)
	every pool in all_pools {
		is_no_way_out(pool, workload)
	}
]

all_pools := [resource |
	some kind in ["Object", "ChartObject"]
	some resource in object.get(input.project.by_kind, kind, [])
	resource.value.kind == "NodePool"
]

# is_no_way_out(pool, workload): in this pool the pods have the same effect, or it cannot run them.
is_no_way_out(pool, workload) if {
	pool.id in waiting_ids
	can_run(pool, workload)
}

is_no_way_out(pool, workload) if {
	pool.value.tainted == true
	not workload.value.tolerations
}

is_no_way_out(pool, workload) if {
	some key, value in workload.value.nodeSelector
	is_string(value)
	lacks_label(pool, key, value)
}

is_no_way_out(pool, workload) if in_other_cluster(pool.file, workload.file)

report contains {
	"resource": pool.id,
	"path": ["expireAfter"],
	"severity": "warning",
	"message": sprintf("each node is replaced after %s, whether it is needed or not", [pool.value.expireAfter]),
	"why": "expireAfter is the age at which Karpenter deletes a node, and no budget holds it back",
	"help": "set consolidateAfter to remove nodes that are not needed, and expireAfter to days or \"Never\"",
} if {
	some pool in expiring
	is_short(pool)
}

# expiring: the pools of v1 that say when their nodes expire. Releases before 1.0 that serve v1 too are rare.
expiring := [pool |
	not target.below("1.0")
	some pool in pools.pools
	pool.value.kind == "NodePool"
	is_certain(pool)
	is_string(pool.value.expireAfter)
	regex.match(`^(?:[0-9]+(?:s|m|h))+$`, pool.value.expireAfter)
]

is_certain(resource) if {
	not resource.value.unread
	not resource.value.gate
}

is_short(pool) if time.parse_duration_ns(pool.value.expireAfter) < time.parse_duration_ns("1h")

# can_run(pool, workload): nothing keeps the pods of the workload from the nodes of the pool, which has no taints.
can_run(pool, workload) if {
	not in_other_cluster(pool.file, workload.file)
	not workload.value.nodeAffinity
	selector := object.get(workload.value, "nodeSelector", {})
	not values.unknown(selector)
	not values.open(selector)
	every key, value in selector {
		has_label(pool, key, value)
	}
}

# in_other_cluster(one, other): the files are in different directories of clusters, as clusters/a/pool.yaml and clusters/b/web.yaml.
in_other_cluster(one, other) if {
	steps := split(one, "/")
	others := split(other, "/")
	some i, step in steps
	step in {"clusters", "environments", "envs", "overlays"}
	array.slice(steps, 0, i + 1) == array.slice(others, 0, i + 1)
	steps[i + 1] != others[i + 1]
}

has_label(pool, "kubernetes.io/os", "linux") if not lacks_label(pool, "kubernetes.io/os", "linux")

has_label(pool, "karpenter.sh/nodepool", name) if name == pool.value.metadata.name

has_label(pool, key, value) if pool.value.labels[key] == value

has_label(pool, key, value) if {
	some item in pools.requirements(pool)
	item.key == key
	item.operator == "In"
	value in item.values
}

# lacks_label(pool, key, value): no node of the pool has the label.
lacks_label(pool, "karpenter.sh/nodepool", name) if {
	is_string(pool.value.metadata.name)
	pool.value.metadata.name != name
}

lacks_label(pool, key, value) if {
	is_string(pool.value.labels[key])
	pool.value.labels[key] != value
}

lacks_label(pool, key, value) if {
	some item in pools.requirements(pool)
	item.key == key
	item.operator == "In"
	not "?" in item.values
	not value in item.values
}
