package main

// The texts that the repositories are made of; @ID is the number of the root or manifest.
const (
	karpenterTF = `locals {
  karpenter_version = "1.0.8"
}

resource "helm_release" "karpenter_crd" {
  name       = "karpenter-crd"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  version    = "1.0.6"
  namespace  = "kube-system"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = local.karpenter_version
  namespace  = "kube-system"

  values = [
    <<-EOT
    replicas: 2
    settings:
      clusterName: ${module.eks.cluster_name}
      interruptionQueue: ${var.queue}
    EOT
  ]

  depends_on = [module.eks]
}

resource "kubectl_manifest" "node_class" {
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata:
      name: default
    spec:
      role: ${var.node_role}
      amiSelectorTerms:
        - alias: al2023@latest
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${module.eks.cluster_name}
      securityGroupSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${module.eks.cluster_name}
  YAML

  depends_on = [helm_release.karpenter]
}

resource "kubectl_manifest" "node_pool" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata:
      name: default
    spec:
      template:
        spec:
          nodeClassRef:
            group: karpenter.k8s.aws
            kind: EC2NodeClass
            name: default
          requirements:
            - key: karpenter.sh/capacity-type
              operator: In
              values: ["spot"]
  YAML
}
`

	eksTF = `module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "~> 20.24"

  cluster_name    = var.cluster_name
  cluster_version = "1.30"
  vpc_id          = var.vpc_id
  subnet_ids      = var.subnet_ids

  cluster_addons = {
    coredns = {}
    aws-ebs-csi-driver = {
      configuration_values = jsonencode({ controller = { replicaCount = 2 } })
    }
  }

  eks_managed_node_groups = {
    karpenter = {
      instance_types = ["m6i.large"]
      min_size       = 2
      max_size       = 3
      taints = {
        karpenter = {
          key    = "karpenter.sh/controller"
          value  = "true"
          effect = "NO_SCHEDULE"
        }
      }
    }
  }
}
`

	variablesTF = `variable "cluster_name" {
  type    = string
  default = "cluster-@ID"
}

variable "vpc_id" {
  type = string
}

variable "subnet_ids" {
  type    = list(string)
  default = []
}

variable "queue" {
  type    = string
  default = "interruptions-@ID"
}

variable "node_role" {
  type    = string
  default = "NodeRole-@ID"
}
`

	serviceTF = `resource "aws_sqs_queue" "@A_@B_@I_@N" {
  name                       = "@A-@B-@ID-@N"
  delay_seconds              = 90
  visibility_timeout_seconds = 300
  message_retention_seconds  = 86400

  tags = {
    team    = "@A"
    service = "@B"
  }
}

output "@A_@B_@I_@N" {
  value = aws_sqs_queue.@A_@B_@I_@N.arn
}

`

	applicationYAML = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-@ID
  labels:
    app: app-@ID
spec:
  replicas: 3
  selector:
    matchLabels:
      app: app-@ID
  template:
    metadata:
      labels:
        app: app-@ID
    spec:
      containers:
        - name: app
          image: registry.example.com/app-@ID:1.4.2
          ports:
            - containerPort: 8080
          env:
@ENV          resources:
            requests:
              cpu: 100m
              memory: 128Mi
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: app-@ID
data:
@DATA`

	nodePoolYAML = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: pool-@ID
spec:
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: class-@ID
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: ["on-demand"]
        - key: kubernetes.io/arch
          operator: In
          values: ["amd64"]
  limits:
    cpu: 100
  disruption:
    consolidationPolicy: WhenEmptyOrUnderutilized
    consolidateAfter: 1m
`

	nodeClassYAML = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: class-@ID
spec:
  role: KarpenterNodeRole
  amiSelectorTerms:
    - alias: al2023@v20240807
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: cluster
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: cluster
`

	provisionerYAML = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: old-@ID
spec:
  consolidation:
    enabled: true
  providerRef:
    name: default
  requirements:
    - key: karpenter.sh/capacity-type
      operator: In
      values: ["spot"]
`

	oldPodYAML = `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: batch-@ID
spec:
  serviceName: batch
  selector:
    matchLabels:
      app: batch-@ID
  template:
    metadata:
      labels:
        app: batch-@ID
      annotations:
        karpenter.sh/do-not-evict: "true"
    spec:
      nodeSelector:
        karpenter.sh/provisioner-name: default
      containers:
        - name: batch
          image: registry.example.com/batch:2
`

	daemonSetYAML = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: ebs-csi-node-@ID
  namespace: kube-system
spec:
  selector:
    matchLabels:
      app: ebs-csi-node
  template:
    metadata:
      labels:
        app: ebs-csi-node
    spec:
      tolerations:
        - key: karpenter.sh/disruption
          operator: Equal
          value: disrupting
          effect: NoSchedule
      containers:
        - name: ebs-plugin
          image: public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.30.0
`
)
