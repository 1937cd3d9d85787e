# METADATA
# title: A file cannot be parsed
# description: |
#   karplint has to read a file if it was named on the command line or if it contains something of Karpenter.
#   This rule reports such a file if it is neither YAML nor JSON, even with its `{{ … }}` and `${ … }` expressions set
#   aside, or if it is part of a Terraform module but not valid Terraform. Nothing in that document is checked; the
#   other documents of the file and the other files are. Terraform that parses but cannot be evaluated is reported as
#   well, for example if a module calls itself or a local value refers to itself. Such values are treated as unknown.
#
#   Where karplint evaluates Terraform only in part, the finding is an error if objects are left out, because nothing in
#   them is checked: beyond
#
#   - the first 1,024 instances of a block, 10,000 resources of a root, and 1,000 calls of modules;
#   - 1,000,000 steps for a root.
#
#   It is a warning if only values are unknown, so that nothing that depends on them is reported: beyond
#
#   - 250,000 steps and 100,000 values for a variable, local, output or argument;
#   - 4 MiB of a file that a function reads;
#   - modules and files that karplint cannot read;
#   - configuration in JSON (`*.tf.json`), which is not read. Values in `*.tfvars.json` are.
#
#   Everything else is checked. A module whose
#   directory does not exist is not reported, because a script often creates it before Terraform runs. Such a module may
#   contain anything, so rules that look for something missing in the whole root, as KL102 looks for the CRD chart,
#   report nothing there.
#
#   A function call that fails for its arguments is reported if that is certain: all arguments are constants, and no
#   condition, loop, `count` or `try` around the call can keep Terraform from evaluating it. If a variable is involved,
#   `terraform plan` knows its value and gives the better message.
#
#   Two more problems keep files from being checked. A file larger than 32 MiB is not parsed; it is reported if it
#   contains something that a rule looks for. If a `.karplint.yaml` below the working directory has a mistake, none of
#   the files under that configuration are checked. A mistake in the configuration of the working directory, or in one
#   that a flag names, ends the run.
#
#   **What to do.** Correct what the message names. Kubernetes, Helm and Terraform would reject the file as well. This
#   includes `{ { name } }`: a formatter has separated the braces of a template, so no renderer recognizes it any more.
#
#   A file that nobody named is not reported if it has nothing of Karpenter, and if it is Terraform, nothing in its root
#   module has; or if it is JSON with comments and not an object of Kubernetes, such as the settings of an editor.
#
#   The finding is also a warning if the file seems to use another template language that has to be rendered first, such
#   as Jinja or `<% %>`, or if the line contains a placeholder that a script of yours replaces, such as `DATE_LABEL` alone,
#   `<CLUSTER_NAME>`, `{REGION}` or `%s`. Check the rendered output with `karplint lint -`, and exclude the source with
#   `# karplint:ignore-file KL000 -- rendered with Jinja` at its top, or in `.karplint.yaml`. All files in the same
#   language have one finding, which counts the others. A file has none if all that it has of Karpenter are annotations that KL501 finds in its lines.
# related_resources:
# - description: YAML 1.2
#   ref: https://yaml.org/spec/1.2.2/
# custom:
#   id: KL000
#   severity: error
#   severity_note: warning for files in another template language, and for Terraform of which karplint does not know some values
#   scope: resource
#   fix: none
#   kinds: [File]
package karplint.rules.cannot_parse

import data.karplint.lib.foreign

failure := input.resource.value.parse_error

default severity := "error"

# karplint gave up at a limit that Terraform does not have.
severity := "warning" if failure.limit

report contains object.union(
	{
		"resource": input.resource.address,
		"path": [],
		"severity": severity,
	},
	texts,
) if {
	failure.foreign == ""
}

# texts: the fact, what it means, and what to do.
texts := {
	"message": failure.message,
	"why": "what it gives counts as unknown, and nothing that depends on it is checked",
	"help": help("check by hand what depends on it"),
} if {
	failure.limit
} else := {
	"message": failure.message,
	"why": "Terraform rejects it, and nothing that depends on it is checked",
	"help": help("correct it"),
} if {
	failure.evaluation
} else := {
	"message": failure.message,
	"why": "nothing in this file is checked",
	"help": help("split the file, or exclude it"),
} if {
	failure.unread
} else := {
	"message": sprintf("the configuration has a mistake: %s", [failure.message]),
	"why": "none of the files under this configuration are checked",
	"help": help("correct it"),
} if {
	failure.configuration
} else := {
	"message": does_not_parse,
	"why": unchecked,
	"help": help("correct it"),
}

help(otherwise) := failure.help if {
	failure.help != ""
} else := otherwise

report contains {
	"resource": input.resource.address,
	"path": [],
	"severity": "warning",
	"about": failure.foreign,
	"message": does_not_parse,
	"why": unchecked,
	"help": sprintf("%s first, or ignore the file", [preparation]),
} if {
	failure.foreign != ""
	not only_annotations
}

does_not_parse := sprintf("does not parse: %s", [failure.message])

unchecked := sprintf("nothing in this %s is checked", [part])

# part: what does not parse.
part := "file" if {
	regex.match(`\.(tf|tofu|tfvars)(\.json)?$`, input.resource.file)
} else := "document"

# only_annotations: all that the text has of Karpenter is an annotation that KL501 finds.
only_annotations if {
	count(failure.lines) > 0
	every line in failure.lines {
		foreign.sets(line, "karpenter.sh/do-not-evict")
	}
}

# preparation: what makes the file readable.
preparation := "fill in the placeholders" if {
	failure.foreign == "placeholder"
} else := sprintf("render the %s template", [trim_suffix(failure.foreign, " template")])
