data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRoleWithWebIdentity"]

    principals {
      type        = "Federated"
      identifiers = [var.oidc_provider_arn]
    }

    condition {
      test     = "StringEquals"
      variable = "${local.oidc_provider}:sub"
      values   = ["system:serviceaccount:${var.namespace}:${var.service_account_name}"]
    }
  }
}

resource "aws_iam_role" "this" {
  name               = substr("${var.cluster_name}-${local.name}", 0, 64)
  assume_role_policy = data.aws_iam_policy_document.assume.json
  tags               = local.tags
}

resource "aws_iam_policy" "this" {
  name = "${var.cluster_name}-${local.name}-@1"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid      = "Read"
        Effect   = "Allow"
        Action   = ["sqs:ReceiveMessage", "sqs:GetQueueAttributes", "s3:GetObject", "s3:ListBucket"]
        Resource = ["arn:aws:sqs:*:${local.account_id}:@1-*", "arn:aws:s3:::@2-*"]
      },
      {
        Sid      = "Write"
        Effect   = "Allow"
        Action   = [for action in ["PutMetricData", "GetMetricData"] : "cloudwatch:${action}"]
        Resource = "*"
      },
    ]
  })
}

resource "aws_iam_role_policy_attachment" "this" {
  role       = aws_iam_role.this.name
  policy_arn = aws_iam_policy.this.arn
}
