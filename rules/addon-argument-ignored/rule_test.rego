package karplint.rules.addon_argument_ignored_test

import data.karplint.lib.given
import data.karplint.rules.addon_argument_ignored as rule

call(settings, enabled) := given.in_terraform("ModuleCall", "module.addons", {
	"module": "aws-ia/terraform-aws-eks-blueprints-addons",
	"title": "the module",
	"arguments": {"enable_karpenter": enabled, "karpenter": settings},
})

reports(resource) := found if {
	found := rule.report with input as {"resource": resource, "target": {"known": false}, "config": given.config}
}

test_a_key_with_another_name if {
	some found in reports(call({"version": "0.37.0", "wait": true}, true))
	found.path == ["arguments", "karpenter", "version"]
	found.message == `the module does not read "version" of karpenter`
	found.help == `write "chart_version"`
}

test_a_key_without_another_name if {
	some found in reports(call({"set_list": []}, true))
	found.help == "delete it, or write values of the chart into values or set"
}

test_others if {
	reports(call({"chart_version": "0.37.0"}, true)) == set()
	reports(call({"version": "0.37.0"}, false)) == set()
	reports(call({"version": "0.37.0"}, {"$unknown": "var.e"})) == set()
	reports(call({"$unknown": "var.k"}, true)) == set()
	reports(call({"$open": true, "wait": true}, true)) == set()
}
