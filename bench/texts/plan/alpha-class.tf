
resource "kubectl_manifest" "node_template" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1alpha1
    kind: AWSNodeTemplate
    metadata:
      name: default
    spec:
      subnetSelector:
        karpenter.sh/discovery: @C
      securityGroupSelector:
        karpenter.sh/discovery: @C
      tags:
        karpenter.sh/discovery: @C
  YAML

  depends_on = [helm_release.karpenter]
}
