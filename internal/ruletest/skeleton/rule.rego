# METADATA
# title: A NodePool has the label team
# description: |
#   Replace this text, which is the page of the rule: say what goes wrong.
#
#   **What to do.** Say how to correct it.
#
#   **Not reported.** Say what the rule cannot know.
# custom:
#   id: ACME000
#   severity: warning # error, warning or info
#   scope: resource
#   fix: none
#   kinds: [NodePool]
package karplint.custom.new_rule

import data.karplint.lib.absent

# This reports each NodePool without the label, and shows the form of a report.
report contains {
	"resource": input.resource.address,
	"path": ["metadata"],
	"message": "the NodePool has no label team",
	"why": "nobody knows whom to ask about its nodes",
	"help": "set metadata.labels.team",
} if {
	absent.at(["metadata", "labels", "team"])
}
