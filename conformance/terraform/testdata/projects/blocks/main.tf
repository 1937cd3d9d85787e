terraform {
  required_version = ">= 1.0"
}
moved {
  from = terraform_data.before
  to   = terraform_data.after
}
moved {
  from = module.old
  to   = module.m
}
removed {
  from = terraform_data.gone
}
import {
  to = terraform_data.imported
  id = "some-id"
}
check "healthy" {
  assert {
    condition     = local.sum == 3
    error_message = "The sum is ${local.sum}."
  }
}
resource "terraform_data" "after" { input = local.sum }
resource "terraform_data" "imported" {}
module "m" {
  source = "./m"
  in     = terraform_data.after.input
}
locals { sum = 1 + 2 }
