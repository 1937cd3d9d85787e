# METADATA
# title: Karpenter no longer reads this environment variable
# description: |
#   Karpenter's settings were environment variables at first, and some teams still set them in `controller.env` of the chart, or
#   in a Deployment that they render. The controller ignores a variable that it does not know, so the setting silently
#   has no effect.
#
#   | Variable | Gone in | Use |
#   |---|---|---|
#   | `AWS_ISOLATED_VPC`, `VM_MEMORY_OVERHEAD` | 0.19 | `settings.isolatedVPC`, `settings.vmMemoryOverheadPercent` (0.19 to 0.31: below `settings.aws`) |
#   | `AWS_DEFAULT_INSTANCE_PROFILE`, `AWS_ENABLE_POD_ENI`, `AWS_ENI_LIMITED_POD_DENSITY`, `AWS_NODE_NAME_CONVENTION` | 0.19 | values below `settings.aws` up to 0.32; then fields of the EC2NodeClass |
#   | `ASSUME_ROLE_ARN`, `ASSUME_ROLE_DURATION` | 1.0 | the role of the service account |
#   | `LOGGING_CONFIG` | 1.0 | `logLevel`, `logOutputPaths`, `logErrorOutputPaths` |
#   | `LEADER_ELECT` | 1.0 | `DISABLE_LEADER_ELECTION`, with the opposite value |
#
#   **What to do.** Use what the message names, and delete the variable.
#
#   **What is reported.** An entry of `controller.env` in the values of Karpenter's chart, and of `env` in a
#   Deployment of Karpenter's controller, if none of its possible versions reads the variable.
#
#   **Not reported.**
#
#   - Unknown versions.
#   - `AWS_REGION` and other variables that the AWS SDK reads, and variables that Karpenter reads again under the same name, such
#     as `CLUSTER_NAME`.
#   - The controllers of other clouds.
#
#   **Fix safety.** No automatic fix: the setting moves to another place.
# related_resources:
# - description: Karpenter, upgrading to 0.19.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0190
# - description: Karpenter, v1 migration, changelog
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# - description: Karpenter, settings
#   ref: https://karpenter.sh/docs/reference/settings/
# custom:
#   id: KL605
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [ChartInstallation, Deployment]
#   needles: [karpenter]
package karplint.rules.removed_environment_variable

import data.karplint.lib.chart_values
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(place.path, [i, "name"]),
	"message": sprintf("Karpenter does not read environment variable %q from %s on", [row.name, row.until]),
	"why": "the setting has no effect",
	"help": advice(place.scope, row),
} if {
	some place in places
	some i, variable in place.env
	some row in data.karplint.facts.environment.removed
	variable.name == row.name
	place.scope.since >= versions.exact(row.until)
}

# places: the lists of variables of the controller, with the versions that may read them.
places contains {"path": array.concat(chart.path, ["controller", "env"]), "env": env, "scope": chart.scope} if {
	some chart in chart_values.installed
	env := chart.values.controller.env
}

places contains {"path": ["spec", "template", "spec", "containers", i, "env"], "env": container.env, "scope": versions.target} if {
	input.resource.kind == "Deployment"
	is_karpenter(object.get(input.resource.value, "metadata", {}))
	some i, container in input.resource.value.spec.template.spec.containers
	container.name == "controller"
	is_of_aws(object.get(container, "image", ""))
}

is_karpenter(metadata) if metadata.name == "karpenter"

is_karpenter(metadata) if metadata.labels["app.kubernetes.io/name"] == "karpenter"

# is_of_aws(image): "" is that of a patch.
is_of_aws("")

is_of_aws(image) if contains(values.text(image), "karpenter/controller")

advice(scope, row) := sprintf("set %q in the values of Karpenter's chart", [value]) if {
	value := chart_values.current(scope, row.value)
} else := sprintf("use %s", [dropped.instead]) if {
	some dropped in chart_values.facts.dropped
	dropped.path == row.value
	dropped.instead
} else := sprintf("delete it, because %s", [dropped.because]) if {
	some dropped in chart_values.facts.dropped
	dropped.path == row.value
} else := row.instead
