package karplint.lib.arns_test

import data.karplint.lib.arns

unknown(text) := {"$unknown": text}

test_is_arn if {
	arns.is_arn("arn:aws:iam::111122223333:role/node")
	arns.is_arn(unknown("arn:aws:iam::${var.account}:role/node"))
	arns.is_arn(unknown(`"arn:aws:iam::${var.account}:role/node"`))
	not arns.is_arn("barn:a")
	not arns.is_arn(unknown("var.arn"))
	not arns.is_arn(5)
}

test_reference if {
	arns.reference(unknown("aws_iam_role.node.arn")) == {"owner": "aws_iam_role.node", "type": "aws_iam_role", "attribute": "arn"}
	arns.reference(unknown(`${data.aws_iam_role.node["a"].arn}`)).owner == `data.aws_iam_role.node["a"]`
	arns.reference(unknown("module.eks.karpenter.sqs.queue_arn")) == {
		"owner": "module.eks.karpenter.sqs",
		"type": "module",
		"attribute": "queue_arn",
	}
	every other in ["var.role_arn", "a-${module.a.arn}", "split(\"/\", aws_iam_role.node.arn)[1]", "${A}${B}", "module.a"] {
		not arns.reference(unknown(other))
	}
	not arns.reference("module.a.arn")
}

test_is_called if {
	every text in [
		"${NODE_ROLE_ARN}", "$NODE_ROLE_ARN", "var.node_role_arn", "each.value.arn", `local.roles["a"].roleArn`, "{{ .Values.nodeRoleArn }}",
		"{{- $arn | quote -}}", "{{ node_role_arn }}", "${roleARN}",
		"{{ .node_role_arn.value }}", "{{ .outputs.nodeRoleArn.value | quote }}",
	] {
		arns.is_called(unknown(text), "arn")
	}
	arns.is_called("$NODE_ROLE_ARN", "arn")
	every text in [
		"var.learn", "${NODE_ROLE_ARN##*/}", "{{ .Values.nodeRoleArn | base }}", "basename(var.role_arn)", "${BARN}", "{{ .Values.arn.name }}",
		"x-${NODE_ROLE_ARN}", "aws_iam_role.arn.name", "{{ .node_role_arn.value.name }}", "{{ .node_role_arn.values }}",
		"{{ .learn.value }}", "{{ .value }}", "{{ .arn_value }}",
	] {
		not arns.is_called(unknown(text), "arn")
	}
	not arns.is_called("role-arn", "arn")
	arns.is_called(unknown("var.queueUrl"), "url")
	not arns.is_called(unknown("var.curl"), "url")
}

test_last_part if {
	arns.last_part("arn:aws:iam::111122223333:role/team/node") == "node"
	arns.last_part("arn:aws:sqs:eu-west-1:111122223333:shop") == "shop"
}
