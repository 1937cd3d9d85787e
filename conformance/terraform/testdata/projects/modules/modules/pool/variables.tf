variable "name" { type = string }
variable "cpu" {
  type    = number
  default = 1
}
variable "labels" {
  type    = map(string)
  default = {}
}
