package karplint.lib.api_test

import data.karplint.lib.api

of(api_version, kind) := api.of({"apiVersion": api_version, "kind": kind})

test_generations if {
	of("karpenter.sh/v1alpha5", "Provisioner") == "alpha"
	of("karpenter.sh/v1alpha5", "Machine") == "alpha"
	of("karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate") == "alpha"
	of("karpenter.sh/v1beta1", "NodePool") == "v1beta1"
	of("karpenter.sh/v1beta1", "NodeClaim") == "v1beta1"
	of("karpenter.k8s.aws/v1beta1", "EC2NodeClass") == "v1beta1"
	of("karpenter.sh/v1", "NodePool") == "v1"
	of("karpenter.k8s.aws/v1", "EC2NodeClass") == "v1"
}

test_unknown if {
	not of({"$unknown": "{{ .Values.api }}"}, "NodePool")
	not of("karpenter.sh/v1", {"$unknown": "var.kind"})
	not of(null, "NodePool")
	not api.of({"kind": "NodePool"})
	not api.of({"$unknown": "var.object"})
	not api.of(null)
}

test_of_others if {
	not of("karpenter.sh/v1alpha1", "NodeOverlay")
	not of("karpenter.sh/v2", "NodePool")
	not of("karpenter.sh/v1beta1", "Provisioner")
	not of("karpenter.azure.com/v1beta1", "AKSNodeClass")
	not of("eks.amazonaws.com/v1", "NodeClass")
	not of("karpenter.k8s.aws/v1", "NodePool")
}
