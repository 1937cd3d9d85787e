package karplint.rules.not_the_node_role_test

import data.karplint.lib.given
import data.karplint.rules.not_the_node_role as rule

role(value) := given.in_terraform("IAMRole", "aws_iam_role.a", object.union(
	{"name": "shop", "name_from": ["aws_iam_role.a.name"], "arn_from": ["aws_iam_role.a.arn"]},
	value,
))

class(spec) := given.in_terraform("Object", "kubectl_manifest.class", object.union(
	{"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}},
	spec,
))

profile := given.in_terraform("InstanceProfile", "aws_iam_instance_profile.a", {
	"name": "shop-profile", "role": {"$unknown": "aws_iam_role.a.name"}, "name_from": ["aws_iam_instance_profile.a.name"],
})

reports(resources) := found if found := rule.report with input as given.project(resources, {}, "1.8.1")

pods := {"trusts": ["pods.eks.amazonaws.com"]}

test_ways_to_name_a_role if {
	every spec in [
		{"role": "shop"},
		{"role": "arn:aws:iam::111122223333:role/team/shop"},
		{"role": {"$unknown": "aws_iam_role.a[0].name"}},
		{"role": {"$unknown": "aws_iam_role.a[\"x\"].arn"}},
		{"instanceProfile": "shop-profile"},
		{"instanceProfile": {"$unknown": "aws_iam_instance_profile.a.name"}},
	] {
		count(reports([role(pods), class(spec), profile])) == 1
	}
}

test_other_roles if {
	every spec in [{"role": "shop-2"}, {"role": {"$unknown": "aws_iam_role.b.name"}}, {"role": {"$unknown": "var.role"}}, {"instanceProfile": "shop"}, {}] {
		count(reports([role(pods), class(spec), profile])) == 0
	}
}

test_trust_that_may_allow_nodes if {
	every trusts in [
		["ec2.amazonaws.com"], ["ec2.amazonaws.com.cn"], ["pods.eks.amazonaws.com", "ec2.amazonaws.com"], ["*"], [],
		["pods.eks.amazonaws.com", {"$unknown": "var.service"}],
	] {
		count(reports([role({"trusts": trusts}), class({"role": "shop"})])) == 0
	}
}

test_unknown_name_of_the_service if {
	count(reports([role({"trusts": [{"$unknown": "\"ec2.${data.aws_partition.current.dns_suffix}\""}]}), class({"role": "shop"})])) == 0
}

test_random_end if {
	every prefix in ["shop-node", "shop-node-"] {
		some found in reports([object.union(role({"prefix": prefix, "trusts": ["ec2.amazonaws.com"]}), {"value": {"name": null}}), class({"role": "shop-node"})])
		found.severity == "warning"
		found.path == ["prefix"]
	}
}

test_random_end_of_another if {
	every name in ["shop", "shop-node-2", "node"] {
		count(reports([role({"name": "x", "prefix": "shop-node", "trusts": ["ec2.amazonaws.com"]}), class({"role": name})])) == 0
	}
}
