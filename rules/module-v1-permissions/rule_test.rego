package karplint.rules.module_v1_permissions_test

import data.karplint.lib.given
import data.karplint.rules.module_v1_permissions as rule

call := given.in_terraform("ModuleCall", "module.karpenter", {"title": "the module", "version": "~> 20.0"})

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": []})

reports(resource, input_, version) := found if {
	lack := {"permission": "cluster-tag", "actions": [], "place": [], "input": input_, "since": "20.24.0", "since_input": "enable_v1_permissions"}
	controller := {"resource": resource.id, "kind": resource.kind, "place": [], "lacks": [lack]}
	project := given.project([resource], {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

test_the_argument if {
	some found in reports(call, "enable_v1_permissions", "1.0.8")
	found.path == ["arguments", "enable_v1_permissions"]
	found.severity == "error"
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "set", "path": ["arguments", "enable_v1_permissions"], "value": true}]
	found.help == "set enable_v1_permissions = true, in the same apply as the controller of 1.0"
}

test_an_older_version if {
	some found in reports(call, "", "1.0.8")
	found.path == ["version"]
	not found.fix
	endswith(found.help, "with enable_v1_permissions = true, in the same apply as the controller of 1.0")
}

test_after_the_upgrade if {
	some found in reports(call, "enable_v1_permissions", "1.9.0")
	found.severity == "warning"
}

test_others if {
	reports(call, "enable_v1_permissions", "0.37.8") == set()
	reports(policy, "", "1.0.8") == set()
}

untagged(arguments, version) := found if {
	switched := object.union(call, {"value": {"arguments": arguments}})
	lack := {"permission": "untagged-launch", "actions": [], "place": [], "input": "", "since": "", "since_input": ""}
	controller := {"resource": switched.id, "kind": "ModuleCall", "place": [], "lacks": [lack]}
	project := given.project([switched], {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

test_the_policy_of_1_0_before_1_0 if {
	some found in untagged({"enable_v1_permissions": true}, "0.37.0")
	found.path == ["arguments", "enable_v1_permissions"]
	found.severity == "warning"
	endswith(found.why, "0.37.0 starts no node")
	startswith(found.help, "remove enable_v1_permissions")
	some newer in untagged({}, "0.37.0")
	newer.path == ["version"]
	newer.help == "use version 20 until 1.0 runs"
	untagged({"enable_v1_permissions": true}, "1.0.8") == set()
	untagged({"enable_v1_permissions": true}, "unknown") == set()
}

of_19(version) := found if {
	old := given.in_terraform("ModuleCall", "module.karpenter", {
		"title": "the module", "version": "~> 19.21", "since": "19.21.0", "until": "20.0.0",
		"module": "terraform-aws-modules/terraform-aws-eks//modules/karpenter",
	})
	controller := {"resource": old.id, "kind": "ModuleCall", "known": true, "place": [], "lacks": []}
	project := given.project([old], {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

test_version_19 if {
	some found in of_19("1.3.0")
	found.severity == "warning"
	found.message == "version ~> 19.21 of the module has no policy for Karpenter from 1.0 on"
	of_19("0.37.8") == set()
}
