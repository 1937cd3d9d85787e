module "eks" {
  source            = "../../modules/eks"
  vpc_name          = var.vpc_name
  vpc_id            = var.vpc_id
  karpenter_version = "@V"
}

variable "cluster_tags" {
  type    = map(string)
  default = { @1 = "@2" }
}
