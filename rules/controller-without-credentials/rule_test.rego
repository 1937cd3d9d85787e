package karplint.rules.controller_without_credentials_test

import data.karplint.lib.given
import data.karplint.rules.controller_without_credentials as rule

role(value) := object.union(
	given.in_terraform("IAMRole", "module.karpenter", object.union(
		{
			"of": "controller", "certain": true, "association": false, "trusts": ["pods.eks.amazonaws.com"],
			"name_from": ["module.karpenter.iam_role_name"], "arn_from": ["module.karpenter.iam_role_arn"], "users": [],
		},
		value,
	)),
	{"writable": ["association"]},
)

release(values) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "name": "karpenter", "values": values})

plain := release({"settings": {}})

account(value) := given.in_terraform("ServiceAccount", "aws_eks_pod_identity_association.a", object.union({"via": "pod identity"}, value))

reports(resources, edges) := found if found := rule.report with input as given.project(resources, edges, "1.8.1")

no_edges := {"helm_release.karpenter": []}

test_no_association if {
	some found in reports([role({}), plain], no_edges)
	found.severity == "warning"
	found.path == ["association"]
	found.fix.ops == [{"do": "set", "path": ["association"], "value": true}]
}

test_cluster_of_the_project if {
	some found in reports([role({}), plain, given.in_terraform("Cluster", "module.eks", {"via": "eks"})], no_edges)
	found.severity == "error"
}

test_roles_that_may_be_given if {
	every value in [
		{"association": true}, {"association": {"$unknown": "var.pod_identity"}}, {"certain": false}, {"of": "node"},
		{"trusts": ["pods.eks.amazonaws.com", {"$unknown": "var.oidc"}]},
	] {
		count(reports([role(value), plain], no_edges)) == 0
	}
}

test_releases_that_may_have_a_role if {
	every values in [
		{"serviceAccount": {"annotations": {"eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/x"}}},
		{"serviceAccount": {"annotations": {"$unknown": "var.annotations"}}},
		{"serviceAccount": {"create": false}},
		{"settings": {}, "$open": true},
		{"$unknown": "var.values"},
	] {
		count(reports([role({}), release(values)], no_edges)) == 0
	}
	count(reports([role({})], no_edges)) == 0
}

test_users if {
	every users in [["aws_eks_pod_identity_association.a"], ["module.addons"], ["output.controller_role"], [{"$unknown": "…"}]] {
		count(reports([role({"users": users}), plain], no_edges)) == 0
	}
	count(reports([role({"users": ["aws_iam_role_policy_attachment.a", "module.a.aws_kms_key.b"]}), plain], no_edges)) == 1
}

test_associations if {
	every value in [{"name": "karpenter", "role": {"$unknown": "aws_iam_role.b.arn"}}, {"name": "app", "role": {"$unknown": "var.role"}}, {"name": {"$unknown": "var.a"}}] {
		count(reports([role({}), plain, account(value)], no_edges)) == 0
	}
	count(reports([role({}), plain, account({"name": "app", "role": {"$unknown": "aws_iam_role.app.arn"}})], no_edges)) == 1
}

own := given.in_terraform("IAMRole", "aws_iam_role.a", {
	"certain": true, "trusts": ["pods.eks.amazonaws.com"], "name_from": ["aws_iam_role.a.name"], "arn_from": ["aws_iam_role.a.arn"],
	"users": ["aws_iam_role_policy.a"],
})

with_policies(of_roles) := object.union(
	given.project([own, plain], no_edges, "1.8.1"),
	{"project": {"controllers": [{"resource": "a", "kind": "IAMPolicy", "known": true, "roles": list} | some list in of_roles]}},
)

test_own_role if {
	count(rule.report) == 1 with input as with_policies([["aws_iam_role.a"]])
	count(rule.report) == 1 with input as with_policies([["aws_iam_role.a"], ["aws_iam_role.a"]])
	every of_roles in [[[]], [["aws_iam_role.b"]], [["aws_iam_role.a", "aws_iam_role.b"]], [["aws_iam_role.a"], ["aws_iam_role.b"]]] {
		count(rule.report) == 0 with input as with_policies(of_roles)
	}
}
