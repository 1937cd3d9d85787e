# The oldest cluster. Terraform applies all of it.
resource "aws_eks_cluster" "legacy" {
  name     = "legacy"
  version  = "1.24"
  role_arn = var.cluster_role_arn

  vpc_config {
    subnet_ids = var.subnet_ids
  }
}

resource "aws_eks_node_group" "system" {
  cluster_name    = aws_eks_cluster.legacy.name
  node_group_name = "system"
  node_role_arn   = var.node_role_arn
  subnet_ids      = var.subnet_ids

  scaling_config {
    desired_size = 2
    max_size     = 3
    min_size     = 2
  }
}

variable "cluster_role_arn" {
  type = string
}

variable "node_role_arn" {
  type = string
}

variable "subnet_ids" {
  type = list(string)
}
