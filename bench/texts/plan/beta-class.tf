
resource "kubectl_manifest" "node_class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1beta1
    kind: EC2NodeClass
    metadata:
      name: default
    spec:
      amiFamily: AL2
      role: workers
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: @C
      securityGroupSelectorTerms:
        - tags:
            karpenter.sh/discovery: @C
      blockDeviceMappings:
        - deviceName: /dev/xvda
          ebs:
            volumeSize: 30Gi
            volumeType: gp3
  YAML

  depends_on = [helm_release.karpenter]
}
