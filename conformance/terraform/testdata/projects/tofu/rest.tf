locals {
  both = "${local.from} ${local.json} ${local.over}"
  over = "no"
}
