# The nearest that conftest comes to karplint's rules on manifests: the same questions, asked of one document.
package main

pod_template := object.get(input, ["spec", "template"], {})

pod_spec := object.get(pod_template, "spec", {})

tolerations := object.get(pod_spec, "tolerations", [])

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
	contains(input.metadata.name, "csi")
	not tolerates("karpenter.sh/disrupted")
	msg := "CSI node plugin does not tolerate karpenter.sh/disrupted"
}

# KL402
deny contains msg if {
	tolerates_by_key("karpenter.sh/disruption")
	not tolerates("karpenter.sh/disrupted")
	msg := "toleration karpenter.sh/disruption matches no taint from 1.0"
}

# KL404
deny contains msg if {
	input.kind in {"Deployment", "StatefulSet", "Job"}
	tolerates("karpenter.sh/disrupted")
	msg := "application tolerates the disruption taint"
}

# KL501, KL502
deny contains msg if {
	some path, value
	walk(input, [path, value])
	path[count(path) - 1] in {"karpenter.sh/do-not-evict", "karpenter.sh/do-not-consolidate"}
	msg := sprintf("%s is ignored from Karpenter 1.0", [path[count(path) - 1]])
}

# KL503
deny contains msg if {
	pod_spec.nodeSelector["karpenter.sh/provisioner-name"]
	msg := "nodeSelector karpenter.sh/provisioner-name"
}

deny contains msg if {
	some term in terms
	some expression in term.matchExpressions
	expression.key == "karpenter.sh/provisioner-name"
	expression.operator != "DoesNotExist"
	msg := "affinity karpenter.sh/provisioner-name"
}

# KL504
deny contains msg if {
	some term in terms
	"karpenter.sh/provisioner-name" in absent(term)
	not "karpenter.sh/nodepool" in absent(term)
	msg := "karpenter.sh/provisioner-name DoesNotExist alone"
}

# KL506
deny contains msg if {
	input.kind == "NodePool"
	not input.spec.template.spec.nodeClassRef.name
	msg := "NodePool without a class"
}

terms := object.get(pod_spec, ["affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"], [])

absent(term) := {e.key | some e in term.matchExpressions; e.operator == "DoesNotExist"}

tolerates(key) if {
	some t in tolerations
	object.get(t, "key", key) == key
	object.get(t, "operator", "Equal") == "Exists"
}

tolerates_by_key(key) if {
	some t in tolerations
	t.key == key
}
