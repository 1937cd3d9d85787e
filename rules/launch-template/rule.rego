# METADATA
# title: A class refers to a custom launch template
# description: |
#   In the alpha API an `AWSNodeTemplate`, or `spec.provider` of a `Provisioner`, can refer to an EC2 launch template
#   from which nodes are launched: `launchTemplate: my-template`. `EC2NodeClass` has no such field, neither in v1beta1
#   nor in v1, because Karpenter creates its own launch templates. On an `EC2NodeClass` Kubernetes rejects or drops the
#   field, and nodes start without the template's user data, volumes, tags and role. On an alpha object the field works,
#   but it cannot be converted automatically: someone has to read the launch template and write its settings into the
#   class.
#
#   **What to do.** Read the template
#   (`aws ec2 describe-launch-template-versions --launch-template-name my-template --versions '$Default'`) and copy its
#   settings into the class:
#
#   - the image as `amiFamily` and `amiSelectorTerms`;
#   - security groups as `securityGroupSelectorTerms`;
#   - the instance profile as `instanceProfile` or `role`;
#   - `userData`, `blockDeviceMappings`, `metadataOptions` and `tags`.
#
#   Then delete the field. An `AWSNodeTemplate` has the same fields (`amiSelector`, `securityGroupSelector`), so you can
#   do this before the migration.
#
#   **Severity** depends on the version. Info for an alpha object below 0.32: it is correct, but the migration will have
#   to change it. Warning in 0.32, the version for the migration, and if the version is unknown. Error from 0.33, and on
#   any `EC2NodeClass`.
#
#   **Not reported.** An empty field; objects with a templated API version, which may be the alpha one.
#
#   **Fix safety.** No automatic fix: the file does not contain the settings of the template.
# related_resources:
# - description: v1beta1 migration, launch templates
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#launchtemplatename
# custom:
#   id: KL533
#   severity: error
#   severity_note: on alpha objects info below 0.32, warning in 0.32 and if the version is unknown
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
	"message": sprintf("%s %s", [field, words.fact]),
	"why": words.why,
	"help": "copy its settings into the class: amiFamily, securityGroupSelectorTerms, role, userData and blockDeviceMappings",
} if {
	some [kind, holder, field] in places
	input.resource.kind == kind
	generation := api.here
	severity := severities[generation]
	words := texts[generation]
	object.get(input.resource.value, array.concat(holder, [field]), null) != null
}

# places: each kind with the path and the name of the field. The migration guide calls it launchTemplateName.
places := {
	["AWSNodeTemplate", ["spec"], "launchTemplate"],
	["Provisioner", ["spec", "provider"], "launchTemplate"],
	["EC2NodeClass", ["spec"], "launchTemplate"],
	["EC2NodeClass", ["spec"], "launchTemplateName"],
}

severities := {"alpha": migration.severity, "v1beta1": "error", "v1": "error"}

texts := {"alpha": lost, "v1beta1": unknown, "v1": unknown}

lost := {
	"fact": "does not exist from v1beta1 on",
	"why": "the object cannot be converted: the settings of the launch template are only in AWS",
}

unknown := {
	"fact": "is not a field of EC2NodeClass",
	"why": "nodes start without the launch template's user data, volumes, tags and role",
}
