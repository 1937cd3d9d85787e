package karplint.rules.pass_role_test

import data.karplint.lib.given
import data.karplint.rules.pass_role as rule

role(value) := given.in_terraform("IAMRole", "aws_iam_role.node", object.union(
	{"trusts": ["ec2.amazonaws.com"], "name_from": ["aws_iam_role.node.name"], "arn_from": ["aws_iam_role.node.arn"]},
	value,
))

class := given.in_terraform("Object", "kubectl_manifest.class", {
	"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "role": {"$unknown": "aws_iam_role.node.name"},
})

policy := given.in_terraform("IAMPolicy", "aws_iam_policy.a", {"statements": []})

controller(passes) := {"resource": "aws_iam_policy.a", "kind": "IAMPolicy", "known": true, "attached": true, "passes_more": false, "passes": passes}

with_controllers(resources, controllers) := object.union(
	given.project(resources, {"a": []}, "1.8.1"),
	{"project": {"controllers": controllers}},
)

denied(named, passes) if {
	found := rule.report with input as with_controllers([role(named), class, policy], [controller(passes)])
	count(found) == 1
}

arn(name) := sprintf("arn:aws:iam::111122223333:role/%s", [name])

test_names if {
	every passed in [arn("other"), arn("shop-node-2"), arn("shop-*-x"), arn("team/other"), {"$unknown": "\"arn:aws:iam::${local.a}:role/x-${local.b}\""}] {
		denied({"name": "shop-node"}, [passed])
	}
	every passed in [
		arn("shop-node"), arn("shop-*"), arn("shop-nod?"), arn("*"), "*", "arn:aws:iam::111122223333:*", arn("team/shop-node"),
		{"$unknown": "\"arn:aws:iam::${local.a}:role/shop-${local.b}\""}, {"$unknown": "var.arn"}, {"$unknown": "aws_iam_role.node[0].arn"},
	] {
		not denied({"name": "shop-node"}, [arn("other"), passed])
	}
}

test_random_end if {
	denied({"prefix": "shop-node-"}, [arn("other")])
	not denied({"prefix": "shop-node-"}, [arn("shop-node-2025*")])
	not denied({}, [arn("other")])
}

test_what_may_be_passed_is_not_known if {
	not denied({"name": "shop-node"}, [])
	count(rule.report) == 0 with input as with_controllers([role({"name": "shop-node"}), class, policy], [object.union(controller([arn("x")]), {"passes_more": true})])
	count(rule.report) == 0 with input as with_controllers([role({"name": "shop-node"}), class, policy], [])
}

test_another_controller_may if {
	count(rule.report) == 0 with input as with_controllers([role({"name": "shop-node"}), class, policy], [controller([arn("x")]), controller([arn("shop-node")])])
}

test_without_a_role_that_is_certainly_the_controllers if {
	unattached := object.union(controller([arn("x")]), {"attached": false})
	resources := [role({"name": "shop-node"}), class, policy]
	count(rule.report) == 0 with input as with_controllers(resources, [unattached])
	count(rule.report) == 1 with input as with_controllers(resources, [controller([arn("x")]), unattached])

	may := object.union(controller([arn("shop-node")]), {"attached": false})
	count(rule.report) == 0 with input as with_controllers(resources, [controller([arn("x")]), may])
}

test_role_of_pods_is_reported_elsewhere if {
	not denied({"name": "shop-node", "trusts": ["pods.eks.amazonaws.com"]}, [arn("x")])
}
