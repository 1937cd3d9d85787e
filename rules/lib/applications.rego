# METADATA
# title: Pods that are applications
# description: >-
#   Applications are drained before their node is removed. Not applications: DaemonSets, the cluster add-ons in the facts,
#   pods with a system priority class (system-cluster-critical and system-node-critical), pods that share the process
#   namespace of their node (hostPID), and pods pinned to nodes that Karpenter does not manage.
package karplint.lib.applications

import data.karplint.lib.placement
import data.karplint.lib.pods

# kinds: the kinds whose pods may be applications.
kinds := {
	"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController", "Job", "CronJob", "Pod", "Rollout",
}

# found: the application's pod specs in the resource, as lib.pods lists them.
found contains pod if {
	input.resource.kind in kinds
	not addon
	some pod in pods.specs(input.resource.value)
	not system_priority(pod.spec)
	not of_node(pod.spec)
	not placement.off_karpenter(pod.spec)
}

# toleration_paths: the paths of their tolerations.
toleration_paths contains array.concat(pod.path, ["tolerations"]) if some pod in found

# addon: the resource is a workload of a known add-on.
addon if {
	some entry in data.karplint.facts.addon_tolerations.addons
	entry.kind == input.resource.kind
	input.resource.name in entry.workloads
}

# of_node(spec): it inspects the processes of its node, as profilers and debuggers do.
of_node(spec) if spec.hostPID == true

system_priority(spec) if spec.priorityClassName in {"system-cluster-critical", "system-node-critical"}
