variable "value" {}
variable "unset" { default = null }
output "value" { value = upper(var.value) }
output "path" { value = path.module }
output "root" { value = path.root }
output "rendered" { value = templatefile("${path.module}/templates/pool.yaml.tftpl", { name = var.value, list = ["a", "b"] }) }
output "file" { value = yamldecode(file("${path.module}/templates/data.yaml")) }
output "nothing" { value = var.unset }
