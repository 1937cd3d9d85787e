locals {
  cluster_name = var.create ? try(module.eks[0].cluster_name, var.cluster_name) : var.cluster_name
  vpc_id       = var.vpc.id != null ? var.vpc.id : try(var.vpc.link.id, null)
  subnet_ids   = length(var.vpc.private_subnet_ids) > 0 ? var.vpc.private_subnet_ids : try(var.vpc.link.private_subnet_ids, [])
  account_id   = coalesce(var.account_id, try(data.aws_caller_identity.current.account_id, null))

  node_groups = { for name, group in var.node_groups : name => merge(var.node_groups_default, group, {
    labels = merge(try(group.labels, {}), { group = name })
    taints = { for key, taint in try(group.taints, {}) : key => merge({ effect = "NO_SCHEDULE" }, taint) }
  }) }
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "20.37.2"
  count   = var.create ? 1 : 0

  cluster_name    = var.cluster_name
  cluster_version = var.cluster_version
  vpc_id          = local.vpc_id
  subnet_ids      = local.subnet_ids

  enable_irsa                    = true
  cluster_endpoint_public_access = var.cluster_endpoint_public_access

  eks_managed_node_group_defaults = var.node_groups_default
  eks_managed_node_groups         = local.node_groups

  cluster_addons = {
    coredns    = try(var.default_addons.coredns, {})
    kube-proxy = {}
    vpc-cni    = {}
  }

  node_security_group_tags = { "karpenter.sh/discovery" = var.cluster_name }
  tags                     = var.tags
}

module "karpenter" {
  source = "./modules/karpenter"
  count  = var.create && var.karpenter.enabled ? 1 : 0

  cluster_name              = module.eks[0].cluster_name
  cluster_endpoint          = module.eks[0].cluster_endpoint
  oidc_provider_arn         = module.eks[0].oidc_provider_arn
  subnet_ids                = local.subnet_ids
  configs                   = var.karpenter.configs
  resource_configs          = var.karpenter.resource_configs
  resource_configs_defaults = var.karpenter.resource_configs_defaults
  tags                      = var.tags

  depends_on = [module.eks]
}
