resource "helm_release" "karpenter_crd" {
  name       = "karpenter-crd"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  version    = "v0.29.2"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "v0.29.2"
  skip_crds  = true

  values = [yamlencode({
    settings = {
      aws = {
        clusterName            = aws_eks_cluster.legacy.name
        defaultInstanceProfile = "legacy-node"
        interruptionQueueName  = "legacy-karpenter"
      }
    }
  })]

  depends_on = [helm_release.karpenter_crd, aws_eks_node_group.system]
}

resource "aws_iam_role_policy" "karpenter" {
  name   = "karpenter"
  role   = "legacy-karpenter"
  policy = data.aws_iam_policy_document.karpenter.json
}

data "aws_iam_policy_document" "karpenter" {
  statement {
    sid       = "Launch"
    actions   = ["ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:RunInstances"]
    resources = ["*"]
  }

  statement {
    sid       = "Terminate"
    actions   = ["ec2:DeleteLaunchTemplate", "ec2:TerminateInstances"]
    resources = ["*"]

    condition {
      test     = "StringLike"
      variable = "ec2:ResourceTag/karpenter.sh/provisioner-name"
      values   = ["*"]
    }
  }

  statement {
    sid       = "Read"
    actions   = ["ec2:Describe*", "pricing:GetProducts", "ssm:GetParameter", "eks:DescribeCluster"]
    resources = ["*"]
  }

  statement {
    sid       = "Pass"
    actions   = ["iam:PassRole"]
    resources = [var.node_role_arn]
  }
}
