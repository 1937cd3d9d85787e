module "@M" {
  source = "./modules/@M"
  count  = var.create && var.@M.enabled ? 1 : 0

  cluster_name      = local.cluster_name
  oidc_provider_arn = module.eks[0].oidc_provider_arn
  account_id        = local.account_id
  release_name      = var.@M.name
  namespace         = var.@M.namespace
  create_namespace  = var.@M.create_namespace
  chart_version     = var.@M.chart_version
  attach_policies   = var.@M.policies
  configs           = var.@M.configs
  rules             = { for rule in var.@M.rules : rule.name => rule }
  tags              = merge(var.tags, { addon = "@M" })

  depends_on = [module.eks]
}

