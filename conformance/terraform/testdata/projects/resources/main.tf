locals {
  pools = { a = { cpu = 1, zones = ["x", "y"] }, b = { cpu = 2, zones = [] } }
  pairs = flatten([for k, v in local.pools : [for z in v.zones : { pool = k, zone = z }]])
  on    = false
}
resource "terraform_data" "one" {
  input            = { name = "one", list = [1, 2], nil = null }
  triggers_replace = [local.on, "x"]
}
resource "terraform_data" "each" {
  for_each = local.pools
  input    = merge(each.value, { key = each.key })
}
resource "terraform_data" "set" {
  for_each = toset([for k, v in local.pools : upper(k)])
  input    = "${each.key}=${each.value}"
}
resource "terraform_data" "counted" {
  count = length(local.pools) + 1
  input = count.index * 2
}
resource "terraform_data" "none" {
  count = local.on ? 1 : 0
  input = "none"
}
resource "terraform_data" "pairs" {
  for_each = { for p in local.pairs : "${p.pool}.${p.zone}" => p }
  input    = each.value.zone
}
resource "terraform_data" "chain" {
  input      = [terraform_data.one.input.name, terraform_data.each["a"].input.cpu, terraform_data.counted[1].input, [for k, r in terraform_data.set : r.input]]
  depends_on = [terraform_data.none]
  lifecycle {
    ignore_changes = [triggers_replace]
    precondition {
      condition     = length(local.pools) == 2
      error_message = "Two pools."
    }
  }
  provisioner "local-exec" {
    command = "true ${self.input[0]}"
    when    = destroy
  }
}
locals {
  name     = terraform_data.one.input.name
  same     = resource.terraform_data.one.input
  keys     = keys(terraform_data.each)
  counts   = terraform_data.counted[*].input
  last     = terraform_data.counted[2].input
  maybe    = one(terraform_data.none[*].input)
  lengths  = [length(terraform_data.each), length(terraform_data.counted), length(terraform_data.none), length(terraform_data.pairs)]
  inputs   = { for k, r in terraform_data.each : k => r.input.cpu }
  rendered = "name: ${terraform_data.one.input.name}"
  output   = terraform_data.one.output
  known    = can(terraform_data.one.input.name)
}
output "chain" { value = terraform_data.chain.input }
