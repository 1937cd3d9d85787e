package karplint.lib.roles_test

import data.karplint.lib.given
import data.karplint.lib.roles

role(block, value) := given.in_terraform("IAMRole", block, value)

project := given.project(
	[
		role("aws_iam_role.a", {"name": "a", "trusts": ["ec2.amazonaws.com"], "name_from": ["aws_iam_role.a.name"], "arn_from": ["aws_iam_role.a.arn"]}),
		role("module.m.aws_iam_role.b", {
			"name": {"$unknown": "\"b-${var.cluster}\""}, "trusts": ["pods.eks.amazonaws.com"],
			"name_from": ["module.m.aws_iam_role.b.name"], "arn_from": ["module.m.aws_iam_role.b.arn"],
		}),
		role("module.eks", {
			"prefix": "c-", "trusts": ["ec2.amazonaws.com", {"$unknown": "var.x"}],
			"name_from": ["module.eks.eks_managed_node_groups.iam_role_name"], "arn_from": ["module.eks.eks_managed_node_groups.iam_role_arn"],
		}),
		given.in_terraform("InstanceProfile", "aws_iam_instance_profile.p", {
			"name": "p", "role": {"$unknown": "aws_iam_role.a.name"}, "name_from": ["aws_iam_instance_profile.p.name"],
		}),
	],
	{},
	"1.8.1",
)

test_of if {
	every value, want in {
		"a": {"aws_iam_role.a"},
		"arn:aws:iam::111122223333:role/team/a": {"aws_iam_role.a"},
		"arn:aws:iam::111122223333:user/a": set(),
		"b": set(),
		"": set(),
	} {
		roles.of(value) == want with input as project
	}
}

test_of_expression if {
	every expression, want in {
		"aws_iam_role.a.name": {"aws_iam_role.a"},
		"aws_iam_role.a[0].arn": {"aws_iam_role.a"},
		"aws_iam_role.a[each.key].arn": {"aws_iam_role.a"},
		"try(aws_iam_role.a[0].arn, \"\")": {"aws_iam_role.a"},
		"aws_iam_role.ab.name": set(),
		"\"b-${var.cluster}\"": {"module.m.aws_iam_role.b"},
		"\"arn:aws:iam::${local.account}:role/b-${var.cluster}\"": {"module.m.aws_iam_role.b"},
		"module.m[\"x\"].aws_iam_role.b.name": {"module.m.aws_iam_role.b"},
		"module.eks.eks_managed_node_groups.system.iam_role_name": {"module.eks"},
		"module.eks.eks_managed_node_groups[\"system\"].iam_role_arn": {"module.eks"},
		"module.eks.cluster_iam_role_arn": set(),
		"var.role": set(),
	} {
		roles.of({"$unknown": expression}) == want with input as project
	}
}

test_of_class if {
	every spec, want in {
		{"instanceProfile": "p"}: {"aws_iam_role.a"},
		{"instanceProfile": {"$unknown": "aws_iam_instance_profile.p.name"}}: {"aws_iam_role.a"},
		{"instanceProfile": "a"}: set(),
		{"role": "p"}: set(),
		{"role": "a"}: {"aws_iam_role.a"},
		{}: set(),
	} {
		roles.of_class({"value": spec}) == want with input as project
	}
}

test_trust if {
	roles.trusted({"value": {"trusts": [{"$unknown": "\"ec2.${data.aws_partition.current.dns_suffix}\""}]}}, "ec2.")
	roles.distrusted({"value": {"trusts": ["Federated"]}}, "ec2.")
	not roles.distrusted({"value": {"trusts": ["Federated", {"$unknown": "var.x"}]}}, "ec2.")
	not roles.distrusted({"value": {"trusts": []}}, "ec2.")
	not roles.distrusted({"value": {"trusts": ["*"]}}, "ec2.")
}

test_random_end if {
	ends := {"value": {"prefix": "c-", "trusts": ["ec2.amazonaws.com"]}}
	roles.lacks_end({"value": {"role": "c"}}, ends) with input as project
	roles.lacks_end({"value": {"role": "c-"}}, ends) with input as project
	not roles.lacks_end({"value": {"role": "a"}}, ends) with input as project
	not roles.lacks_end({"value": {"role": "c"}}, {"value": {"name": "c-1", "trusts": ["ec2.amazonaws.com"]}}) with input as project
}
