# METADATA
# title: A suppression matches nothing
# description: |
#   The rule of a suppression found nothing there: the finding was fixed, or the suppression is on the wrong line. If it
#   stays, it hides the next mistake. Rules that did not run do not count: they were not selected, do not apply to
#   the target version, or a part of the file does not parse. KL001 and this rule cannot be suppressed, so a suppression
#   that names them is reported as well.
#
#   A comment applies to its own line or, on a line of its own, to the next line. Above `tolerations:` it does not cover
#   a finding on the first item of that list: write it between the key and the item.
#
#   **Fix safety.** Safe: the fix removes the comment, the annotation, or the one id that matched nothing. There is no
#   fix for the name of a rule that does not exist, because it may be a typo, or if the rule found something a few lines
#   away.
# related_resources:
# - description: Suppressing findings
#   ref: https://github.com/karplint/karplint#suppressing-findings
# custom:
#   id: KL002
#   severity: warning
#   scope: resource
#   fix: safe
#   kinds: [Suppression]
#   needles: ["karplint:ignore", karplint.dev/ignore]
package karplint.rules.unused_suppression

suppression := input.resource.value

# misplaced: the rules that found nothing on the line, but something a few lines away.
misplaced := {i |
	some i in suppression.unused
	suppression.near[i] > 0
}

left_over := {i | some i in suppression.unused} - misplaced

all_unused if count(left_over) == count(suppression.ids)

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("suppression of %s matched nothing on line %d", [suppression.ids[i], suppression.line]),
	"why": sprintf("the finding is on line %d", [suppression.near[i]]),
	"help": "move it to that line, or to its own line above it",
} if {
	some i in misplaced
}

report contains {
	"resource": input.resource.address,
	"path": [],
	"message": sprintf("suppression of %s matched nothing", [concat(", ", suppression.ids)]),
	"why": why,
	"fix": removal("remove the suppression", []),
} if {
	count(suppression.ids) > 0
	all_unused
}

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("suppression of %s matched nothing", [suppression.ids[i]]),
	"why": why,
	"fix": removal(sprintf("remove %s", [suppression.ids[i]]), ["ids", i]),
} if {
	some i in left_over
	not all_unused
}

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("no rule has the id or name %q", [suppression.ids[i]]),
	"why": "the suppression matches nothing",
	"help": "correct or remove it",
} if {
	some i in suppression.unknown
}

why := "if it stays, it hides the next finding here"

removal(title, path) := {"title": title, "safety": "safe", "ops": [{"do": "delete", "path": path}]}
