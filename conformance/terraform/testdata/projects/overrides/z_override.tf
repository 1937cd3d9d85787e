locals {
  y = "last ${var.a}"
}

module "m" {
  other = "last"
}
