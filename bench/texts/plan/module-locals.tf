locals {
  tags   = merge({ module = "@1", Environment = var.name }, var.tags)
  alarms = { for name, alarm in var.alarms : name => alarm if alarm.threshold > 10 }

  environment = merge({ name = var.name, @2 = "@3" }, { for bucket in var.buckets : "bucket_${bucket}" => "${var.name}-${bucket}" })

  actions = {
    sqs = ["SendMessage", "ReceiveMessage", "DeleteMessage"]
    s3  = ["GetObject", "PutObject", "ListBucket"]
    ec2 = ["DescribeInstances", "DescribeSubnets", "DescribeSecurityGroups"]
  }
}
