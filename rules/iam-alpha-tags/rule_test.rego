package karplint.rules.iam_alpha_tags_test

import data.karplint.lib.given
import data.karplint.rules.iam_alpha_tags as rule

condition(variable, values) := {"test": "StringLike", "variable": variable, "values": values}

statement(actions, conditions) := {"effect": "Allow", "actions": actions, "resources": ["*"], "conditions": conditions}

policy(block, statements) := given.in_terraform("IAMPolicy", block, {"statements": statements})

old := condition("ec2:ResourceTag/karpenter.sh/provisioner-name", ["*"])

new := condition("ec2:ResourceTag/karpenter.sh/nodepool", ["*"])

terminate(conditions) := statement(["ec2:TerminateInstances"], conditions)

reports(resources, version) := found if {
	found := rule.report with input as given.project(resources, {"a": []}, version)
}

controller(statements) := [policy("data.aws_iam_policy_document.controller", statements)]

test_old_tag_alone if {
	some found in reports(controller([terminate([new]), statement(["ec2:DeleteLaunchTemplate"], [old])]), "0.33.0")
	found.path == ["statements", 1, "conditions", 0]
	found.message == `the policy allows "ec2:DeleteLaunchTemplate" only with tag "karpenter.sh/provisioner-name"`
	found.help == `use "karpenter.sh/nodepool"`
	not found.severity
}

test_every_form_of_condition if {
	every one in [
		condition("aws:RequestTag/karpenter.sh/provisioner-name", ["*"]),
		condition("aws:ResourceTag/karpenter.sh/provisioner-name", ["*"]),
		condition("AWS:resourcetag/karpenter.sh/provisioner-name", ["*"]),
		condition("aws:TagKeys", ["Name", "karpenter.sh/provisioner-name"]),
	] {
		count(reports(controller([statement(["ec2:RunInstances"], [one])]), "1.0.8")) == 1
	}
}

test_other_conditions if {
	every one in [
		new,
		condition("aws:ResourceTag/kubernetes.io/cluster/shop", ["owned"]),
		condition({"$unknown": "var.tag"}, ["*"]),
		condition("aws:TagKeys", {"$unknown": "var.keys"}),
	] {
		reports(controller([terminate([one])]), "1.0.8") == set()
	}
	reports(controller([terminate([])]), "1.0.8") == set()
}

test_conditions_met_without_the_tag if {
	every test in ["StringNotLike", "StringEqualsIfExists", "ForAllValues:StringLike"] {
		reports(controller([terminate([object.union(old, {"test": test})])]), "1.0.8") == set()
	}
	reports(controller([terminate([{"test": "Null", "variable": old.variable, "values": ["true"]}])]), "1.0.8") == set()
	count(reports(controller([terminate([{"test": "Null", "variable": old.variable, "values": ["false"]}])]), "1.0.8")) == 1
	keys := {"test": "ForAllValues:StringEquals", "variable": "aws:TagKeys", "values": ["karpenter.sh/managed-by"]}
	reports(controller([terminate([keys])]), "1.0.8") == set()
	count(reports(controller([statement(["ec2:CreateTags"], [keys])]), "1.0.8")) == 1
}

