package karplint.rules.image_architecture_test

import data.karplint.lib.given
import data.karplint.rules.image_architecture

class(terms) := object.union(
	given.in_manifest("Object", "class.yaml", {
		"apiVersion": "karpenter.k8s.aws/v1",
		"kind": "EC2NodeClass",
		"metadata": {"name": "default"},
		"amiSelectorTerms": terms,
	}),
	{"id": "class"},
)

pool(value) := object.union(
	given.in_manifest("Object", "pool.yaml", object.union(
		{
			"apiVersion": "karpenter.sh/v1",
			"kind": "NodePool",
			"metadata": {"name": "default"},
			"class": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"},
		},
		value,
	)),
	{"id": "pool"},
)

project(terms, value) := given.project([class(terms), pool(value)], {}, "unknown")

reports(name, requirements) := found if {
	found := image_architecture.report with input as project([{"name": name}], {"requirements": requirements})
}

amd64 := "bottlerocket-aws-k8s-1.32-x86_64-v1.40*"

spot := "karpenter.sh/capacity-type In spot"

archs(values) := sprintf("kubernetes.io/arch In %s", [concat(",", values)])

test_named if {
	some found in reports(amd64, [spot, archs(["amd64", "arm64"])])
	found.path == ["requirements", 1, "values", 1]
	found.message == "the images of EC2NodeClass \"default\" are for amd64 only"
	found.fix.ops[0].path == found.path
}

test_only_the_other if {
	some found in reports("shop-arm64-*", [archs(["amd64"])])
	found.help == "require arm64, or select images for amd64"
	not found.fix
}

test_not_required if {
	every item in [
		spot,
		"team In shop",
		"karpenter.k8s.aws/instance-category In c,g",
		"karpenter.k8s.aws/instance-generation Gt 5",
		"topology.kubernetes.io/zone In ?",
	] {
		some found in reports(amd64, [item])
		found.fix.ops[0].value == {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64"]}
	}
}

test_required if {
	every item in [
		archs(["amd64"]),
		archs(["?"]),
		"kubernetes.io/arch NotIn arm64",
		"karpenter.k8s.aws/instance-family In m5",
		"karpenter.k8s.aws/instance-gpu-count Gt 0",
		"karpenter.k8s.aws/instance-category In p",
		"karpenter.k8s.aws/instance-generation In 5",
		"kubernetes.io/os In windows",
		{"$unknown": "var.requirement"},
	] {
		reports(amd64, [spot, item]) == set()
	}
	reports(amd64, {"$unknown": "var.requirements"}) == set()
}

# Both, although the instance types are of one.
test_families if {
	types := "node.kubernetes.io/instance-type In m5.large,c5.large"
	reports(amd64, [types, archs(["amd64", "arm64"])]) == set()
	count(reports(amd64, [replace(types, "c5", "m7g"), archs(["amd64", "arm64"])])) == 1
}

test_labels if {
	every labels in [{"kubernetes.io/arch": "amd64"}, {"$unknown": "var.labels"}, {"$open": true}] {
		found := image_architecture.report with input as project([{"name": amd64}], {"requirements": [spot], "labels": labels})
		found == set()
	}
}

test_images if {
	every terms in [
		[{"ssmParameter": "/aws/service/eks/optimized-ami/1.32/amazon-linux-2/recommended/image_id"}],
		[{"ssmParameter": "/aws/service/bottlerocket/aws-k8s-1.32/x86_64/latest/image_id"}],
		[{"name": "amazon-eks-node-1.32-*"}, {"name": "amazon-eks-gpu-node-1.32-*"}],
		[{"name": "shop-node-amd64-*", "owner": "self"}],
	] {
		found := image_architecture.report with input as project(terms, {"requirements": [spot]})
		count(found) == 1
	}
	every terms in [
		[{"name": amd64}, {"name": "bottlerocket-aws-k8s-1.32-aarch64-*"}],
		[{"name": amd64}, {"id": "ami-1"}],
		[{"ssmParameter": "/aws/service/eks/optimized-ami/1.32/amazon-linux-2023/*"}],
		[{"alias": "al2023@latest"}],
		[{"tags": {"team": "shop"}}],
		[{"name": "shop-node-*"}],
		[{"name": "amazon-eks-*node-1.32-*"}],
		[{"name": "Windows_Server-2022-English-Core-EKS_Optimized-1.32-*"}],
		[],
		{"$unknown": "var.terms"},
	] {
		found := image_architecture.report with input as project(terms, {"requirements": [spot]})
		found == set()
	}
}

# Two classes of one name, one that nothing reads, and none.
test_uncertain_class if {
	every classes in [
		[class([{"name": amd64}]), class([{"name": amd64}])],
		[object.union(class([{"name": amd64}]), {"value": {"gate": ".Values.amd64"}})],
		[object.union(class([{"name": amd64}]), {"value": {"metadata": {"name": "another"}}})],
	] {
		found := image_architecture.report with input as given.project(array.concat(classes, [pool({"requirements": [spot]})]), {}, "unknown")
		found == set()
	}
}
