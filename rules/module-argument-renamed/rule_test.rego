package karplint.rules.module_argument_renamed_test

import data.karplint.lib.given
import data.karplint.rules.module_argument_renamed as rule

call(since, names) := given.in_terraform("ModuleCall", "module.karpenter", {
	"module": "terraform-aws-modules/terraform-aws-eks//modules/karpenter",
	"title": "the submodule",
	"version": "~> 20.0",
	"since": since,
	"given": {name: true | some name in names},
	"outputs": ["queue_name", "role_name"],
})

reports(resource) := found if {
	found := rule.report with input as {"resource": resource, "target": {"known": false}, "config": given.config}
}

arguments(resource) := [found | some found in reports(resource); found.path[0] == "given"]

test_renamed if {
	some found in arguments(call("20.0.0", ["irsa_name", "policies", "cluster_name"]))
	found.path == ["given", "irsa_name"]
	found.message == `version ~> 20.0 of the module has no argument "irsa_name" and 1 more`
	found.help == "rename irsa_name to iam_role_name, policies to iam_role_policies"
	found.fix.safety == "unsafe"
	count(found.fix.ops) == 2
	count(found.related) == 1
}

test_removed if {
	some found in arguments(call("21.0.0", ["enable_v1_permissions"]))
	found.message == `version ~> 20.0 of the module has no argument "enable_v1_permissions"`
	found.help == "delete it"
	not found.fix
	some two in arguments(call("21.0.0", ["enable_v1_permissions", "enable_irsa"]))
	two.help == "delete them"
}

test_names_with_a_new_meaning if {
	some found in arguments(call("20.0.0", ["irsa_name", "iam_role_name"]))
	found.fix.ops == [
		{"do": "rename", "path": ["given", "iam_role_name"], "key": "node_iam_role_name"},
		{"do": "rename", "path": ["given", "irsa_name"], "key": "iam_role_name"},
	]
	arguments(call("20.0.0", ["iam_role_name", "create_iam_role"])) == []
}

test_both_names if {
	some found in arguments(call("20.0.0", ["irsa_name", "iam_role_name", "node_iam_role_name"]))
	not found.fix
	found.help == "rename irsa_name to iam_role_name"
}

test_outputs if {
	some found in reports(call("20.0.0", []))
	found.path == ["outputs", 1]
	found.message == `version ~> 20.0 of the module has no output "role_name"`
	found.help == `read "node_iam_role_name"`
}

test_older_versions if {
	reports(call("19.0.0", ["irsa_name"])) == set()
	reports(given.in_terraform("ModuleCall", "module.karpenter", {"module": "terraform-aws-modules/terraform-aws-eks//modules/karpenter", "given": {"irsa_name": true}, "outputs": ["role_name"]})) == set()
}
