# METADATA
# title: A file does not parse
# description: |
#   A file that karplint has to read, because it was named or because it mentions something that a rule
#   looks for, is neither YAML nor JSON, also after its `{{ … }}` and `${ … }` expressions were set aside; or it stands
#   in a Terraform module and is not in Terraform's language. Nothing in that document is checked. The other documents of the
#   file, and the other files, are. Terraform that parses but cannot be evaluated, because a module calls itself or a
#   local value needs itself, is reported as well; such values are taken for unknown.
#
#   It is a warning where karplint evaluates Terraform in parts only: it looks at the first 256 instances of a block,
#   works out up to 250,000 steps and 100,000 values for a variable, local, output or argument, and 1,000,000 steps for a root, reads up
#   to 4 MiB of a file that a function names, and leaves out modules and files that it may not read. What is left out is unknown,
#   so nothing is reported that depends on it; everything else is checked. Nothing is said of a module whose directory is not there: a
#   script often puts it there before Terraform runs. It may hold anything, so that rules which miss something in the whole root,
#   as KL102 misses the CRD chart, say nothing there. A call that refuses its arguments is named
#   where that is certain: they are all constants, and no condition, loop, `count` or `try` around the call may keep Terraform
#   from evaluating it. Where a variable has a part in it, `terraform plan` knows its value and says it better.
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

problem := "cannot be evaluated" if {
	failure.evaluation
	not failure.limit
}

problem := "cannot be evaluated in full" if failure.limit

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
