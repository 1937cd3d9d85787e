resource "kubectl_manifest" "default" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1alpha5
    kind: Provisioner
    metadata:
      name: default
    spec:
      providerRef:
        name: default
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [on-demand]
      limits:
        resources:
          cpu: "200"
      consolidation:
        enabled: true
      ttlSecondsUntilExpired: 1209600
  YAML

  wait       = true
  depends_on = [kubectl_manifest.class, helm_release.karpenter]
}

resource "kubectl_manifest" "batch" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1alpha5
    kind: Provisioner
    metadata:
      name: batch
    spec:
      providerRef:
        name: default
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot]
      taints:
        - key: example.com/batch
          value: "true"
          effect: NoSchedule
      ttlSecondsAfterEmpty: 60
  YAML

  depends_on = [kubectl_manifest.class, helm_release.karpenter]
}

resource "kubectl_manifest" "class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1alpha1
    kind: AWSNodeTemplate
    metadata:
      name: default
    spec:
      subnetSelector:
        karpenter.sh/discovery: legacy
      securityGroupSelector:
        karpenter.sh/discovery: legacy
  YAML

  wait       = true
  depends_on = [helm_release.karpenter]
}
