variable "untyped" { default = [1, "a"] }
variable "string" {
  type    = string
  default = 5
}
variable "number" {
  type    = number
  default = "7.50"
}
variable "bool" {
  type    = bool
  default = "true"
}
variable "list" {
  type    = list(string)
  default = [1, true, "x"]
}
variable "set" {
  type    = set(number)
  default = [3, 1, 2, "1"]
}
variable "set_of_strings" {
  type    = set(string)
  default = ["b", 10, "a", 9]
}
variable "map" {
  type    = map(string)
  default = { b = 1, a = true }
}
variable "any" {
  type    = any
  default = { a = [1, "b"], c = null }
}
variable "list_of_any" {
  type    = list(any)
  default = [1, "b", true]
}
variable "map_of_any" {
  type    = map(any)
  default = { a = 1, b = "two" }
}
variable "tuple" {
  type    = tuple([string, number, bool])
  default = [1, "2", "false"]
}
variable "object" {
  type = object({
    name  = string
    count = optional(number, 3)
    tags  = optional(map(string), { a = "b" })
    list  = optional(list(string))
    inner = optional(object({
      on   = optional(bool, true)
      size = optional(string, 1)
      more = optional(list(object({ x = optional(number, 9), y = optional(string) })), [{}])
    }), {})
  })
  default = { name = 1, surplus = "dropped" }
}
variable "objects" {
  type    = list(object({ a = string, b = optional(string, "B") }))
  default = [{ a = "1" }, { a = 2, b = null }, { a = 3, b = "x" }]
}
variable "object_map" {
  type    = map(object({ size = optional(number, 1), labels = optional(map(string), {}) }))
  default = { z = {}, a = { size = "4", labels = { k = 1 } } }
}
variable "any_inside" {
  type    = object({ values = any, more = optional(any, { a = 1 }) })
  default = { values = [{ a = 1 }, { b = "x" }] }
}
variable "nothing" { default = null }
variable "typed_null" {
  type    = list(string)
  default = null
}
variable "not_null" {
  type     = string
  nullable = false
  default  = "instead"
}
variable "secret" {
  type      = string
  sensitive = true
  default   = "s3cret"
}
variable "checked" {
  type    = number
  default = 4
  validation {
    condition     = var.checked > 3 && length(tostring(var.checked)) == 1
    error_message = "Not ${var.checked}."
  }
}
variable "from_tfvars" {}
variable "from_json" { type = list(number) }
variable "from_auto" { default = "no" }
variable "from_auto_later" { default = "no" }
variable "from_auto_json" { type = map(any) }
variable "from_file" { default = "no" }
variable "from_file_json" { type = any }
variable "complex" {
  type = map(object({
    pools = list(object({ name = string, cpu = optional(number, 2), taints = optional(list(object({ key = string, effect = optional(string, "NoSchedule") })), []) }))
  }))
}
variable "unset" {}
variable "unset_typed" { type = list(object({ a = string })) }

locals {
  derived   = [for k, v in var.complex : [for p in v.pools : "${k}/${p.name}/${p.cpu}/${join(",", [for t in p.taints : "${t.key}=${t.effect}"])}"]]
  lengths   = [length(var.list), length(var.set), length(var.map), length(var.tuple), length(var.object), length(var.secret)]
  indexes   = [var.tuple[0], var.object.inner.more[0].x, var.object.inner["size"], var.objects[1].b, var.object_map["a"].labels.k, var.map.b]
  unknown   = [var.unset, var.unset_typed[0].a, "x${var.unset}", length(var.unset_typed)]
  partly    = merge({ a = 1 }, { b = var.unset })
  known     = local.partly.a
  either    = var.unset == null ? "same" : "same"
  short     = [false && var.unset == "x", true || var.unset == "x"]
  no_null   = var.typed_null == null
  nullables = [var.nothing == null, try(length(var.typed_null), "none"), coalesce(var.nothing, "x")]
  hidden    = { secret = var.secret, length = length(var.secret) }
  shown     = nonsensitive(var.secret)
  flags     = [issensitive(var.secret), issensitive("x"), issensitive(sensitive(1))]
}

output "secret" {
  value     = local.hidden
  sensitive = true
}
