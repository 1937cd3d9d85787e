package karplint.rules.custom_ami_unregistered_taint_test

import data.karplint.lib.given
import data.karplint.rules.custom_ami_unregistered_taint

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "spec": spec}, "1.8.1")

reports(text) := found if {
	found := custom_ami_unregistered_taint.report with input as class({"amiFamily": "Custom", "amiSelectorTerms": [{"id": "ami-1"}], "userData": text})
}

nodeconfig := "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  cluster:\n    name: shop\n"

test_missing if {
	every text in [
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop --kubelet-extra-args '--max-pods=50'",
		"#!/bin/bash\n/etc/eks/bootstrap.sh $CLUSTER_NAME --apiserver-endpoint ${ENDPOINT}",
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop --kubelet-extra-args '--register-with-taints=team=shop:NoSchedule'",
		nodeconfig,
		"[settings.kubernetes]\ncluster-name = \"shop\"\n",
		{"$unknown": "<<-EOT\n#!/bin/bash\n/etc/eks/bootstrap.sh ${module.eks.cluster_name}\nEOT"},
		"<powershell>\n& $EKSBootstrapScriptFile -EKSClusterName shop\n</powershell>",
	] {
		count(reports(text)) == 1
	}
	some found in reports(nodeconfig)
	found.message == "userData for amiFamily Custom registers nodes without taint \"karpenter.sh/unregistered\""
}

test_given if {
	every text in [
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'",
		concat("", [nodeconfig, "  kubelet:\n    config:\n      registerWithTaints: [{key: karpenter.sh/unregistered, effect: NoExecute}]\n"]),
	] {
		reports(text) == set()
	}
}

test_may_be_given if {
	every text in [
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop --kubelet-extra-args \"$KUBELET_ARGS\"",
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop --kubelet-extra-args '--register-with-taints=$TAINTS'",
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop $(cat /etc/arguments)",
		"#!/bin/bash\n/etc/eks/bootstrap.sh shop $CLUSTER_TAINTS",
		{"$unknown": "<<-EOT\n#!/bin/bash\n/etc/eks/bootstrap.sh shop ${var.bootstrap_arguments}\nEOT"},
		{"$unknown": "file(\"user-data.sh\")"},
	] {
		reports(text) == set()
	}
}

test_other_ways if {
	every text in ["#!/bin/bash\nkubelet --config /etc/kubelet.yaml", "#!/bin/bash\ncurl -sfL https://get.k3s.io | sh -", ""] {
		reports(text) == set()
	}
}

test_other_families if {
	found := custom_ami_unregistered_taint.report with input as class({"amiFamily": "AL2023", "amiSelectorTerms": [{"id": "ami-1"}], "userData": nodeconfig})
	found == set()
}

test_patched if {
	asked := class({"amiFamily": "Custom", "amiSelectorTerms": [{"id": "ami-1"}], "userData": nodeconfig})
	found := custom_ami_unregistered_taint.report with input as object.union(asked, {"resource": {"patches": [{"spec": {"userData": "x"}}]}})
	found == set()
}
