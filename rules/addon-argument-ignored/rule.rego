# METADATA
# title: The module for add-ons ignores a key
# description: |
#   The modules of EKS Blueprints take the settings of an add-on as a map of any type, and read only the keys that
#   they know. Terraform cannot check the others, so a misspelled key, or a key of another module, silently has no
#   effect. The most common one is `version`, which terraform-aws-eks-blueprints-addons calls `chart_version`: the
#   module ignores `version` and installs its own default, an old release of Karpenter. Another is `set_list`, which
#   neither module has.
#
#   **What to do.** Write the key that the module reads, or delete it. Put values of the chart into `values` or `set`.
#
#   **Not reported.** Maps that an expression computes; modules that do not install Karpenter.
#
#   **Fix safety.** No automatic fix: under its right name the key takes effect, and may install another release.
# related_resources:
# - description: terraform-aws-eks-blueprints-addons, what it reads
#   ref: https://github.com/aws-ia/terraform-aws-eks-blueprints-addons/blob/v1.24.3/main.tf
# custom:
#   id: KL803
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [ModuleCall]
#   needles: [eks-blueprints]
package karplint.rules.addon_argument_ignored

import data.karplint.lib.modules
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": ["arguments", argument, key],
	"entry": true,
	"message": sprintf("%s does not read %q of %s", [modules.subject(call), key, argument]),
	"why": "the key has no effect, and Terraform says nothing",
	"help": advice(row, key),
} if {
	call := input.resource
	call.value.arguments.enable_karpenter == true
	some argument, row in modules.row.reads
	settings := call.value.arguments[argument]
	is_object(settings)
	not values.unknown(settings)
	some key, _ in settings
	not startswith(key, "$")
	not key in row.keys
}

advice(row, key) := sprintf("write %q", [row.instead[key]]) if row.instead[key]

else := "delete it, or write values of the chart into values or set"
