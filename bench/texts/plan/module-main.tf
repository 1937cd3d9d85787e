resource "aws_sqs_queue" "this" {
  count                      = var.encryption ? 1 : 0
  name                       = "${var.name}-@1-@ID"
  visibility_timeout_seconds = lookup(var.timeouts, "@2", 300)
  message_retention_seconds  = 86400
  kms_master_key_id          = var.encryption ? aws_kms_key.this[0].arn : null
  tags                       = local.tags
}

resource "aws_kms_key" "this" {
  count               = var.encryption ? 1 : 0
  description         = "@1 of ${var.name}"
  enable_key_rotation = true
}

resource "aws_s3_bucket" "this" {
  for_each      = toset(var.buckets)
  bucket        = "${var.name}-@3-${each.key}"
  force_destroy = var.force_destroy
  tags          = merge(local.tags, { bucket = each.key })
}

resource "aws_security_group" "this" {
  name   = "${var.name}-@4"
  vpc_id = var.vpc_id

  dynamic "ingress" {
    for_each = { for index, cidr in var.cidrs : index => cidr }
    content {
      from_port   = 443
      to_port     = 443
      protocol    = "tcp"
      cidr_blocks = [cidrsubnet(ingress.value, 4, 1)]
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each            = local.alarms
  alarm_name          = "${var.name}-${each.key}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = each.value.periods
  threshold           = each.value.threshold
  metric_name         = title(each.key)
}

resource "aws_lambda_function" "this" {
  function_name = "${var.name}-@5"
  role          = aws_iam_role.this.arn
  handler       = "@6.handler"
  runtime       = "python3.12"

  environment {
    variables = { for name, value in local.environment : upper(name) => value }
  }
}
