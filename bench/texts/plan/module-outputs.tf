output "queue_arn" {
  value = try(aws_sqs_queue.this[0].arn, null)
}

output "bucket_names" {
  value = [for bucket in aws_s3_bucket.this : bucket.id]
}

output "role_arn" {
  value = aws_iam_role.this.arn
}
