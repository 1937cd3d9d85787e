package karplint.rules.volume_binding_immediate_test

import data.karplint.lib.given
import data.karplint.rules.volume_binding_immediate as rule

controller := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "chart": "karpenter"})

class(fields) := given.in_manifest("Object", "storage.yaml", object.union(
	{
		"apiVersion": "storage.k8s.io/v1",
		"kind": "StorageClass",
		"metadata": {"name": "gp3"},
		"provisioner": "ebs.csi.aws.com",
	},
	fields,
))

reports(fields) := found if {
	found := rule.report with input as given.project([controller, class(fields)], {}, "1.8.1")
}

topologies(terms) := {"allowedTopologies": [{"matchLabelExpressions": [expression]} | some expression in terms]}

in_zones(zones) := {"key": "topology.kubernetes.io/zone", "values": zones}

test_immediate if {
	some found in reports({})
	found.message == `StorageClass "gp3" makes volumes before their pods have a node`
	startswith(found.why, "the default of volumeBindingMode")
	some written in reports({"volumeBindingMode": "Immediate", "provisioner": "kubernetes.io/aws-ebs"})
	startswith(written.why, "its volumeBindingMode")
}

test_other_modes if {
	reports({"volumeBindingMode": "WaitForFirstConsumer"}) == set()
	reports({"volumeBindingMode": {"$unknown": "var.mode"}}) == set()
}

test_other_drivers if {
	every name in ["efs.csi.aws.com", "ebs.csi.eks.amazonaws.com", {"$unknown": "var.driver"}] {
		reports({"provisioner": name}) == set()
	}
}

test_zones if {
	reports({"zone": "us-east-1a"}) == set()
	reports(topologies([in_zones(["us-east-1a"])])) == set()
	reports(topologies([in_zones(["us-east-1a"]), in_zones(["us-east-1a"])])) == set()
	reports(topologies([in_zones({"$unknown": "var.zones"})])) == set()
	reports(topologies([in_zones([{"$unknown": "var.zone"}])])) == set()
	reports({"allowedTopologies": {"$unknown": "var.topologies"}}) == set()
	count(reports(topologies([in_zones(["us-east-1a", "us-east-1b"])]))) == 1
	count(reports(topologies([in_zones(["us-east-1a"]), in_zones(["us-east-1b"])]))) == 1
	count(reports({"allowedTopologies": []})) == 1
}

test_without_karpenter if {
	count(rule.report) == 0 with input as given.project([class({})], {}, "unknown")
	pool := given.in_manifest("Object", "pool.yaml", {
		"apiVersion": "karpenter.sh/v1",
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"class": {"kind": "EC2NodeClass", "name": "default"},
	})
	count(rule.report) == 1 with input as given.project([class({}), pool], {}, "unknown")
}

test_unread if reports({"unread": true}) == set()

test_file_of_a_block if {
	by_block := object.union(
		given.in_terraform("Object", "kubectl_manifest.gp3", class({}).value),
		{"file": "storage.yaml"},
	)
	found := rule.report with input as given.project([controller, class({}), by_block], {}, "1.8.1")
	count(found) == 1
}
