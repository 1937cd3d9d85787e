variable "tag" {
  default = "karpenter.sh/discovery"
}
variable "cluster" {}
variable "pools" {
  default = {
    web = { key = "karpenter.sh/capacity-type", values = ["spot"], ttl = 30, consolidate = false }
    db  = { key = "karpenter.sh/capacity-type", values = ["on-demand"], ttl = 45, consolidate = false }
  }
}
locals {
  selector = { Name = "${var.cluster}-private" }
}
resource "kubectl_manifest" "class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1alpha1
    kind: AWSNodeTemplate
    metadata:
      name: default
    spec:
      subnetSelector: ${jsonencode(local.selector)}
      securityGroupSelector:
        ${var.tag}: ${var.cluster}
      tags:
        team: a
  YAML
}
resource "kubectl_manifest" "pool" {
  for_each  = var.pools
  yaml_body = templatefile("${path.module}/pool.tftpl", merge(each.value, { name = each.key }))
}
