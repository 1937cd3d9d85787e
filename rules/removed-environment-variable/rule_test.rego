package karplint.rules.removed_environment_variable_test

import data.karplint.lib.given
import data.karplint.rules.removed_environment_variable

chart(names, version) := {sprintf("%s; %s", [found.message, found.help]) |
	some found in removed_environment_variable.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": {
				"chart": "karpenter",
				"karpenter": "controller",
				"version": version,
				"values": {"controller": {"env": [{"name": name, "value": "x"} | some name in names]}},
			},
		},
		"target": given.target("unknown"),
	}
}

test_the_name_of_the_version if {
	chart(["AWS_ISOLATED_VPC"], "v0.27.5") == {
		`Karpenter does not read environment variable "AWS_ISOLATED_VPC" from 0.19.0 on; set "settings.aws.isolatedVPC" in the values of Karpenter's chart`,
	}
	chart(["AWS_ISOLATED_VPC"], "1.0.8") == {
		`Karpenter does not read environment variable "AWS_ISOLATED_VPC" from 0.19.0 on; set "settings.isolatedVPC" in the values of Karpenter's chart`,
	}
}

test_dropped if {
	some profile in chart(["AWS_DEFAULT_INSTANCE_PROFILE"], "1.0.8")
	endswith(profile, "; use spec.role or spec.instanceProfile of each EC2NodeClass")
	some eni in chart(["AWS_ENABLE_POD_ENI"], "1.0.8")
	contains(eni, "; delete it, because ")
	some convention in chart(["AWS_NODE_NAME_CONVENTION"], "v0.28.0")
	endswith(convention, "; delete it: Karpenter chooses the names of nodes")
}

test_of_1_0 if {
	count(chart(["ASSUME_ROLE_ARN", "ASSUME_ROLE_DURATION", "LOGGING_CONFIG", "LEADER_ELECT"], "1.0.0")) == 4
	chart(["ASSUME_ROLE_ARN", "ASSUME_ROLE_DURATION", "LOGGING_CONFIG", "LEADER_ELECT"], "0.37.8") == set()
}

test_others if {
	chart(["AWS_REGION", "CLUSTER_NAME", "LOG_LEVEL", "DISABLE_LEADER_ELECTION"], "1.0.8") == set()
	every version in ["v0.18.1", "", ">= 0.18.0, < 1.0.0", {"$unknown": "var.version"}] {
		chart(["AWS_ISOLATED_VPC"], version) == set()
	}
}

deployment(name, image, version) := found if {
	found := removed_environment_variable.report with input as given.resource(
		{
			"kind": "Deployment",
			"metadata": {"name": name},
			"spec": {"template": {"spec": {"containers": [
				{"name": "sidecar", "env": [{"name": "LEADER_ELECT"}]},
				{"name": "controller", "image": image, "env": [{"name": "LEADER_ELECT", "value": "false"}]},
			]}}},
		},
		version,
	)
}

test_deployment if {
	some found in deployment("karpenter", "public.ecr.aws/karpenter/controller:1.0.8", "1.0.8")
	found.path == ["spec", "template", "spec", "containers", 1, "env", 0, "name"]
	count(deployment("karpenter", "", "1.0.8")) == 1
}

test_other_deployments if {
	deployment("other", "public.ecr.aws/karpenter/controller:1.0.8", "1.0.8") == set()
	deployment("karpenter", "mcr.microsoft.com/aks/karpenter:1.0.8", "1.0.8") == set()
	deployment("karpenter", "public.ecr.aws/karpenter/controller:1.0.8", "unknown") == set()
}
