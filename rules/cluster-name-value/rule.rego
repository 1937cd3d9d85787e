# METADATA
# title: The name of the cluster is an ID, an ARN or an endpoint
# description: |
#   Karpenter needs the name of its cluster (`settings.clusterName`, before 0.32 `settings.aws.clusterName`, in plain manifests `CLUSTER_NAME`): it asks EKS for the
#   endpoint and the version of that cluster, tags instances with it and writes it into the user data of nodes. Other
#   attributes of a cluster are no name:
#
#   - `module.eks.cluster_id` of terraform-aws-eks: the name up to version 18. From 19.0 on it is the ID of a local cluster on an Outpost, and empty for any other
#     cluster. The same goes for `aws_eks_cluster.x.cluster_id` of the AWS provider. (`aws_eks_cluster.x.id` is the name.)
#   - the ARN of the cluster, or its endpoint.
#
#   **What you see in the cluster.** If the value is empty, Helm stops from chart 1.5 on: `Chart cannot be installed without a valid
#   settings.clusterName!`. Earlier charts leave the variable out, and the controller does not start: `panic: validating options, missing field, cluster-name`
#   (`pkg/operator/options/options_validation.go`; [aws#4083](https://github.com/aws/karpenter-provider-aws/issues/4083)). With an ARN or an endpoint
#   EKS does not know the cluster: `failed to resolve cluster endpoint` in the
#   controller's log, or nodes that start and never register.
#
#   **What to do.** Write the name: `module.eks.cluster_name`, `aws_eks_cluster.x.name`.
#
#   **Not reported.** `cluster_id` of a call of terraform-aws-eks that may be of version 18 or earlier, of a fork or of another module;
#   values that are not known; names of values that the version of the chart does not read, which KL601 and KL602 report. For values of the chart
#   that stand at the top of an umbrella chart's values see KL602.
#
#   **Fix safety.** Safe: the name is in the ARN. No automatic fix for references: the message says what to use.
# related_resources:
# - description: Karpenter, settings
#   ref: https://karpenter.sh/docs/reference/settings/
# - description: terraform-aws-eks, upgrade from 18 to 19
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-19.0.md
# custom:
#   id: KL610
#   severity: error
#   scope: project
#   fix: safe
#   kinds: [ChartInstallation, ModuleCall]
#   needles: [clusterName, CLUSTER_NAME]
package karplint.rules.cluster_name_value

import data.karplint.facts
import data.karplint.lib.arns
import data.karplint.lib.chart_settings

report contains object.union(
	{
		"resource": setting.release.id,
		"path": setting.path,
		"message": sprintf("%s is the cluster's %s, and Karpenter wants the name", [setting.name, form(setting.value)]),
		"why": why(form(setting.value)),
	},
	todo(setting.path, setting.value),
) if {
	some setting in chart_settings.written("settings.clusterName")
	form(setting.value)
}

why(form_) := "it is empty except for clusters on Outposts: Helm stops, or the controller panics with \"missing field, cluster-name\"" if form_ == outpost

why(form_) := "EKS finds no cluster of that name: the controller does not start, or nodes start and never register" if form_ != outpost

# form(value): what the value is instead of a name.
form(value) := "ARN" if arns.is_arn(value)

form(value) := "endpoint" if regex.match(`^https?://`, arns.text(value))

form(value) := {"arn": "ARN", "endpoint": "endpoint", "cluster_id": outpost}[reference.attribute] if {
	reference := arns.reference(value)
	reference.type == "aws_eks_cluster"
}

form(value) := {"cluster_arn": "ARN", "cluster_endpoint": "endpoint"}[reference.attribute] if {
	reference := arns.reference(value)
	reference.type == "module"
}

form(value) := outpost if is_empty_output(value)

# outpost: EKS gives an ID to local clusters alone.
outpost := "ID"

# is_empty_output(value): the output cluster_id of terraform-aws-eks, in versions that admit no earlier one than that which changed it.
is_empty_output(value) if {
	reference := arns.reference(value)
	reference.attribute == facts.module_outputs.cluster_id.output
	count(calls(reference)) > 0
	every call in calls(reference) {
		semver.compare(object.get(call.value, "since", "0.0.0"), facts.module_outputs.cluster_id.since) >= 0
	}
}

# calls(reference): the calls of terraform-aws-eks under the name, in any module, whose callers read the output.
calls(reference) := [call |
	some call in input.project.by_kind.ModuleCall
	call.value.module == facts.module_outputs.cluster_id.module
	without_keys(call.reference) == without_keys(reference.owner)
	reference.attribute in call.value.outputs
]

without_keys(address) := regex.replace(address, `\[[^\[\]]*\]`, "")

# todo(path, value): what to write, and the fix where the name is in the file.
todo(path, value) := {"fix": {
	"title": sprintf("write the name %s", [name]),
	"safety": "safe",
	"ops": [{"do": "set", "path": path, "value": name}],
}} if {
	is_string(value)
	some found in regex.find_all_string_submatch_n(`^arn:[\w-]+:eks:[\w-]*:\d*:cluster/([\w-]+)$`, value, 1)
	name := found[1]
} else := {"help": sprintf("use %s", [named(value)])} if {
	named(value)
} else := {"help": "write the name of the cluster"}

# named(value): the reference to the name of the same cluster.
named(value) := sprintf("%s.name", [reference.owner]) if {
	reference := arns.reference(value)
	reference.type == "aws_eks_cluster"
} else := sprintf("%s.%s", [reference.owner, facts.module_outputs.cluster_id.instead]) if {
	is_empty_output(value)
	reference := arns.reference(value)
}
