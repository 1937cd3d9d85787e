# METADATA
# title: An entry of the baseline matches nothing
# description: |
#   A baseline (`--baseline FILE`, or `baseline` in `.karplint.yaml`) lists findings that a team accepts for now. This rule reports an entry that no
#   finding has any more: the finding was fixed, or its file was removed or renamed. If the entry stays, it hides the next such finding.
#
#   **What to do.** Renew the baseline: `karplint lint --write-baseline FILE`. Or delete the line.
#
#   Only entries that the run judged are reported. An entry is not judged if its rule was not selected, if its file was not requested, is excluded or
#   could not be read or parsed, or if a limit ended the run.
# related_resources:
# - description: Adopting karplint
#   ref: https://github.com/karplint/karplint/blob/main/docs/adopting.md
# custom:
#   id: KL003
#   severity: info
#   scope: resource
#   fix: none
#   kinds: [BaselineEntry]
package karplint.rules.stale_baseline_entry

entry := input.resource.value

report contains {
	"resource": input.resource.address,
	"path": [],
	"message": sprintf("%s is not found any more in %s", [entry.rule, entry.file]),
	"why": "it was fixed, or the file is gone or renamed; the entry would hide the next such finding",
	"help": sprintf("renew the baseline: karplint lint --write-baseline %s", [name]),
}

# name: the file, unless a shell would need quotes.
default name := "FILE"

name := entry.baseline if regex.match(`^[\w./-]+$`, entry.baseline)
