# METADATA
# title: A file does not parse
# description: |
#   A file that karplint has to read, because it was named or because it mentions something that a rule
#   looks for, is neither YAML nor JSON, also after its `{{ … }}` and `${ … }` expressions were set aside; or it stands
#   in a Terraform module and is not in Terraform's language. Nothing in that document is checked. The other documents of the
#   file, and the other files, are. Terraform that parses but cannot be evaluated, because a module calls itself or a
#   local value needs itself, is reported as well; such values are taken for unknown.
#
#   **What to do.** Mend what the message names; Kubernetes, Helm and Terraform would refuse the file as well. That holds
#   for `{ { name } }` too: a formatter has pulled apart the braces of a template, and no renderer finds
#   the place any more.
#
#   It is a warning where the file seems to be written in another template language, such as Jinja,
#   that has to be rendered first, and where a placeholder stands on the line, such as `DATE_LABEL` alone, `<CLUSTER_NAME>`,
#   `{REGION}` or `%s`, that a script of your own replaces. Check what it renders to, with `karplint lint -`, and leave the source out with
#   `# karplint:ignore-file KL000 -- rendered with Jinja` at its top, or in `.karplint.yaml`.
# related_resources:
# - description: YAML 1.2
#   ref: https://yaml.org/spec/1.2.2/
# custom:
#   id: KL000
#   severity: error
#   severity_note: warning for files in another template language, and for what karplint evaluates in parts only
#   scope: resource
#   fix: none
#   kinds: [File]
package karplint.rules.cannot_parse

failure := input.resource.value.parse_error

default severity := "error"

# karplint gives up where Terraform may not.
severity := "warning" if failure.limit

default problem := "does not parse"

problem := "cannot be evaluated" if failure.evaluation

report contains {
	"resource": input.resource.address,
	"path": [],
	"severity": severity,
	"message": sprintf("%s: %s", [problem, failure.message]),
} if {
	failure.foreign == ""
}

report contains {
	"resource": input.resource.address,
	"path": [],
	"severity": "warning",
	"message": sprintf("does not parse: %s; %s first, or ignore the file", [failure.message, preparation]),
} if {
	failure.foreign != ""
}

# preparation: what makes the file one that can be read.
preparation := "fill in the placeholders" if {
	failure.foreign == "placeholder"
} else := sprintf("render the %s template", [trim_suffix(failure.foreign, " template")])
