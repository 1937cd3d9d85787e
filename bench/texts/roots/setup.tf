provider "aws" {
  region = "eu-central-1"
}

provider "helm" {
  kubernetes {
    host  = module.this.cluster_host
    token = module.this.cluster_token
  }
}

data "aws_vpcs" "ids" {
  tags = { Name = "default" }
}

data "aws_subnets" "subnets" {
  filter {
    name   = "vpc-id"
    values = [data.aws_vpcs.ids.ids[0]]
  }
}

locals {
  cluster_name = "example-@ID"
}
