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
	endswith(found.message, "cannot tag running instances; set enable_v1_permissions = true")
}

test_an_older_version if {
	some found in reports(call, "", "1.0.8")
	found.path == ["version"]
	not found.fix
	endswith(found.message, "use 20.24.0 or later with enable_v1_permissions = true")
}

test_after_the_upgrade if {
	some found in reports(call, "enable_v1_permissions", "1.9.0")
	found.severity == "warning"
}

test_others if {
	reports(call, "enable_v1_permissions", "0.37.8") == set()
	reports(policy, "", "1.0.8") == set()
}
