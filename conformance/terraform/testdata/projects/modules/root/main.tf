locals {
  pools = { general = { cpu = 4 }, gpu = { cpu = 8, labels = { accelerator = "nvidia" } } }
}
module "one" {
  source = "../modules/pool"
  name   = "one"
  cpu    = local.pools.general.cpu
}
module "each" {
  source   = "../modules/pool"
  for_each = local.pools
  name     = each.key
  cpu      = each.value.cpu
  labels   = lookup(each.value, "labels", { none = "true" })
}
module "counted" {
  source = "../modules/pool"
  count  = 2
  name   = "n${count.index}"
  cpu    = count.index + module.one.cpu
}
module "none" {
  source = "../modules/pool"
  count  = local.pools.general.cpu > 4 ? 1 : 0
  name   = "none"
}
module "inner" {
  source = "./inner"
}
module "chained" {
  source = "../modules/pool"
  name   = module.one.name
  cpu    = sum([for m in module.each : m.cpu])
  labels = merge(module.each["gpu"].labels, { chained = module.counted[1].name })
  depends_on = [module.one]
}
module "set" {
  source   = "../modules/leaf"
  for_each = toset(["b", "a"])
  value    = each.value
}
locals {
  names    = [for k, m in module.each : m.name]
  splat    = module.counted[*].name
  first    = one(module.none[*].name)
  optional = try(module.none[0].name, "none")
  length   = [length(module.each), length(module.counted), length(module.none)]
  paths    = [path.module, path.root, path.cwd, module.one.path, module.inner.path, module.one.leaf.path]
  keys     = keys(module.each)
  values   = values(module.each)[*].cpu
  whole    = module.one
  all      = module.each["general"]
  outputs  = { for k in keys(module.set) : k => module.set[k].value }
  rendered = module.one.leaf.rendered
  file     = module.one.leaf.file
  root     = file("${path.root}/root.txt")
  same     = file("root.txt")
  workspace = terraform.workspace
  absolute  = abspath("x")
}
output "names" { value = local.names }
