variable "in" {}
variable "other" {}
output "both" { value = "${var.in} ${var.other}" }
