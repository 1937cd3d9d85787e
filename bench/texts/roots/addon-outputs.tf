output "role_arn" {
  value       = aws_iam_role.this.arn
  description = "The role of the service account"
}

output "metadata" {
  value = helm_release.this.metadata
}
