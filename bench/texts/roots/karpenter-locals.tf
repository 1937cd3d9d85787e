locals {
  defaults = var.resource_configs_defaults.default

  classes = merge({
    default = {
      amiSelectorTerms           = [{ alias = "al2023@v20250519" }]
      role                       = module.this.node_iam_role_name
      subnetSelectorTerms        = [for id in var.subnet_ids : { id = id }]
      securityGroupSelectorTerms = [{ tags = { "karpenter.sh/discovery" = var.cluster_name } }]
      metadataOptions            = local.defaults.nodeClass.metadataOptions
      blockDeviceMappings        = local.defaults.nodeClass.blockDeviceMappings
      tags                       = var.tags
    }
  }, try(var.resource_configs.ec2NodeClasses, {}))

  pools = { for name, pool in try(var.resource_configs.nodePools, {}) : name => merge(pool, {
    template = merge(try(pool.template, {}), {
      spec = merge({ nodeClassRef = local.defaults.nodeClassRef }, try(pool.template.spec, {}), {
        requirements = concat(
          [for item in local.defaults.requirements : item if !contains([for own in try(pool.template.spec.requirements, []) : own.key], item.key)],
          try(pool.template.spec.requirements, []),
        )
        expireAfter = try(pool.template.spec.expireAfter, "720h")
      })
    })
    disruption = merge(local.defaults.disruption, try(pool.disruption, {}))
    limits     = merge(local.defaults.limits, try(pool.limits, {}))
  }) }
}
