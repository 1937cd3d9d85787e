# METADATA
# title: A class uses a launch template of one's own
# description: |
#   The alpha API let an `AWSNodeTemplate`, or `spec.provider` of a `Provisioner`, name a launch template of EC2 from which nodes are started:
#   `launchTemplate: my-template`. `EC2NodeClass` has no such field, neither in v1beta1 nor in v1: Karpenter makes its launch templates itself. On an
#   `EC2NodeClass` Kubernetes refuses the field or drops it, and nodes start without the template's user data, volumes, tags and role. On an alpha object
#   it works, but nothing can convert it: someone has to look into the launch template and write down what it holds.
#
#   **What to do.** Read the template (`aws ec2 describe-launch-template-versions --launch-template-name my-template --versions '$Default'`) and write
#   what it says into the class: its image as `amiFamily` and `amiSelectorTerms`, security groups as `securityGroupSelectorTerms`, the instance profile as
#   `instanceProfile` or `role`, and `userData`, `blockDeviceMappings`, `metadataOptions`, `tags`. Then delete the field. An
#   `AWSNodeTemplate` takes the same fields (`amiSelector`, `securityGroupSelector`), so this can be done before the migration.
#
#   **How bad it is** depends on the version. An alpha object that Karpenter below 0.32 runs is right as it is: info, as a hint to what the migration will
#   ask for. A warning in 0.32, where the migration is made, and where the version is not known. An error from 0.33, and on any `EC2NodeClass`.
#
#   **Not reported.** A field without a value; objects with a templated API, which may be the alpha one.
#
#   **Fix safety.** No automatic fix: what the template holds is not in the file.
# related_resources:
# - description: v1beta1 migration, launch templates
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#launchtemplatename
# custom:
#   id: KL533
#   severity: error
#   severity_note: on alpha objects info below 0.32, warning in 0.32 and where the version is not known
#   scope: resource
#   fix: none
#   kinds: [AWSNodeTemplate, Provisioner, EC2NodeClass]
#   needles: [launchTemplate]
package karplint.rules.launch_template

import data.karplint.lib.api
import data.karplint.lib.migration

report contains {
	"resource": input.resource.address,
	"path": array.concat(holder, [field]),
	"severity": severity,
	"message": sprintf("%s %s; write what the launch template holds into the class, as amiFamily, securityGroupSelectorTerms, role, userData and blockDeviceMappings", [
		field,
		consequence,
	]),
} if {
	some [kind, holder, field] in places
	input.resource.kind == kind
	generation := api.of(input.resource.value)
	severity := severities[generation]
	consequence := consequences[generation]
	object.get(input.resource.value, array.concat(holder, [field]), null) != null
}

# places: kinds, where in them the field may stand, and its names. The migration guide calls it launchTemplateName.
places := {
	["AWSNodeTemplate", ["spec"], "launchTemplate"],
	["Provisioner", ["spec", "provider"], "launchTemplate"],
	["EC2NodeClass", ["spec"], "launchTemplate"],
	["EC2NodeClass", ["spec"], "launchTemplateName"],
}

severities := {"alpha": migration.severity, "v1beta1": "error", "v1": "error"}

consequences := {
	"alpha": "has no place in v1beta1, so the object cannot be converted",
	"v1beta1": "is no field of an EC2NodeClass, and nodes start without it",
	"v1": "is no field of an EC2NodeClass, and nodes start without it",
}
