variable "cluster_name" {
  type        = string
  description = "Name of the cluster"
}

variable "oidc_provider_arn" {
  type = string
}

variable "account_id" {
  type    = string
  default = null
}

variable "release_name" {
  type    = string
  default = "@M"
}

variable "namespace" {
  type    = string
  default = "kube-system"
}

variable "create_namespace" {
  type    = bool
  default = true
}

variable "chart_version" {
  type    = string
  default = "1.4.2"
}

variable "atomic" {
  type    = bool
  default = false
}

variable "wait" {
  type    = bool
  default = true
}

variable "service_account_name" {
  type    = string
  default = "@M-@1"
}

variable "attach_policies" {
  type    = any
  default = {}
}

variable "configs" {
  type    = any
  default = {}
}

variable "rules" {
  type = map(object({
    name     = string
    priority = optional(number, 100)
    targets  = optional(map(string), {})
  }))
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}
