variable "b" {
  type    = list(number)
  default = ["1"]
}
module "m" { in = "a_override" }
resource "terraform_data" "r" {
  input = { only = var.b }
}
