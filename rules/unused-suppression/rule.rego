# METADATA
# title: A suppression that matched nothing
# description: |
#   A suppression whose rule found nothing at that place is left over: what it was for is mended or gone,
#   or it stands in the wrong line. It would hide the next mistake. Rules that did not run, because
#   they were not selected or do not apply to the target version, are not counted. KL001 and this rule cannot
#   be suppressed, so naming them is reported as well.
#
#   A comment is for its own line or, where it stands alone, for the next one. Above `tolerations:` it does not
#   cover a finding on the first item of that list: write it between the key and the item.
#
#   **Fix safety.** Safe: the comment, the annotation, or the one id that matched nothing is removed. No fix for
#   a name that no rule has, because it may be a typo, nor where the rule found something a few lines away.
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

# misplaced: rules that found nothing on the line, but something a few lines away.
misplaced := {i |
	some i in suppression.unused
	suppression.near[i] > 0
}

left_over := {i | some i in suppression.unused} - misplaced

all_unused if count(left_over) == count(suppression.ids)

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("suppression of %s matched nothing on line %d, the finding is on line %d; write it on that line or alone above it", [
		suppression.ids[i],
		suppression.line,
		suppression.near[i],
	]),
} if {
	some i in misplaced
}

report contains {
	"resource": input.resource.address,
	"path": [],
	"message": sprintf("suppression of %s matched nothing; remove it", [concat(", ", suppression.ids)]),
	"fix": removal("remove the suppression", []),
} if {
	count(suppression.ids) > 0
	all_unused
}

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("suppression of %s matched nothing; remove it", [suppression.ids[i]]),
	"fix": removal(sprintf("remove %s", [suppression.ids[i]]), ["ids", i]),
} if {
	some i in left_over
	not all_unused
}

report contains {
	"resource": input.resource.address,
	"path": ["ids", i],
	"message": sprintf("suppression of %q matches nothing: no rule has that id or name", [suppression.ids[i]]),
} if {
	some i in suppression.unknown
}

removal(title, path) := {"title": title, "safety": "safe", "ops": [{"do": "delete", "path": path}]}
