output "both" { value = "overridden ${var.in} ${var.other}" }
