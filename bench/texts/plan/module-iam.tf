data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com", "ec2.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "this" {
  dynamic "statement" {
    for_each = local.actions
    content {
      sid       = title(statement.key)
      actions   = [for action in statement.value : "${statement.key}:${action}"]
      resources = ["*"]
    }
  }
}

resource "aws_iam_role" "this" {
  name               = "${var.name}-@1-@ID"
  assume_role_policy = data.aws_iam_policy_document.assume.json
}

resource "aws_iam_role_policy" "this" {
  name   = "@2"
  role   = aws_iam_role.this.id
  policy = data.aws_iam_policy_document.this.json
}

resource "aws_iam_role_policy" "logs" {
  name   = "@3"
  role   = aws_iam_role.this.id
  policy = <<EOF
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "Logs",
      "Effect": "Allow",
      "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
      "Resource": "arn:aws:logs:*:*:log-group:/@4/*"
    }
  ]
}
EOF
}
