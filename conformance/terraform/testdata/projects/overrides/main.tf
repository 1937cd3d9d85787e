variable "a" {
  type    = string
  default = "base"
}
variable "b" { default = "base" }
locals {
  x = "base"
  y = "base"
}
output "o" { value = local.x }
module "m" {
  source = "./m"
  in     = "base"
  other  = "base"
}
resource "terraform_data" "r" {
  input            = { a = var.a, b = local.x }
  triggers_replace = "base"
}
