variable "a" { default = "override" }
locals {
  x = "override"
}
output "o" { value = "over ${local.y}" }
