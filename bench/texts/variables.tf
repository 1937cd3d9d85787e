variable "cluster_name" {
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
