# METADATA
# title: Node settings are inlined in spec.provider
# description: |
#   The oldest way to configure subnets, security groups and instance profiles is a block in the Provisioner:
#
#   ```yaml
#   spec:
#     provider:
#       subnetSelector: {karpenter.sh/discovery: shop}
#       securityGroupSelector: {karpenter.sh/discovery: shop}
#   ```
#
#   Later alpha versions moved it into a separate object, an `AWSNodeTemplate`, which `spec.providerRef` refers to.
#   v1beta1 has no equivalent of `provider`: a `NodePool` must refer to an `EC2NodeClass`. In a `NodePool` the block is
#   rejected or dropped, and the pool has no class.
#
#   **What to do.** Move the block into an `EC2NodeClass` and refer to that in the pool's `nodeClassRef`.
#   `karplint convert FILE` does this: the `Provisioner` becomes a `NodePool`, and its `provider` an `EC2NodeClass` of
#   the same name. While Karpenter is below 0.32, move the block into an `AWSNodeTemplate`, or wait for the conversion.
#
#   **Severity** depends on the version. Info for a Provisioner below 0.32: it is correct, but the migration will have
#   to change it. Warning in 0.32, the version for the migration, and if the version is unknown. Error from 0.33, and in
#   any `NodePool`.
#
#   **Not reported.** An empty block, and one that a template provides as a whole.
#
#   **Fix safety.** Unsafe: the fix converts all alpha objects in the file, from 0.32 on, so review the rest of the file
#   too. There is no fix if the conversion leaves a decision to you (a role, a launch template), in Terraform, or in a
#   `NodePool`.
# related_resources:
# - description: v1beta1 migration, provider
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#provider
# custom:
#   id: KL534
#   severity: error
#   severity_note: in a Provisioner info below 0.32, warning in 0.32 and if the version is unknown
#   scope: resource
#   fix: unsafe
#   fix_note: converts the file
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
		"message": "spec.provider does not exist from v1beta1 on",
		"why": "a NodePool refers to an EC2NodeClass, which has these settings",
		"help": advice,
	},
	fix,
) if {
	input.resource.kind == "Provisioner"
	api.here == "alpha"
	given(input.resource.value.spec.provider)
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("%s is not a field of NodePool", [concat(".", path)]),
	"why": "the API server rejects or drops it, and the pool has no class",
	"help": "move it into an EC2NodeClass and refer to that in spec.template.spec.nodeClassRef",
} if {
	input.resource.kind == "NodePool"
	api.here in {"v1beta1", "v1"}
	some path in [["spec", "provider"], ["spec", "template", "spec", "provider"]]
	given(object.get(input.resource.value, path, null))
}

given(block) if {
	is_object(block)
	not values.unknown(block)
}

# to: the API to convert to, if one is served.
to := "v1" if {
	served.never("karpenter.sh/v1beta1", "NodePool")
	not served.never("karpenter.sh/v1", "NodePool")
}

else := "v1beta1" if not target.below("0.32")

calls := {"v1beta1": "karplint convert", "v1": "karplint convert --to v1"}

advice := sprintf("convert it%s", [command.convert(input.resource.file, call)]) if call := calls[to]

else := "move it into an AWSNodeTemplate, or convert it once you run 0.32"

default fix := {}

fix := {"fix": {
	"title": sprintf("convert the file to %s", [to]),
	"safety": "unsafe",
	"ops": [{"do": "convert", "to": to}],
}} if {
	command.convert(input.resource.file, calls[to]) != ""
}
