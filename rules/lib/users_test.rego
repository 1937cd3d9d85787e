package karplint.lib.users_test

import data.karplint.lib.given
import data.karplint.lib.users

project := given.project([given.in_terraform("IAMRole", "module.local.aws_iam_role.a", {})], {}, "1.8.1")

others(list) := found if found := users.others({"value": {"users": list}}, `^aws_iam_\w+$`) with input as project

test_others if {
	every node in ["module.access", "terraform_data.a", "output.role_arn", "module.a.local_file.b", "data.aws_iam_policy_document.c"] {
		others([node]) == {node}
	}
	every node in ["aws_iam_policy.a", "module.a.aws_iam_policy.b", "output.node_role_name", "output.nodeRoleName", "module.local"] {
		others([node]) == set()
	}
}

test_hidden if {
	others(["aws_iam_policy.a", {"$unknown": "…"}]) == {"hidden"}
	users.others({"value": {}}, ".*") == {"hidden"} with input as project
}
