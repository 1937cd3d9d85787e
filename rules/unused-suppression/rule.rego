# METADATA
# title: A suppression that matched nothing
# description: |
#   A suppression whose rule found nothing at that place is left over: what it was for is mended or gone,
#   or it stands in the wrong line. It would hide the next mistake. Rules that did not run, because
#   they were not selected or do not apply to the target version, are not counted. KL001 and this rule cannot
#   be suppressed, so naming them is reported as well.
#
#   **Fix safety.** Safe: the comment, the annotation, or the one id that matched nothing is removed. A name
#   that no rule has gets no fix, because it may be a typo.
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

all_unused if count(suppression.unused) == count(suppression.ids)

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
	some i in suppression.unused
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
