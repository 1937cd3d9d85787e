variable "vpc_name" {
  type = string
}

variable "vpc_id" {
  type    = string
  default = null
}

variable "karpenter_version" {
  type    = string
  default = "v0.32.1"
}

variable "worker_drive_size" {
  type    = number
  default = 30
}

resource "aws_eks_cluster" "this" {
  name     = var.vpc_name
  role_arn = aws_iam_role.cluster.arn
  version  = "1.25"

  vpc_config {
    subnet_ids = []
  }
}

resource "aws_iam_role" "cluster" {
  name = "${var.vpc_name}-cluster"
}

resource "aws_iam_role" "node" {
  name = "eks-${var.vpc_name}-workers"
}

resource "aws_sqs_queue" "this" {
  name = "${var.vpc_name}-interruptions"
}
