variable "cluster_name" {
  type = string
}

variable "cluster_endpoint" {
  type = string
}

variable "oidc_provider_arn" {
  type = string
}

variable "subnet_ids" {
  type = list(string)
}

variable "enable_pod_identity" {
  type    = bool
  default = true
}

variable "chart_version" {
  type    = string
  default = "1.6.3"
}

variable "namespace" {
  type    = string
  default = "karpenter"
}

variable "configs" {
  type    = any
  default = {}
}

variable "tags" {
  type    = any
  default = {}
}

variable "resource_configs" {
  type = object({
    ec2NodeClasses = optional(any, {})
    nodePools      = optional(any, {})
  })
  default = {}
}

variable "resource_configs_defaults" {
  type = object({
    default = optional(object({
      nodeClass = optional(any, {
        metadataOptions = {
          httpEndpoint            = "enabled"
          httpPutResponseHopLimit = 2
          httpTokens              = "required"
        }
        blockDeviceMappings = [{
          deviceName = "/dev/xvda"
          ebs        = { volumeSize = "100Gi", volumeType = "gp3", encrypted = true }
        }]
      })
      nodeClassRef = optional(any, { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "default" })
      requirements = optional(any, [
        { key = "karpenter.k8s.aws/instance-cpu", operator = "Lt", values = ["9"] },
        { key = "karpenter.k8s.aws/instance-memory", operator = "Lt", values = ["33000"] },
        { key = "karpenter.k8s.aws/instance-generation", operator = "Gt", values = ["2"] },
        { key = "kubernetes.io/arch", operator = "In", values = ["amd64"] },
        { key = "karpenter.sh/capacity-type", operator = "In", values = ["spot", "on-demand"] },
      ])
      disruption = optional(any, { consolidationPolicy = "WhenEmptyOrUnderutilized", consolidateAfter = "3m", budgets = [{ nodes = "10%" }] })
      limits     = optional(any, { cpu = 1000 })
    }), {})
  })
  default = {}
}