test_both_nodes_in_0_32 if {
	some found in reports(controller([terminate([old])]), "0.32.10")
	found.help == `add a statement with "karpenter.sh/nodepool", and keep this one while nodes of a Provisioner may still run`
	provisioner := given.in_terraform("Object", "kubectl_manifest.p", {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner"})
	some also in reports(array.concat(controller([terminate([old])]), [provisioner]), "0.33.0")
	contains(also.help, "keep this one")
}

test_managed_by_is_gone_from_1_0 if {
	statements := [terminate([condition("aws:ResourceTag/karpenter.sh/managed-by", ["shop"])])]
	some found in reports(controller(statements), "1.0.8")
	endswith(found.why, "from 1.0 on Karpenter does not set this tag")
	found.help == `use "eks:eks-cluster-name"`
	reports(controller(statements), "0.37.8") == set()
}

test_beside_a_new_statement if {
	reports(controller([terminate([old]), terminate([new])]), "0.32.10") == set()
	reports(controller([terminate([old]), statement(["ec2:*"], [new])]), "0.33.0") == set()
	reports(controller([terminate([old]), statement([{"$unknown": "var.a"}], [])]), "0.33.0") == set()
}

test_other_resources_do_not_count if {
	instance := object.union(terminate([old]), {"resources": ["arn:aws:ec2:*:*:instance/*", "arn:aws:ec2:*:*:launch-template/*"]})
	template := object.union(terminate([new]), {"resources": [{"$unknown": "\"arn:${var.p}:ec2:*:*:launch-template/*\""}]})
	count(reports(controller([instance, template]), "0.33.0")) == 1
	both := object.union(template, {"resources": array.concat(template.resources, ["arn:aws:ec2:*:*:instance/*"])})
	reports(controller([instance, both]), "0.33.0") == set()
}

test_legacy_policy_beside_a_new_one if {
	beside := [policy("aws_iam_policy.old", [terminate([old])]), policy("aws_iam_policy.new", [terminate([new])])]
	count(reports(beside, "1.0.8")) == 1
	some found in reports(beside, "1.0.8")
	found.resource == "aws_iam_policy.old"
	found.severity == "info"
	endswith(found.why, "another policy covers current nodes")
	found.help == "delete the statement once no old node is left"
}

test_deny_and_unknown if {
	reports(controller([object.union(terminate([old]), {"effect": "Deny"})]), "0.33.0") == set()
	reports([policy("a", {"$unknown": "var.policy"})], "0.33.0") == set()
}

test_many_actions if {
	some found in reports(controller([statement(["ec2:A", "ec2:B", "ec2:C"], [old])]), "0.33.0")
	startswith(found.message, `the policy allows "ec2:A" and 2 more only`)
	some two in reports(controller([statement(["ec2:A", "ec2:B"], [old])]), "0.33.0")
	startswith(two.message, `the policy allows "ec2:A" and 1 more only`)
}

selector(tags) := [given.in_manifest("TagSelector", "fis.yaml", {"tags": tags})]

test_selectors if {
	some found in reports(selector({"karpenter.sh/provisioner-name": "spot"}), "0.33.0")
	found.path == ["tags", "karpenter.sh/provisioner-name"]
	startswith(found.message, `instances are selected by tag "karpenter.sh/provisioner-name"`)
	reports(selector({"karpenter.sh/nodepool": "spot"}), "0.33.0") == set()
}

test_the_place_in_a_file if {
	in_file := given.in_manifest("IAMPolicy", "policy.json", {"statements": [terminate([old])]})
	some found in reports([in_file], "0.33.0")
	found.path == ["statements", 0]
	some text in reports([object.union(in_file, {"value": {"text": true}})], "0.33.0")
	text.path == ["statements"]
}

test_other_tags_select_on_purpose if {
	reports(selector({"Name": "spot"}), "0.33.0") == set()
	reports(selector({"karpenter.sh/provisioner-name": "spot", "karpenter.sh/nodepool": "spot"}), "0.33.0") == set()
}

test_pools_of_today if {
	pool := given.in_terraform("Object", "kubectl_manifest.p", {"apiVersion": "karpenter.sh/v1", "kind": "NodePool"})
	some found in reports(array.concat(controller([terminate([old])]), [pool]), "0.33.0")
	found.help == `use "karpenter.sh/nodepool"`
}

test_managed_by_has_no_old_nodes if {
	provisioner := given.in_terraform("Object", "kubectl_manifest.p", {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner"})
	statements := [terminate([condition("aws:ResourceTag/karpenter.sh/managed-by", ["shop"])])]
	some found in reports(array.concat(controller(statements), [provisioner]), "1.0.8")
	found.help == `use "eks:eks-cluster-name"`
}

test_a_statement_that_denies_covers_nothing if {
	deny := object.union(terminate([new]), {"effect": "Deny"})
	count(reports(controller([terminate([old]), deny]), "0.33.0")) == 1
}

test_one_action_and_no_resources if {
	bare := {"actions": "ec2:TerminateInstances", "conditions": [old]}
	count(reports(controller([bare]), "0.33.0")) == 1
	reports(controller([bare, object.union(bare, {"conditions": [new]})]), "0.33.0") == set()
}

test_actions_that_are_not_known if {
	some found in reports(controller([statement([{"$unknown": "var.a"}], [old])]), "0.33.0")
	startswith(found.message, "the policy allows actions only with tag")
}
