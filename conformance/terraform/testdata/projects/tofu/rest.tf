locals {
  both = "${local.from} ${local.over}"
  over = "no"
}
