variable "name" {
  type        = string
  description = "Name of what is made"
}

variable "vpc_id" {
  type    = string
  default = null
}

variable "encryption" {
  type    = bool
  default = true
}

variable "force_destroy" {
  type    = bool
  default = false
}

variable "buckets" {
  type    = list(string)
  default = ["@1", "@2"]
}

variable "cidrs" {
  type    = list(string)
  default = ["10.@N.0.0/16"]
}

variable "timeouts" {
  type    = map(number)
  default = { @2 = 120, @3 = 60 }
}

variable "alarms" {
  type = map(object({
    periods   = optional(number, 2)
    threshold = optional(number, 80)
  }))
  default = { @4 = {}, @5 = { threshold = 90 } }
}

variable "tags" {
  type    = map(string)
  default = {}
}
