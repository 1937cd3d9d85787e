output "path" { value = "${path.module} ${path.root}" }
output "up" { value = file("${path.module}/../root.txt") }
