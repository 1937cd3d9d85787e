module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 20.24"

  cluster_name    = var.cluster_name
  cluster_version = "1.30"
  vpc_id          = var.vpc_id
  subnet_ids      = var.subnet_ids

  cluster_addons = {
    coredns = {}
    aws-ebs-csi-driver = {
      configuration_values = jsonencode({ controller = { replicaCount = 2 } })
    }
  }

  eks_managed_node_groups = {
    karpenter = {
      instance_types = ["m6i.large"]
      min_size       = 2
      max_size       = 3
      taints = {
        karpenter = {
          key    = "karpenter.sh/controller"
          value  = "true"
          effect = "NO_SCHEDULE"
        }
      }
    }
  }
}
