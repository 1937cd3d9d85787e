package karplint.rules.iam_instance_profile_actions_test

import data.karplint.lib.given
import data.karplint.rules.iam_instance_profile_actions as rule

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": [{"actions": ["ec2:RunInstances"]}]})

controller(lacks) := {"resource": policy.id, "kind": "IAMPolicy", "place": ["statements", 0], "lacks": lacks}

profiles := {"permission": "instance-profiles", "actions": ["iam:CreateInstanceProfile"], "place": [], "input": "", "since": "", "since_input": ""}

class(kind, version, value) := given.in_terraform("Object", "kubectl_manifest.c", object.union(value, {
	"apiVersion": sprintf("karpenter.k8s.aws/%s", [version]),
	"kind": kind,
	"metadata": {"name": "default"},
}))

reports(resources, lacks, version) := found if {
	project := given.project(array.concat([policy], resources), {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller(lacks)]}])
}

test_a_role if {
	some found in reports([class("EC2NodeClass", "v1beta1", {"role": "nodes"})], [profiles], "0.33.1")
	found.path == ["statements", 0]
	found.message == `the controller's policy does not allow "iam:CreateInstanceProfile"`
	found.why == `Karpenter cannot create the instance profile for the role of EC2NodeClass "default", and no node starts`
	found.help == "allow it"
	found.severity == "error"
}

test_an_unknown_role if {
	count(reports([class("EC2NodeClass", "v1", {"role": {"$unknown": "var.role"}})], [profiles], "1.0.8")) == 1
}

test_other_classes if {
	reports([class("EC2NodeClass", "v1", {"instanceProfile": "nodes"})], [profiles], "1.0.8") == set()
}

test_other_permissions if {
	reports([class("EC2NodeClass", "v1", {"role": "nodes"})], [object.union(profiles, {"permission": "instance-status"})], "1.0.8") == set()
}

test_before if {
	reports([class("EC2NodeClass", "v1beta1", {"role": "nodes"})], [profiles], "0.31.4") == set()
}

test_alpha if {
	some found in reports([class("AWSNodeTemplate", "v1alpha1", {})], [profiles], "0.32.10")
	found.severity == "warning"
	endswith(found.why, `once the class that replaces AWSNodeTemplate "default" has a role`)
	found.help == "allow it, or give the class an instanceProfile"
	some only in reports([class("AWSNodeTemplate", "v1alpha1", {})], [profiles], "0.32.1")
	only.help == "allow it"
	reports([class("AWSNodeTemplate", "v1alpha1", {}), class("EC2NodeClass", "v1beta1", {"instanceProfile": "x"})], [profiles], "0.32.10") == set()
}

test_only_deleting if {
	some found in reports([class("EC2NodeClass", "v1", {"role": "nodes"})], [object.union(profiles, {"actions": ["iam:DeleteInstanceProfile"]})], "1.0.8")
	found.severity == "warning"
	contains(found.why, "cannot change or delete the instance profile for the role")
}

test_without_classes if {
	some found in reports([], [profiles], "1.0.8")
	found.severity == "info"
	found.help == "allow it unless every class has an instanceProfile"
	reports([], [profiles], "unknown") == set()
}
