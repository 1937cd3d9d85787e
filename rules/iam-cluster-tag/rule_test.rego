package karplint.rules.iam_cluster_tag_test

import data.karplint.lib.given
import data.karplint.rules.iam_cluster_tag as rule

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": [{
	"actions": ["ec2:CreateTags"],
	"conditions": [{"test": "ForAllValues:StringEquals", "variable": "aws:TagKeys", "values": ["karpenter.sh/nodeclaim", "Name"]}],
}]})

module := given.in_terraform("ModuleCall", "module.karpenter", {"title": "the module"})

lack(permission) := {"permission": permission, "actions": [], "place": ["statements", 0, "conditions", 0], "input": "", "since": "", "since_input": ""}

reports(resource, permission, version) := found if {
	controller := {"resource": resource.id, "kind": resource.kind, "place": ["statements", 0], "lacks": [lack(permission)]}
	project := given.project([resource], {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

test_keys_of_v1beta1 if {
	some found in reports(policy, "cluster-tag", "1.0.8")
	found.path == ["statements", 0, "conditions", 0]
	found.severity == "error"
	found.message == `the policy allows "ec2:CreateTags" only for "karpenter.sh/nodeclaim" and "Name"`
	found.help == `add "eks:eks-cluster-name" to aws:TagKeys`
}

test_after_the_upgrade if {
	some found in reports(policy, "cluster-tag", "1.4.0")
	found.severity == "warning"
}

test_others if {
	reports(policy, "instance-profiles", "1.0.8") == set()
	reports(policy, "cluster-tag", "0.37.8") == set()
	reports(module, "cluster-tag", "1.0.8") == set()
}

test_the_policy_of_1_0_before_1_0 if {
	some found in reports(policy, "untagged-launch", "0.37.8")
	found.severity == "warning"
	contains(found.message, `allows "ec2:RunInstances" only with tag "eks:eks-cluster-name"`)
	reports(policy, "untagged-launch", "1.0.8") == set()
	reports(policy, "untagged-launch", "unknown") == set()
	reports(module, "untagged-launch", "0.37.8") == set()
}
