package karplint.lib.placement_test

import data.karplint.lib.placement

affinity(terms) := {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}}

control_plane := {"key": "node-role.kubernetes.io/control-plane", "operator": "Exists"}

linux := {"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}

test_off_karpenter if {
	every spec in [
		{"nodeSelector": {"node-role.kubernetes.io/control-plane": ""}},
		{"nodeSelector": {"eks.amazonaws.com/nodegroup": "system", "a": "b"}},
		{"nodeSelector": {"eks.amazonaws.com/compute-type": "fargate"}},
		{"nodeSelector": {"karpenter.sh/controller": "true"}},
		affinity([{"matchExpressions": [linux, control_plane]}]),
		affinity([{"matchExpressions": [control_plane]}, {"matchExpressions": [{"key": "kubernetes.io/role", "operator": "In", "values": ["master"]}]}]),
		affinity([{"matchExpressions": [{"key": "karpenter.sh/nodepool", "operator": "DoesNotExist"}]}]),
		affinity([{"matchExpressions": [{"key": "eks.amazonaws.com/nodegroup", "operator": "In", "values": ["a", "b"]}]}]),
	] {
		placement.off_karpenter(spec)
	}
}

test_anywhere if {
	every spec in [
		{},
		{"nodeSelector": {"kubernetes.io/os": "linux"}},
		{"nodeSelector": {"eks.amazonaws.com/compute-type": "ec2"}},
		{"nodeSelector": {"$unknown": "{{ .x }}"}},
		affinity([]),
		affinity([{"matchExpressions": [linux]}]),
		affinity([{"matchExpressions": [control_plane]}, {"matchExpressions": [linux]}]),
		affinity([{"matchExpressions": [{"key": "eks.amazonaws.com/compute-type", "operator": "NotIn", "values": ["fargate"]}]}]),
		affinity([{"matchExpressions": [{"key": "karpenter.sh/provisioner-name", "operator": "DoesNotExist"}]}]),
		{"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"preference": {"matchExpressions": [control_plane]}}]}}},
	] {
		not placement.off_karpenter(spec)
	}
}
