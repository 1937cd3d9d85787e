# METADATA
# title: Where pods may run
package karplint.lib.placement

# off_karpenter(spec): the pod spec pins its pods to nodes that Karpenter does not manage: control
# plane nodes, a managed node group, Fargate. A template that may pin them does not count.
off_karpenter(spec) if {
	some key, value in spec.nodeSelector
	foreign_label(key, value)
}

# The terms are alternatives, so each of them must exclude Karpenter's nodes.
off_karpenter(spec) if {
	required := "requiredDuringSchedulingIgnoredDuringExecution"
	terms := spec.affinity.nodeAffinity[required].nodeSelectorTerms
	count(terms) > 0
	every term in terms {
		some expression in term.matchExpressions
		foreign_expression(expression)
	}
}

# Labels that only nodes outside of Karpenter have. The control plane's labels occur with and without a value.
# Users set karpenter.sh/controller on the node group of the controller, and no pool may set it.
foreign_labels := {
	"node-role.kubernetes.io/control-plane",
	"node-role.kubernetes.io/controlplane",
	"node-role.kubernetes.io/master",
	"node-role.kubernetes.io/etcd",
	"eks.amazonaws.com/nodegroup",
	"eks.amazonaws.com/nodegroup-image",
	"eks.amazonaws.com/capacityType",
	"eks.amazonaws.com/sourceLaunchTemplateId",
	"eks.amazonaws.com/sourceLaunchTemplateVersion",
	"karpenter.sh/controller",
	"alpha.eksctl.io/nodegroup-name",
	"eksctl.io/nodegroup-name",
}

foreign_values := {
	"eks.amazonaws.com/compute-type": {"fargate", "hybrid", "auto"},
	"kubernetes.io/role": {"master"},
	"node.kubernetes.io/role": {"master"},
	"type": {"virtual-kubelet"},
}

# Labels that all of Karpenter's nodes have.
karpenters_labels := {"karpenter.sh/nodepool", "karpenter.sh/registered"}

foreign_label(key, _) if key in foreign_labels

foreign_label(key, value) if value in foreign_values[key]

foreign_expression(expression) if {
	expression.operator == "Exists"
	expression.key in foreign_labels
}

foreign_expression(expression) if {
	expression.operator == "In"
	is_array(expression.values)
	every value in expression.values {
		foreign_label(expression.key, value)
	}
}

foreign_expression(expression) if {
	expression.operator == "DoesNotExist"
	expression.key in karpenters_labels
}
