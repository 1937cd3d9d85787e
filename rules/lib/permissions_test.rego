package karplint.lib.permissions_test

import data.karplint.lib.given
import data.karplint.lib.permissions

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": [{"actions": ["ec2:RunInstances"]}]})

lack(fields) := object.union({"permission": "instance-profiles", "actions": ["iam:A"], "place": [], "input": "", "since": "", "since_input": ""}, fields)

found(resource, fields) := {"resource": resource, "kind": resource.kind, "place": ["statements", 0], "lack": lack(fields), "row": {}}

call := given.in_terraform("ModuleCall", "module.karpenter", {"title": "the module", "version": "~> 19.0"})

test_remedies if {
	permissions.remedy(found(policy, {})) == "allow it"
	permissions.remedy(found(policy, {"actions": ["a", "b"]})) == "allow them"
	permissions.remedy(found(call, {"input": "x"})) == "set x = true"
	permissions.remedy(found(call, {"since": "20.0.0"})) == "use 20.0.0 or later of the module"
	permissions.remedy(found(call, {"since": "20.0.0", "since_input": "x"})) == "use 20.0.0 or later of the module with x = true"
	permissions.remedy(found(call, {})) == "allow it with a policy of your own"
}

test_subjects if {
	permissions.subject(found(policy, {})) == "the controller's policy"
	permissions.subject(found(call, {})) == "version ~> 19.0 of the module"
	permissions.subject(found(object.union(call, {"value": {"version": {"$unknown": "x"}}}), {})) == "the module"
}

test_actions if {
	permissions.actions(found(policy, {"actions": ["iam:A", "iam:B"]})) == `"iam:A" and "iam:B"`
	permissions.actions(found(policy, {"actions": ["iam:A", "iam:CreateB", "iam:C"]})) == `"iam:CreateB" and 2 more actions`
	permissions.actions(found(policy, {"actions": ["iam:A", "iam:B", "iam:C"]})) == `"iam:A" and 2 more actions`
}

test_places if {
	permissions.place(found(policy, {})) == ["statements", 0]
	permissions.place(found(policy, {"place": ["statements", 1, "conditions", 0]})) == ["statements", 1, "conditions", 0]
	read := object.union(policy, {"value": {"read_from": "policy.json"}})
	permissions.place(found(read, {"place": ["statements", 1, "conditions", 0]})) == ["statements", 0]
	text := object.union(policy, {"block": "", "value": {"text": true}})
	permissions.place(found(text, {})) == ["statements"]
	permissions.place(found(call, {})) == []
}

class(value) := given.in_manifest("Object", "class.yaml", object.union({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}}, value))

test_classes if {
	input_ := given.project([class({"role": "nodes", "uses": ["placementGroupSelector"]})], {}, "1.0.8")
	count(permissions.with_field("role")) == 1 with input as input_
	count(permissions.with_field("placementGroupSelector")) == 1 with input as input_
	count(permissions.with_field("instanceProfile")) == 0 with input as input_
	permissions.title(permissions.classes[0]) == `EC2NodeClass "a"` with input as input_
}

# Classes near the project count only if it has none of its own.
test_classes_nearby if {
	nearby := object.union(class({"role": "nodes"}), {"id": "nearby"})
	own := class({"instanceProfile": "nodes"})
	count(permissions.with_field("role")) == 0 with input as given.between([own], [nearby], {}, "1.0.8")
	count(permissions.with_field("role")) == 1 with input as given.between([policy], [nearby], {}, "1.0.8")
}

test_severity if {
	permissions.upgrade_severity == "error" with input as given.project([class({})], {}, "1.0.8")
	permissions.upgrade_severity == "warning" with input as given.project([class({})], {}, "1.1.0")
	permissions.upgrade_severity == "error" with input as given.project([class({"apiVersion": "karpenter.k8s.aws/v1beta1"})], {}, "1.1.0")
}
