package karplint.rules.nodeclass_not_found_test

import data.karplint.lib.given
import data.karplint.rules.nodeclass_not_found as rule

pool(reference) := given.in_manifest("Object", "pool.yaml", {
	"apiVersion": "karpenter.sh/v1",
	"kind": "NodePool",
	"metadata": {"name": "spot"},
	"class": reference,
})

class(kind, name) := given.in_terraform("Object", sprintf("kubectl_manifest.%s", [json.marshal(name)]), {
	"apiVersion": "karpenter.k8s.aws/v1",
	"kind": kind,
	"metadata": {"name": name},
})

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {}, "1.0.8")
}

reference := {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "defualt"}

test_not_there if {
	some found in reports([pool(reference), class("EC2NodeClass", "default"), class("EC2NodeClass", "arm")])
	found.path == ["class", "name"]
	found.message == `NodePool "spot" refers to the EC2NodeClass "defualt", which is not in the project`
	found.help == `use an existing one ("arm", "default"), or add it`
}

test_kind_may_be_left_out if {
	count(reports([pool({"name": "defualt"}), class("EC2NodeClass", "default")])) == 1
	count(reports([pool({"apiVersion": "karpenter.k8s.aws/v1beta1", "name": "defualt"}), class("EC2NodeClass", "default")])) == 1
}

test_many_classes if {
	some found in reports(array.concat([pool(reference)], [class("EC2NodeClass", name) | some name in ["a", "b", "c", "d", "e"]]))
	found.help == `use an existing one ("a", "b", "c" and 2 more), or add it`
}

test_there if reports([pool(reference), class("EC2NodeClass", "defualt")]) == set()

test_no_class_of_the_kind if {
	reports([pool(reference)]) == set()
	reports([pool(reference), class("AWSNodeTemplate", "default")]) == set()
}

test_templated_names if {
	name := {"$unknown": "var.name"}
	reports([pool({"name": name}), class("EC2NodeClass", "default")]) == set()
	reports([pool(reference), class("EC2NodeClass", "default"), class("EC2NodeClass", name)]) == set()
	reports([pool({"$unknown": "toYaml .Values.ref"}), class("EC2NodeClass", "default")]) == set()
}

test_classes_of_others if {
	every other in [
		{"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"},
		{"group": "karpenter.azure.com", "kind": "AKSNodeClass", "name": "default"},
		{"group": "example.com", "kind": "EC2NodeClass", "name": "x"},
		{"group": {"$unknown": "var.group"}, "kind": "EC2NodeClass", "name": "x"},
		{"kind": {"$unknown": "var.kind"}, "name": "x"},
	] {
		reports([pool(other), class("EC2NodeClass", "a")]) == set()
	}
}

test_api_of_others if {
	every api in ["karpenter.azure.com/v1", {"$unknown": "var.api"}] {
		reports([pool({"apiVersion": api, "kind": "EC2NodeClass", "name": "x"}), class("EC2NodeClass", "a")]) == set()
	}
}

test_elsewhere_by_options if {
	found := rule.report with input as given.project([pool(reference), class("EC2NodeClass", "default")], {}, "1.0.8")
		with input.config.options.KL506 as {"classes": ["defualt"]}
	count(found) == 0
}
