# METADATA
# title: A suppression names no rule or gives no reason
# description: |
#   A suppression names the rules it applies to, by id or by name, and gives a reason:
#
#   - `# karplint:ignore KL501 -- reason` on the line of the finding, or on a separate line above it. Other comments and
#     lines such as `{{- if … }}` may be in between, a blank line may not. In Terraform the comment may also begin with
#     `//` or be enclosed in `/*` and `*/`.
#   - `# karplint:ignore-file KL501 KL502 -- reason` at the top of the file, above the first content.
#   - The annotation `karplint.dev/ignore: "KL501 reason"` for all findings in one object.
#
#   A suppression that is misspelled, names no rule, has no reason or is in the wrong place suppresses nothing and is
#   reported. This rule and KL002 cannot be suppressed.
# related_resources:
# - description: Suppressing findings
#   ref: https://github.com/karplint/karplint#suppressing-findings
# custom:
#   id: KL001
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [Suppression]
#   needles: ["karplint:", karplint-ignore, karplint.dev/ignore]
package karplint.rules.suppression_without_reason

suppression := input.resource.value

report contains {
	"resource": input.resource.address,
	"path": [],
	"message": sprintf("suppression has no effect: %s", [suppression.problem]),
	"why": "the findings here are still reported",
	"help": help,
} if {
	suppression.problem != ""
}

default help := "name the rule, as in # karplint:ignore KL501 -- reason"

help := sprintf("write %s and the reason", [named]) if suppression.directive == "annotation"

else := "move it to the top of the file, or use karplint:ignore" if suppression.misplaced

else := sprintf("write # %s %s -- reason", [directive, named]) if count(suppression.ids) > 0

default named := "the rule"

named := concat(" ", suppression.ids) if count(suppression.ids) > 0

default directive := "karplint:ignore"

directive := "karplint:ignore-file" if endswith(suppression.directive, "ignore-file")
