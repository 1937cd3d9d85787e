from_tfvars     = { a = [1, 2], b = <<-EOT
  text
  EOT
}
from_auto       = "terraform.tfvars"
from_auto_later = "terraform.tfvars"
not_null        = null
from_file       = "terraform.tfvars"
complex = {
  west = { pools = [{ name = "a" }, { name = "b", cpu = "8", taints = [{ key = "x" }, { key = "y", effect = "NoExecute" }] }] }
  east = { pools = [] }
}
