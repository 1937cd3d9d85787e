resource "aws_sqs_queue" "@1_@2_@I_@N" {
  name                       = "@1-@2-@ID-@N"
  delay_seconds              = 90
  visibility_timeout_seconds = 300
  message_retention_seconds  = 86400

  tags = {
    team    = "@1"
    service = "@2"
  }
}

output "@1_@2_@I_@N" {
  value = aws_sqs_queue.@1_@2_@I_@N.arn
}

