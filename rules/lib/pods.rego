# METADATA
# title: Pod specs in Kubernetes objects
package karplint.lib.pods

import data.karplint.lib.values

# specs(manifest): every pod spec in the manifest, as {"path": its path, "spec": the pod spec,
# "metadata": the pod's metadata or {}}.
specs(manifest) := {pod |
	some path in paths(manifest)
	spec := object.get(manifest, path, null)
	is_object(spec)
	not values.unknown(spec)
	pod := {
		"path": path,
		"spec": spec,
		"metadata": metadata(manifest, path),
	}
}

paths(manifest) := {["spec"]} if manifest.kind == "Pod"

paths(manifest) := {["spec", "jobTemplate", "spec", "template", "spec"]} if manifest.kind == "CronJob"

paths(manifest) := {["template", "spec"]} if manifest.kind == "PodTemplate"

paths(manifest) := {["spec", "template", "spec"]} if manifest.kind in workloads

# Other kinds, such as Argo Rollouts, have the same shape; a NodePool's spec.template.spec has
# no containers.
paths(manifest) := {["spec", "template", "spec"]} if {
	not manifest.kind in ({"Pod", "CronJob", "PodTemplate"} | workloads)
	is_array(manifest.spec.template.spec.containers)
}

workloads := {"Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController", "Job"}

metadata(manifest, path) := found if {
	found := object.get(manifest, array.concat(values.parent(path), ["metadata"]), {})
	is_object(found)
}

else := {}
