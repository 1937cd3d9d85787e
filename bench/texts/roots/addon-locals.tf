locals {
  name          = replace(lower(var.release_name), "_", "-")
  oidc_provider = try(regex("^arn:aws:iam::[0-9]+:oidc-provider/(.*)$", var.oidc_provider_arn)[0], "")
  account_id    = coalesce(var.account_id, data.aws_caller_identity.current.account_id)
  tags          = merge({ module = "@M", team = "@1" }, var.tags)

  environment = merge(
    { region = data.aws_region.current.name, @2 = "@3" },
    { for index, name in ["@4", "@5", "@6"] : name => "${name}-${index}" },
  )

  rules = merge(var.rules, { default = { name = "default", priority = 1, targets = { for name in ["@7", "@8"] : name => upper(name) } } })
}
