# METADATA
# title: The values are written for another major version of the Helm provider
# description: |
#   Version 3 of Terraform's Helm provider changed how `helm_release` takes values. Up to version 2 they are blocks, and from version 3 they are
#   arguments, a list of maps:
#
#   ```hcl
#   set {                              # up to version 2
#     name  = "settings.clusterName"
#     value = "main"
#   }
#
#   set = [                            # from version 3
#     { name = "settings.clusterName", value = "main" },
#   ]
#   ```
#
#   The same applies to `set_list`, `set_sensitive` and, as a map, `postrender`. With the wrong form `terraform plan` fails: `Blocks of type "set"
#   are not expected here`, or `An argument named "set" is not expected here`.
#
#   **What to do.** Rewrite them, or require the version of the provider that they are written for. The block `kubernetes` of the
#   provider changes as well: `kubernetes = { … }` from version 3.
#
#   **What is reported.** Each of these arguments in a `helm_release` of Karpenter's charts, if `required_providers` of the root and its
#   modules admit only the other major version.
#
#   **Not reported.** Constraints that admit both (`>= 2.9`), a provider without a constraint, and files in JSON, which have the same form for both.
#
#   **Fix safety.** No automatic fix: comments and expressions would move from blocks into a list.
# related_resources:
# - description: Helm provider, upgrade guide for version 3
#   ref: https://github.com/hashicorp/terraform-provider-helm/blob/main/docs/guides/v3-upgrade-guide.md
# custom:
#   id: KL804
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [helm_release]
package karplint.rules.helm_provider_syntax

report contains {
	"resource": input.resource.address,
	"path": [name],
	"message": sprintf("%s is written as %s, but Helm provider %d takes %s", [name, forms[written], provider.major, form(name, provider.major)]),
	"why": sprintf("terraform plan fails: %q requires Helm provider %d", [provider.constraint, provider.major]),
	"help": sprintf("write %s", [example(name, provider.major)]),
} if {
	provider := input.resource.value.provider
	some name, written in provider.written
	written != expected(provider.major)
}

facts := data.karplint.facts.terraform_modules.helm_provider

# expected(major): how the provider takes these arguments.
expected(major) := "argument" if major >= facts.since

else := "block"

forms := {"argument": "an argument", "block": "a block"}

form(name, major) := "blocks" if expected(major) == "block"

else := "a list of maps" if name in facts.lists

else := "a map"

example(name, major) := sprintf("%s { … }", [name]) if expected(major) == "block"

else := sprintf("%s = [{ … }]", [name]) if name in facts.lists

else := sprintf("%s = { … }", [name])
