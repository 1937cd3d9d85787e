variable "vpc_name" {
  type    = string
  default = "commons-@ID"
}

variable "vpc_id" {
  type    = string
  default = null
}

variable "encryption" {
  type    = bool
  default = true
}

variable "cidrs" {
  type    = list(string)
  default = ["10.0.0.0/16", "10.1.0.0/16"]
}

variable "availability_zones" {
  type    = list(string)
  default = ["us-east-1a", "us-east-1c", "us-east-1d"]
}

variable "instance_types" {
  type    = map(string)
  default = { @1 = "t3.large", @2 = "m6i.large" }
}
