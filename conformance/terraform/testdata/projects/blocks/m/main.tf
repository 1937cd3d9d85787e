variable "in" {}
moved {
  from = terraform_data.a
  to   = terraform_data.b
}
resource "terraform_data" "b" { input = var.in }
output "in" { value = var.in }
output "b" { value = terraform_data.b.input }
