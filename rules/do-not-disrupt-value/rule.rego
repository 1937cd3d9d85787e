# METADATA
# title: The value of karpenter.sh/do-not-disrupt is not read as written
# description: |
#   Karpenter compares the annotation `karpenter.sh/do-not-disrupt` of a pod with `"true"`. From 1.12 on the value may also be a
#   duration, such as `"4h"`: the pod is protected for so long after its start. Any other value means the same as no annotation, so
#   the pod is evicted although somebody wanted to protect it. An event of the pod is the only sign, and only from 1.12 on.
#
#   **What to do.** Write `"true"`, or for pods from 1.12 on a positive duration with the units `h`, `m` and `s`. There is no unit for
#   days: write `"24h"`.
#
#   On nodes, and in the template of a NodePool, which gives them the annotation, only `"true"` has an effect from 1.0 on, in 1.12 as
#   well. **Before 1.0 the annotation counts, and its value does not**: `"false"` keeps every node of the pool from being consolidated,
#   drifted or expired. Remove it.
#
#   **Not reported.** `"false"` elsewhere, which does what it says; values that templates, variables or placeholders (`__PROTECT__`, `%PROTECT%`)
#   decide; patterns of a policy of Kyverno.
#
#   **Fix safety.** Safe for another spelling of `"true"`. Unsafe for `"false"` on nodes before 1.0: without the annotation the nodes
#   are replaced, as drifted. No fix for other values: how long the pod has to be protected is a decision.
# related_resources:
# - description: Karpenter, disruption, pod-level controls
#   ref: https://karpenter.sh/docs/concepts/disruption/#pod-level-controls
# - description: Karpenter, disruption, node-level controls
#   ref: https://karpenter.sh/docs/concepts/disruption/#node-level-controls
# custom:
#   id: KL556
#   severity: warning
#   scope: resource
#   fix: safe
#   fix_note: only another spelling of "true"; unsafe for "false" on nodes before 1.0
#   when: ">= 0.32"
#   kinds: ["*"]
#   needles: [sh/do-not-disrupt]
package karplint.rules.do_not_disrupt_value

import data.karplint.lib.policies
import data.karplint.lib.target
import data.karplint.lib.values

annotation := "karpenter.sh/do-not-disrupt"

# placeholder: something replaces the value, or a part of it, before it is applied.
placeholder := `[$<{]|^__.*__$|^%.*%$`

report contains object.union(
	{
		"resource": input.resource.address,
		"path": path,
		"message": sprintf("annotation %q %s", [annotation, sprintf(words.fact, [value])]),
		"why": words.why,
		"help": words.help,
	},
	fix(path, value),
) if {
	not policies.policy
	not policies.fixture
	input.resource.kind != "CustomResourceDefinition"
	some [path, value] in karplint.keys(input.resource.value, [annotation])
	endswith(lower(sprintf("%v", [values.last(values.parent(path))])), "annotations")
	is_string(value)
	value != "true"
	not regex.match(placeholder, value)
	words := texts(path, value)
}

no_effect := "has no effect with the value %q"

# texts(path, value): what Karpenter makes of the value, and what to do about it.
texts(path, value) := {
	"fact": "protects nodes with the value %q too",
	"why": "before 1.0 the annotation counts, not its value: the nodes are never consolidated, drifted or expired",
	"help": `delete it, or set "true"`,
} if {
	presence_counts(path)
} else := {"fact": no_effect, "why": `nodes are not protected: on a node only "true" counts`, "help": `set "true"`} if {
	input.resource.kind in {"Node", "NodeClaim", "NodePool"}
	not no(value)
} else := {"fact": no_effect, "why": "pods are not protected: Karpenter reads durations only from 1.12 on", "help": `set "true"`} if {
	is_duration(value)
	target.below("1.12")
} else := {
	"fact": no_effect,
	"why": `pods are not protected: it is neither "true" nor a duration of hours, minutes and seconds`,
	"help": `set "true", or from 1.12 on a duration such as "4h"`,
} if {
	not no(value)
	not is_duration(value)
}

# presence_counts(path): the path is that of an annotation of nodes, and Karpenter asks only whether it is there.
presence_counts(path) if {
	target.below("1.0")
	array.concat(annotations[input.resource.kind], [annotation]) == path
}

# annotations: by kind, where the annotations of nodes are.
annotations := {
	"Node": ["metadata", "annotations"],
	"NodeClaim": ["metadata", "annotations"],
	"NodePool": ["spec", "template", "metadata", "annotations"],
}

# no(value): who writes it wants no protection.
no(value) if lower(trim_space(value)) in {"false", "no"}

# is_duration(value): Go parses it as a duration above zero.
is_duration(value) if {
	regex.match(`^\+?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$`, value)
	regex.match(`[1-9]`, value)
}

# fix(path, value): only where the value leaves no doubt about what is wanted.
fix(path, value) := {"fix": {
	"title": "set \"true\"",
	"safety": "safe",
	"ops": [{"do": "set", "path": path, "value": "true"}],
}} if {
	lower(trim_space(value)) in {"true", "yes"}
} else := {"fix": {
	"title": sprintf("delete %s", [annotation]),
	"safety": "unsafe",
	"ops": [{"do": "delete", "path": path, "prune": 2}],
}} if {
	no(value)
	presence_counts(path)
} else := {}
