package karplint.rules.image_name_too_wide_test

import data.karplint.lib.given
import data.karplint.rules.image_name_too_wide

class(terms) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "spec": {"amiSelectorTerms": terms}}, "1.8.1")

reports(terms) := found if {
	found := image_name_too_wide.report with input as class(terms)
}

test_versions if {
	every name in [
		"amazon-eks-node-*",
		"amazon-eks-node-*-nvidia-*",
		"*amazon-eks-node-al2023*",
		"amazon-eks-node-al2023-x86_64-standard-*",
		"amazon-eks-node-al2023-x86_64-standard-1.3?-v*",
		"amazon-eks-node-al2023-x86_64-standard-*-v20240703",
		"bottlerocket-aws-k8s-*-x86_64-v1.40.0-abcdef01",
		"Windows_Server-2022-English-Core-EKS_Optimized-*",
	] {
		some found in reports([{"name": name}])
		found.path == ["spec", "amiSelectorTerms", 0, "name"]
		contains(found.message, "any version of Kubernetes")
	}
}

test_families if {
	every name in ["*1.27*", "*-1.32-*"] {
		some found in reports([{"id": "ami-1"}, {"name": name, "owner": "amazon"}])
		found.message == sprintf("name %q matches images of EKS for several families", [name])
	}
}

test_narrow if {
	every name in [
		"amazon-eks-node-1.32-v*",
		"amazon-eks-node-1.32-*",
		"amazon-eks-*node-1.32-*",
		"amazon-eks-node-al2023-*-1.32-*",
		"bottlerocket-aws-k8s-1.30-x86_64*",
		"bottlerocket-aws-k8s-1.32-x86_64-v1.40*",
		"my-eks-*",
		"shop-*-1.32",
		"al2023-ami-2023.*-kernel-*-x86_64",
		{"$unknown": "var.name"},
	] {
		reports([{"name": name}]) == set()
	}
}

test_other_owners if {
	every term in [{"owner": "self"}, {"owner": "111122223333"}, {"owner": {"$unknown": "var.owner"}}, {"tags": {"team": "shop"}}] {
		reports([object.union({"name": "amazon-eks-node-*"}, term)]) == set()
	}
}

test_patched if {
	patched := {"resource": {"patches": [{"spec": {"amiSelectorTerms": [{"alias": "al2023@latest"}]}}]}}
	found := image_name_too_wide.report with input as object.union(class([{"name": "amazon-eks-node-*"}]), patched)
	found == set()
	itself := image_name_too_wide.report with input as object.union(class([{"name": "amazon-eks-node-*"}]), {"resource": {"patch": true}})
	itself == set()
}
