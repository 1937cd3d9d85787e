package karplint.rules.nodes_cannot_join_test

import data.karplint.lib.given
import data.karplint.rules.nodes_cannot_join as rule

role := used_by([])

used_by(users) := given.in_terraform("IAMRole", "aws_iam_role.node", {
	"name": "shop", "certain": true, "trusts": ["ec2.amazonaws.com"], "name_from": ["aws_iam_role.node.name"], "arn_from": ["aws_iam_role.node.arn"],
	"users": users,
})

cluster := given.in_terraform("Cluster", "aws_eks_cluster.shop", {"via": "aws_eks_cluster", "auto_mode": false})

class := given.in_terraform("Object", "kubectl_manifest.class", {
	"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "role": "shop",
})

entry(value) := given.in_terraform("AccessEntry", "aws_eks_access_entry.a", object.union({"via": "aws_eks_access_entry"}, value))

reports(resources, edges) := found if found := rule.report with input as given.project(resources, edges, "1.8.1")

some_edges := {"kubectl_manifest.class": ["aws_iam_role.node"]}

test_no_entry if {
	some found in reports([role, cluster, class], some_edges)
	found.severity == "warning"
}

test_entries_for_others if {
	every principal in [
		"arn:aws:iam::111122223333:role/people", "arn:aws:iam::111122223333:user/shop", "arn:aws:iam::111122223333:root",
		{"$unknown": "data.aws_caller_identity.current.arn"}, {"$unknown": "aws_iam_user.admin.arn"},
	] {
		some found in reports([role, cluster, class, entry({"principal": principal, "type": "STANDARD"})], some_edges)
		found.severity == "warning"
		found.resource == "aws_iam_role.node"
	}
}

test_authentication_mode if {
	some api in reports([role, object.union(cluster, {"value": {"authentication_mode": "API"}}), class], some_edges)
	api.severity == "error"
	some old in reports([role, object.union(cluster, {"value": {"authentication_mode": "CONFIG_MAP"}}), class], some_edges)
	old.severity == "warning"
	startswith(old.help, "add aws_iam_role.node.arn to the ConfigMap aws-auth")
}

test_entry_by_a_name_that_is_not_known if {
	data_role := given.in_terraform("IAMRole", "data.aws_iam_role.a", {
		"name": {"$unknown": "var.role"}, "name_from": ["data.aws_iam_role.a.name"], "arn_from": ["data.aws_iam_role.a.arn"],
	})
	count(reports([role, cluster, class, data_role, entry({"principal": {"$unknown": "data.aws_iam_role.a.arn"}, "type": "EC2_LINUX"})], some_edges)) == 0
}

test_entries_that_may_be_for_the_role if {
	every value in [
		{"principal": {"$unknown": "aws_iam_role.node[0].arn"}, "type": "EC2_LINUX"},
		{"principal": "arn:aws:iam::111122223333:role/shop", "type": "EC2_WINDOWS"},
		{"principal": {"$unknown": "\"arn:aws:iam::${local.account}:role/shop\""}, "type": "EC2_LINUX"},
		{"principal": {"$unknown": "var.role_arn"}, "type": "EC2_LINUX"},
		{"principal": {"$unknown": "aws_iam_role.node.arn"}, "type": {"$unknown": "var.type"}},
		{"principal": {"$unknown": "aws_iam_role.node.arn"}},
		{},
	] {
		count(reports([role, cluster, class, entry(value)], some_edges)) == 0
	}
}

test_entry_of_another_type if {
	every entry_type in ["STANDARD", "FARGATE_LINUX", "HYBRID_LINUX"] {
		some found in reports([role, cluster, class, entry({"principal": {"$unknown": "aws_iam_role.node.arn"}, "type": entry_type})], some_edges)
		found.resource == "aws_eks_access_entry.a"
		found.path == ["type"]
	}
}

test_cluster_that_is_not_known if {
	every value in [{"via": "module"}, {"via": "eks", "auto_mode": true}] {
		count(reports([role, object.union(cluster, {"value": value}), class], some_edges)) == 0
	}
	count(reports([role, class], some_edges)) == 0
}

test_users if {
	every user in ["module.access", "terraform_data.access", "output.node_role", "local_file.auth", "helm_release.auth", "kubectl_manifest.auth", {"$unknown": "…"}] {
		count(reports([used_by([user]), cluster, class], some_edges)) == 0
	}
	every user in ["aws_iam_instance_profile.a", "module.a.aws_iam_policy.a", "kubectl_manifest.class", "output.node_role_name"] {
		count(reports([used_by([user]), cluster, class], some_edges)) == 1
	}
}
