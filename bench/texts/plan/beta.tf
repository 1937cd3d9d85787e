
resource "kubectl_manifest" "node_pool_@N" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1beta1
    kind: NodePool
    metadata:
      name: @1-@N
    spec:
      template:
        metadata:
          labels:
            role: @1
        spec:
          nodeClassRef:
            name: default
          kubelet:
            maxPods: 58
          requirements:
            - key: karpenter.sh/capacity-type
              operator: In
              values: ["on-demand", "spot"]
            - key: karpenter.k8s.aws/instance-category
              operator: In
              values: ["c", "m", "r"]
      disruption:
        consolidationPolicy: WhenUnderutilized
        expireAfter: 168h
      limits:
        cpu: 1000
  YAML

  depends_on = [helm_release.karpenter]
}
