variable "create" {
  type        = bool
  default     = true
  description = "Whether the cluster and what belongs to it are made"
}

variable "cluster_name" {
  type        = string
  description = "Name of the cluster"
}

variable "cluster_version" {
  type    = string
  default = "1.33"
}

variable "account_id" {
  type    = string
  default = null
}

variable "cluster_endpoint_public_access" {
  type    = bool
  default = true
}

variable "tags" {
  type    = any
  default = {}
}

variable "vpc" {
  type = object({
    id                 = optional(string)
    private_subnet_ids = optional(list(string), [])
    link = optional(object({
      id                 = string
      private_subnet_ids = list(string)
    }))
  })
}

variable "default_addons" {
  type = any
  default = {
    coredns = {
      configuration_values = {
        replicaCount = 2
        tolerations  = [{ key = "CriticalAddonsOnly", operator = "Exists" }]
      }
    }
  }
}

variable "node_groups" {
  type = any
  default = {
    default = {
      min_size       = 2
      max_size       = 4
      desired_size   = 2
      instance_types = ["t3.large"]
    }
  }
}

variable "node_groups_default" {
  type = any
  default = {
    disk_size      = 50
    instance_types = ["t3.large"]
    ami_type       = "AL2023_x86_64_STANDARD"
  }
}

variable "karpenter" {
  type = object({
    enabled                   = optional(bool, true)
    configs                   = optional(any, {})
    resource_configs          = optional(any, {})
    resource_configs_defaults = optional(any, {})
  })
  default = {}
}
