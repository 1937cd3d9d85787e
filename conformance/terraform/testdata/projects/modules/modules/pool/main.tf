module "leaf" {
  source = "../leaf"
  value  = local.label
}
locals {
  label = "${var.name}-${var.cpu}"
  tags  = merge(var.labels, { name = var.name })
  both  = [for k, v in local.tags : "${k}=${v}"]
}
output "name" { value = var.name }
output "cpu" { value = var.cpu }
output "labels" { value = local.tags }
output "leaf" { value = module.leaf }
output "path" { value = path.module }
