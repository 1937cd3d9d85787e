
variable "@M" {
  type = object({
    enabled          = optional(bool, @E)
    name             = optional(string, "@M")
    namespace        = optional(string, "@1-@2")
    create_namespace = optional(bool, true)
    chart_version    = optional(string, "1.4.2")
    policies = optional(object({
      @3 = optional(bool, true)
      @4_read = optional(bool, false)
    }), {})
    configs = optional(any, {
      replicas = 2
      @5 = {
        enabled  = true
        interval = "30s"
        items    = ["@6", "@7", "@8"]
      }
    })
    rules = optional(list(object({
      name     = string
      priority = optional(number, 100)
      targets  = optional(map(string), {})
    })), [{ name = "@9", targets = { first = "@1", second = "@2" } }])
  })
  default     = {}
  description = "What the @1 of @M does, and how it is @2"
}
