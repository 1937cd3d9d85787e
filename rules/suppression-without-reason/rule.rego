# METADATA
# title: A suppression without a rule or a reason
# description: |
#   A suppression says which rules it is for, by id or by name, and why:
#
#   - `# karplint:ignore KL501 -- reason` on the line of the finding, or alone on the line above it; other
#     comments and lines such as `{{- if … }}` may stand in between, a blank line may not; in Terraform the comment may
#     also begin with `//` or stand between `/*` and `*/`;
#   - `# karplint:ignore-file KL501 KL502 -- reason` at the top of the file, above the first content;
#   - the annotation `karplint.dev/ignore: "KL501 reason"` for all findings in one object.
#
#   One that is misspelt, names no rule, has no reason or stands in the wrong place suppresses nothing
#   and is reported. This rule and KL002 cannot be suppressed.
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
	"message": sprintf("suppression does nothing: %s; %s", [suppression.problem, advice]),
} if {
	suppression.problem != ""
}

default advice := "write its id, as in # karplint:ignore KL501 -- reason"

advice := sprintf("write %s and the reason", [named]) if suppression.directive == "annotation"

else := "move it to the top, or use karplint:ignore" if {
	suppression.directive == "karplint:ignore-file"
	contains(suppression.problem, "below")
}

else := sprintf("write # %s %s -- reason", [directive, named]) if count(suppression.ids) > 0

default named := "the rule"

named := concat(" ", suppression.ids) if count(suppression.ids) > 0

default directive := "karplint:ignore"

directive := "karplint:ignore-file" if endswith(suppression.directive, "ignore-file")
