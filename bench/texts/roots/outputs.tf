output "@M" {
  value       = try({ role = module.@M[0].role_arn, metadata = module.@M[0].metadata }, null)
  description = "The role and the release of @M"
}

