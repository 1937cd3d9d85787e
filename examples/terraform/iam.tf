# Lets the on-call role end the nodes that Karpenter started, and no others.
data "aws_iam_policy_document" "end_nodes" {
  statement {
    actions   = ["ec2:TerminateInstances"]
    resources = ["arn:aws:ec2:*:*:instance/*"]

    condition {
      test     = "StringLike"
      variable = "aws:ResourceTag/karpenter.sh/provisioner-name"
      values   = ["*"]
    }
  }
}

resource "aws_iam_policy" "end_nodes" {
  name   = "end-karpenter-nodes"
  policy = data.aws_iam_policy_document.end_nodes.json
}
