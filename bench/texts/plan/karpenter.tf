resource "helm_release" "karpenter" {
  namespace        = "karpenter"
  create_namespace = true
  name             = "karpenter"
  repository       = "oci://public.ecr.aws/karpenter"
  chart            = "karpenter"
  version          = @V

  set {
    name  = "settings.aws.clusterName"
    value = @C
  }

  set {
    name  = "settings.aws.defaultInstanceProfile"
    value = "eks-workers"
  }

  set {
    name  = "settings.aws.interruptionQueueName"
    value = "interruptions-@ID"
  }
}
