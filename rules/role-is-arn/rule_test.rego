package karplint.rules.role_is_arn_test

import data.karplint.lib.given
import data.karplint.rules.role_is_arn as rule

class(spec, version) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}, version)

reports(spec, version) := found if found := rule.report with input as class(spec, version)

role := "arn:aws:iam::111122223333:role/team/node"

profile := "arn:aws-cn:iam::111122223333:instance-profile/node"

unknown(text) := {"$unknown": text}

test_role_below_1_2 if {
	some found in reports({"role": role}, "1.1.0")
	found.path == ["spec", "role"]
	found.severity == "error"
	found.message == "role is an ARN, and Karpenter wants the name"
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "set", "path": ["spec", "role"], "value": "node"}]
}

test_role_from_1_2_on if {
	every version in ["1.2.0", "1.14.0", "unknown"] {
		some found in reports({"role": role}, version)
		found.severity == "warning"
		found.fix.safety == "unsafe"
	}
}

test_instance_profile if {
	every version in ["1.1.0", "1.14.0", "unknown"] {
		some found in reports({"instanceProfile": profile}, version)
		found.severity == "error"
		found.fix.safety == "safe"
		found.fix.ops[0].value == "node"
	}
}

test_no_fix_for_another_type if {
	every spec in [{"instanceProfile": role}, {"role": profile}, {"role": "arn:aws:iam::111122223333:role/"}, {"role": unknown("arn:aws:iam::${a}:role/x")}] {
		some found in reports(spec, "1.0.8")
		not found.fix
		startswith(found.help, "write the name of the ")
	}
}

test_references if {
	every expression, help in {
		"aws_iam_role.node.arn": "use aws_iam_role.node.name",
		"data.aws_iam_role.node[0].arn": "use data.aws_iam_role.node[0].name",
		"module.karpenter.node_iam_role_arn": "use module.karpenter.node_iam_role_name",
		"module.karpenter.role_arn": "use module.karpenter.role_name",
		"module.nodes.worker_role_arn": "write the name of the role: what stands behind the last / of the ARN",
	} {
		some found in reports({"role": unknown(expression)}, "1.0.8")
		found.severity == "error"
		found.help == help
	}
	some found in reports({"instanceProfile": unknown("aws_iam_instance_profile.node.arn")}, "1.0.8")
	found.help == "use aws_iam_instance_profile.node.name"
}

test_called_arn if {
	every expression in ["${NODE_ROLE_ARN}", "var.node_role_arn", "{{ .Values.nodeRoleArn }}", "module.iam.arn"] {
		some found in reports({"role": unknown(expression)}, "1.0.8")
		found.severity == "warning"
		found.message == "role is called an ARN, and Karpenter wants the name"
	}
}

test_alpha if {
	template := {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "spec": {"instanceProfile": profile}}
	count(rule.report) == 1 with input as given.resource(template, "0.31.4")
	provisioner := {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "spec": {"provider": {"instanceProfile": profile}}}
	some found in rule.report with input as given.resource(provisioner, "0.31.4")
	found.message == "provider.instanceProfile is an ARN, and Karpenter wants the name"
}

test_chart if {
	values := {"settings": {"aws": {"defaultInstanceProfile": profile}}}
	some found in rule.report with input as given.resource({"kind": "ChartInstallation", "karpenter": "controller", "values": values}, "0.31.4")
	found.path == ["values", "settings", "aws", "defaultInstanceProfile"]
	count(rule.report) == 0 with input as given.resource({"kind": "ChartInstallation", "values": values}, "0.31.4")
	ignored := {"kind": "ChartInstallation", "karpenter": "controller", "version": "1.0.8", "values": values}
	count(rule.report) == 0 with input as given.resource(ignored, "1.0.8")
}

test_silent if {
	every value in ["node", "team/node", unknown("aws_iam_role.node.name"), unknown("var.role"), unknown("basename(aws_iam_role.node.arn)"), null, ""] {
		reports({"role": value}, "1.0.8") == set()
	}
	other := {"apiVersion": "example.com/v1", "kind": "Provisioner", "spec": {"provider": {"instanceProfile": profile}}}
	count(rule.report) == 0 with input as given.resource(other, "0.31.4")
}
