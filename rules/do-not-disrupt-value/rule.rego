# METADATA
# title: The value of karpenter.sh/do-not-disrupt has no effect
# description: |
#   Karpenter compares the annotation `karpenter.sh/do-not-disrupt` with `"true"`. From 1.12 on the value may also be a duration for
#   pods, such as `"4h"`: the pod is protected for so long after its start. Any other value means the same as no annotation, so the
#   pod is evicted although somebody wanted to protect it. An event of the pod is the only sign, and only from 1.12 on.
#
#   **What to do.** Write `"true"`, or for pods from 1.12 on a positive duration with the units `h`, `m` and `s`. There is no unit for
#   days: write `"24h"`.
#
#   On nodes, and in the template of a NodePool, which gives them the annotation, only `"true"` has an effect, in 1.12 as well.
#
#   **Not reported.** `"false"`, which does what it says; values that templates or variables decide.
#
#   **Fix safety.** No automatic fix: how long the pod has to be protected is a decision.
# related_resources:
# - description: Karpenter, disruption, pod-level controls
#   ref: https://karpenter.sh/docs/concepts/disruption/#pod-level-controls
# custom:
#   id: KL505
#   severity: warning
#   scope: resource
#   fix: none
#   when: ">= 1.0"
#   kinds: ["*"]
#   needles: [sh/do-not-disrupt]
package karplint.rules.do_not_disrupt_value

import data.karplint.lib.target
import data.karplint.lib.values

annotation := "karpenter.sh/do-not-disrupt"

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("annotation %q with value %q protects nothing: %s", [annotation, value, reason]),
} if {
	input.resource.kind != "CustomResourceDefinition"
	walk(input.resource.value, [path, value])
	values.last(path) == annotation
	endswith(lower(sprintf("%v", [values.last(values.parent(path))])), "annotations")
	is_string(value)
	not lower(value) == "false"
	not regex.match(`[$<{]`, value)
	reason := why(value)
}

why(value) := "on a node only \"true\" has an effect; set \"true\"" if {
	input.resource.kind in {"Node", "NodeClaim", "NodePool"}
	value != "true"
} else := "Karpenter reads durations only from 1.12 on; set \"true\"" if {
	is_duration(value)
	target.below("1.12")
} else := "it is neither \"true\" nor a duration of hours, minutes and seconds; set \"true\", or a value such as \"4h\" from 1.12 on" if {
	not value == "true"
	not is_duration(value)
}

# is_duration(value): Go parses it as a duration above zero.
is_duration(value) if {
	regex.match(`^\+?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$`, value)
	regex.match(`[1-9]`, value)
}
