# The CRDs have a chart of their own, because Helm never upgrades what a chart has in crds/.
resource "helm_release" "karpenter_crd" {
  name       = "karpenter-crd"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  version    = "1.0.6"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = var.karpenter_version

  values = [
    <<-EOT
    replicas: 2
    settings:
      clusterName: ${module.eks.cluster_name}
      interruptionQueueName: ${module.karpenter.queue_name}
      featureGates:
        drift: false # not before the sale in November
    tolerations:
      - key: karpenter.sh/controller
        operator: Exists
    EOT
  ]
}

module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 20.24"

  cluster_name                    = module.eks.cluster_name
  enable_v1_permissions           = true
  node_iam_role_name              = "KarpenterNodeRole-${var.cluster_name}"
  node_iam_role_use_name_prefix   = false
  create_pod_identity_association = true
}
