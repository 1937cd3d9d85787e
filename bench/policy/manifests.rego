# The nearest that conftest comes to karplint's rules on manifests: the same questions, asked of one document.
package main

pod_template := object.get(input, ["spec", "template"], {})

pod_spec := object.get(pod_template, "spec", {})

# KL301, KL302
deny contains msg if {
	input.kind in {"Provisioner", "AWSNodeTemplate", "Machine"}
	msg := sprintf("%s is an alpha API", [input.kind])
}

deny contains msg if {
	input.apiVersion in {"karpenter.sh/v1beta1", "karpenter.k8s.aws/v1beta1"}
	msg := sprintf("%s is not served from Karpenter 1.1", [input.apiVersion])
}

# KL401
deny contains msg if {
	input.kind == "DaemonSet"
	csi
	not tolerates(object.get(pod_spec, "tolerations", []), "karpenter.sh/disrupted")
	msg := "CSI node plugin does not tolerate karpenter.sh/disrupted"
}

# KL402, wherever tolerations stand: pods, custom resources, values of charts
deny contains msg if {
	walk(input, [path, list])
	is_array(list)
	endswith(lower(path[count(path) - 1]), "tolerations")
	some t in list
	t.key == "karpenter.sh/disruption"
	not tolerates(list, "karpenter.sh/disrupted")
	msg := "toleration karpenter.sh/disruption matches no taint from 1.0"
}

# KL404
deny contains msg if {
	input.kind in {"Deployment", "StatefulSet", "Job"}
	tolerates(object.get(pod_spec, "tolerations", []), "karpenter.sh/disrupted")
	msg := "application tolerates the disruption taint"
}

# KL501, KL502
deny contains msg if {
	some path, value
	walk(input, [path, value])
	path[count(path) - 1] in {"karpenter.sh/do-not-evict", "karpenter.sh/do-not-consolidate"}
	msg := sprintf("%s is ignored from Karpenter 1.0", [path[count(path) - 1]])
}

# KL503, wherever nodes are selected
deny contains msg if {
	walk(input, [path, map])
	contains(lower(path[count(path) - 1]), "nodeselector")
	map["karpenter.sh/provisioner-name"]
	msg := "nodeSelector karpenter.sh/provisioner-name"
}

deny contains msg if {
	some list in expressions
	some expression in list
	expression.key == "karpenter.sh/provisioner-name"
	expression.operator != "DoesNotExist"
	msg := "affinity karpenter.sh/provisioner-name"
}

# KL504
deny contains msg if {
	some list in expressions
	"karpenter.sh/provisioner-name" in absent(list)
	not "karpenter.sh/nodepool" in absent(list)
	msg := "karpenter.sh/provisioner-name DoesNotExist alone"
}

# KL506
deny contains msg if {
	input.kind == "NodePool"
	not input.spec.template.spec.nodeClassRef.name
	msg := "NodePool without a class"
}

deny contains msg if {
	walk(input, [path, value])
	value == "karpenter.sh/provisioner-name"
	path[count(path) - 1] == "topologyKey"
	msg := "topologyKey karpenter.sh/provisioner-name"
}

expressions contains list if {
	walk(input, [path, list])
	path[count(path) - 1] == "matchExpressions"
}

absent(list) := {e.key | some e in list; e.operator == "DoesNotExist"}

csi if {
	some container in pod_spec.containers
	some text in [container.name, container.image]
	contains(text, "driver-registrar")
}

csi if {
	some container in pod_spec.containers
	some argument in container.args
	startswith(argument, "--kubelet-registration-path")
}

csi if {
	some volume in pod_spec.volumes
	regex.match(`/plugins/[^/]*csi`, volume.hostPath.path)
}

csi if contains(input.metadata.name, "csi")

tolerates(list, key) if {
	some t in list
	object.get(t, "key", key) == key
	object.get(t, "operator", "Equal") == "Exists"
}
