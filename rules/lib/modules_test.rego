package karplint.lib.modules_test

import data.karplint.lib.given
import data.karplint.lib.modules

call(value) := given.in_terraform("ModuleCall", "module.karpenter", value)

test_subjects if {
	modules.subject(call({"version": "~> 20.0"})) == "version ~> 20.0 of the module"
	modules.subject(call({"version": {"$unknown": "var.v"}})) == "the module"
	modules.subject(call({})) == "the module"
}

test_rows if {
	resource := {"resource": {"kind": "ModuleCall", "value": {"module": "aws-ia/terraform-aws-eks-blueprints-addons"}}}
	modules.row.reads.karpenter with input as resource
	not modules.row with input as {"resource": {"kind": "ModuleCall", "value": {"module": "x"}}}
	not modules.row with input as {"resource": {"kind": "Addon", "value": {"module": "aws-ia/terraform-aws-eks-blueprints-addons"}}}
}
