package karplint.rules.cluster_name_value_test

import data.karplint.lib.given
import data.karplint.rules.cluster_name_value as rule

release(value) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller",
	"version": "1.0.8",
	"values": {"settings": {"clusterName": value}},
})

call(block, since, outputs) := given.in_terraform("ModuleCall", block, object.union(
	{"module": "terraform-aws-modules/terraform-aws-eks", "outputs": outputs},
	since,
))

reports(value, calls) := found if {
	found := rule.report with input as given.project(array.concat([release(value)], calls), {"helm_release.karpenter": []}, "1.0.8")
}

unknown(text) := {"$unknown": text}

test_literals if {
	some arn in reports("arn:aws:eks:eu-west-1:111122223333:cluster/shop", [])
	arn.message == "settings.clusterName is the cluster's ARN, and Karpenter wants the name"
	arn.fix.safety == "safe"
	arn.fix.ops == [{"do": "set", "path": ["values", "settings", "clusterName"], "value": "shop"}]
	some endpoint in reports("https://ABC.gr7.eu-west-1.eks.amazonaws.com", [])
	endpoint.help == "write the name of the cluster"
}

test_attributes if {
	every attribute in ["arn", "endpoint", "cluster_id"] {
		some found in reports(unknown(sprintf("aws_eks_cluster.a[0].%s", [attribute])), [])
		found.help == "use aws_eks_cluster.a[0].name"
	}
	count(reports(unknown("module.eks.cluster_arn"), [])) == 1
}

test_output_of_the_module if {
	since := {"since": "19.0.0"}
	some found in reports(unknown("module.eks.cluster_id"), [call("module.eks", since, ["cluster_id"])])
	found.help == "use module.eks.cluster_name"
	contains(found.why, "missing field, cluster-name")
	count(reports(unknown("module.eks[0].cluster_id"), [call("module.eks", since, ["cluster_id"])])) == 1
}

test_output_of_another_version if {
	read := ["cluster_id"]
	reports(unknown("module.eks.cluster_id"), []) == set()
	reports(unknown("module.eks.cluster_id"), [call("module.eks", {"since": "18.31.2"}, read)]) == set()
	reports(unknown("module.eks.cluster_id"), [call("module.eks", {}, read)]) == set()
	reports(unknown("module.eks.cluster_id"), [call("module.eks", {"since": "19.0.0"}, [])]) == set()
	reports(unknown("module.other.cluster_id"), [call("module.eks", {"since": "19.0.0"}, read)]) == set()
	both := [call("module.eks", {"since": "19.0.0"}, read), call("module.a.module.eks", {"since": "18.0.0"}, read)]
	reports(unknown("module.eks.cluster_id"), both) == set()
}

test_silent if {
	every value in [
		"shop", "", null, unknown("aws_eks_cluster.a.name"), unknown("aws_eks_cluster.a.id"), unknown("module.eks.cluster_name"), unknown("var.cluster_id"),
		unknown("aws_ecs_cluster.a.arn"), unknown("module.karpenter.queue_arn"),
	] {
		reports(value, [call("module.eks", {"since": "19.0.0"}, ["cluster_id"])]) == set()
	}
}
