module "next" {
  source     = "../@D"
  name       = "${var.name}-@1"
  vpc_id     = var.vpc_id
  encryption = var.encryption
  cidrs      = var.cidrs
  tags       = merge(var.tags, { @2 = "@3" })
}
