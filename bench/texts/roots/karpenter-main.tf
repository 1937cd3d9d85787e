module "this" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "20.37.2"

  cluster_name                    = var.cluster_name
  irsa_oidc_provider_arn          = var.oidc_provider_arn
  enable_v1_permissions           = true
  enable_irsa                     = true
  enable_pod_identity             = var.enable_pod_identity
  create_pod_identity_association = var.enable_pod_identity
  tags                            = var.tags
}

resource "helm_release" "crds" {
  name             = "karpenter-crd"
  repository       = "oci://public.ecr.aws/karpenter"
  chart            = "karpenter-crd"
  namespace        = var.namespace
  version          = var.chart_version
  create_namespace = true
  wait             = true

  depends_on = [module.this]
}

resource "helm_release" "this" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  namespace  = var.namespace
  version    = var.chart_version
  skip_crds  = true

  values = [
    jsonencode({
      serviceAccount = {
        name        = module.this.service_account
        annotations = { "eks.amazonaws.com/role-arn" = module.this.iam_role_arn }
      }
      settings = {
        clusterName       = var.cluster_name
        clusterEndpoint   = var.cluster_endpoint
        interruptionQueue = module.this.queue_name
      }
      controller = { resources = { requests = { cpu = "100m", memory = "256Mi" } } }
    }),
    jsonencode(var.configs),
  ]

  depends_on = [helm_release.crds]
}

resource "kubectl_manifest" "class" {
  for_each = local.classes

  yaml_body = yamlencode({
    apiVersion = "karpenter.k8s.aws/v1"
    kind       = "EC2NodeClass"
    metadata   = { name = each.key }
    spec       = each.value
  })

  depends_on = [helm_release.this]
}

resource "kubernetes_manifest" "pool" {
  for_each = local.pools

  manifest = {
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = each.key }
    spec       = each.value
  }

  depends_on = [kubectl_manifest.class]
}
