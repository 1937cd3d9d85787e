variable "cluster_name" {
  type    = string
  default = "shop"
}

variable "vpc_id" {
  type = string
}

variable "subnet_ids" {
  type = list(string)
}

variable "karpenter_version" {
  description = "Version of Karpenter's chart"
  type        = string
  default     = "1.0.8"
}
