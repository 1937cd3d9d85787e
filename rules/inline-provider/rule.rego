# METADATA
# title: A Provisioner describes its nodes itself, in spec.provider
# description: |
#   The oldest way to tell Karpenter about subnets, security groups and instance profiles is a block in the Provisioner:
#
#   ```yaml
#   spec:
#     provider:
#       subnetSelector: {karpenter.sh/discovery: shop}
#       securityGroupSelector: {karpenter.sh/discovery: shop}
#   ```
#
#   Later alpha versions moved it into an object of its own, an `AWSNodeTemplate`, which `spec.providerRef` names. v1beta1 has nothing like `provider`: a `NodePool` must name
#   an `EC2NodeClass`. Written in a `NodePool`, the block is refused or dropped, and the pool has no class.
#
#   **What to do.** Move the block into an `EC2NodeClass` and name that in the pool's `nodeClassRef`. `karplint convert FILE` does so:
#   the `Provisioner` becomes a `NodePool`, and its `provider` an `EC2NodeClass` of the same name. While Karpenter is below 0.32, move it into an
#   `AWSNodeTemplate`, or wait for the conversion.
#
#   **How bad it is** depends on the version. A Provisioner that Karpenter below 0.32 runs is right as it is: info, as a hint to what the migration will
#   ask for. A warning in 0.32, where the migration is made, and where the version is not known. An error from 0.33, and in any `NodePool`.
#
#   **Not reported.** A block without a value, and one that a template gives as a whole.
#
#   **Fix safety.** Unsafe: the fix converts all alpha objects of the file, from 0.32 on; look at what it makes of the rest. No fix where
#   the conversion leaves something to decide (a role, a launch template), in Terraform, and in a `NodePool`.
# related_resources:
# - description: v1beta1 migration, provider
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#provider
# custom:
#   id: KL534
#   severity: error
#   severity_note: in a Provisioner info below 0.32, warning in 0.32 and where the version is not known
#   scope: resource
#   fix: unsafe
#   fix_note: the conversion of the file
#   kinds: [Provisioner, NodePool]
#   needles: [Provisioner, NodePool]
package karplint.rules.inline_provider

import data.karplint.lib.api
import data.karplint.lib.command
import data.karplint.lib.migration
import data.karplint.lib.served
import data.karplint.lib.target
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": ["spec", "provider"],
		"severity": migration.severity,
		"message": sprintf("spec.provider has no place in a NodePool, which names an EC2NodeClass instead; %s", [advice]),
	},
	fix,
) if {
	input.resource.kind == "Provisioner"
	api.of(input.resource.value) == "alpha"
	given(input.resource.value.spec.provider)
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("%s is no field of a NodePool; write it as an EC2NodeClass and name that in spec.template.spec.nodeClassRef", [concat(".", path)]),
} if {
	input.resource.kind == "NodePool"
	api.of(input.resource.value) in {"v1beta1", "v1"}
	some path in [["spec", "provider"], ["spec", "template", "spec", "provider"]]
	given(object.get(input.resource.value, path, null))
}

given(block) if {
	is_object(block)
	not values.unknown(block)
}

# to: the API to convert to, where one is served.
to := "v1" if {
	served.never("karpenter.sh/v1beta1", "NodePool")
	not served.never("karpenter.sh/v1", "NodePool")
}

else := "v1beta1" if not target.below("0.32")

calls := {"v1beta1": "karplint convert", "v1": "karplint convert --to v1"}

advice := sprintf("convert it%s", [command.convert(input.resource.file, call)]) if call := calls[to]

else := "move it into an AWSNodeTemplate, or convert it once 0.32 runs"

default fix := {}

fix := {"fix": {
	"title": sprintf("convert the file to %s", [to]),
	"safety": "unsafe",
	"ops": [{"do": "convert", "to": to}],
}} if {
	command.convert(input.resource.file, calls[to]) != ""
}
