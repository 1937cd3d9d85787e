variable "name" {
  default = "a"
}
variable "family" {}
variable "policy" {
  default = "WhenEmpty"
}
resource "kubectl_manifest" "class" {
  yaml_body = templatefile("${path.module}/class.tftpl", { name = var.name, family = var.family })
}
resource "kubectl_manifest" "pool" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1beta1
    kind: NodePool
    metadata:
      name: ${var.name}
    spec:
      template:
        spec:
          nodeClassRef: {name: "${var.name}"}
          requirements: []
      disruption:
        consolidationPolicy: ${var.policy}
        expireAfter: 48h
  YAML
}
