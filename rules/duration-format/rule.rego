# METADATA
# title: A duration is in a format that Karpenter cannot read
# description: |
#   Durations of a pool are whole numbers of hours, minutes and seconds: `720h`, `1h30m`. There is no unit for days, weeks or milliseconds.
#
#   | Field | Also accepted | Not accepted |
#   |---|---|---|
#   | `consolidateAfter`, `expireAfter` | `Never` | |
#   | `terminationGracePeriod` | | `Never` |
#   | `duration` of a budget | | `Never`, seconds other than `0s` |
#
#   Kubernetes rejects a pool with any other text. **In the CRDs up to Karpenter 1.3 the pattern for
#   `consolidateAfter` and `expireAfter` is not anchored,** so that texts such as `1h30d`, `720hfoo` or `720h | Never`
#   are accepted. Karpenter then fails to read the pool.
#
#   **What to do.** Write the duration in hours, minutes and seconds: `30d` is `720h`.
#
#   **Not reported.** Values that templates or variables decide.
#
#   **Fix safety.** No automatic fix. The help names the same duration in a valid form, if there is one.
# related_resources:
# - description: Karpenter, disruption
#   ref: https://karpenter.sh/docs/concepts/disruption/
# - description: The CRD of NodePool
#   ref: https://github.com/kubernetes-sigs/karpenter/blob/v1.4.0/pkg/apis/crds/karpenter.sh_nodepools.yaml
# custom:
#   id: KL518
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [NodePool, NodeClaim]
#   needles: [After, terminationGracePeriod, duration]
package karplint.rules.duration_format

import data.karplint.facts.v1beta1_to_v1
import data.karplint.lib.api
import data.karplint.lib.literal
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": duration.path,
	"message": sprintf("%s %s is not a duration that Karpenter can read", [values.last(duration.path), quoted(value)]),
	"why": consequence(duration.pattern, value),
	"help": sprintf("write %s", [advice(duration.pattern, value)]),
} if {
	generation
	some duration in durations
	value := object.get(input.resource.value, duration.path, null)
	is_scalar(value)
	literal.at(duration.path)
	not regex.match(duration.pattern, values.text(value))
}

generation := api.here

is_scalar(value) if is_string(value)

is_scalar(value) if is_number(value)

quoted(value) := sprintf("%q", [value]) if is_string(value)

quoted(value) := sprintf("%v", [value]) if is_number(value)

or_never := v1beta1_to_v1.duration.pattern

of_node := `^([0-9]+(s|m|h))+$`

of_budget := `^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$`

# loose: the pattern that the CRDs up to 1.3 have instead of or_never.
loose := `^(([0-9]+(s|m|h))+)|(Never)$`

# durations: the durations that the object may have, each with its path and the pattern that it has to match.
durations contains {"path": path, "pattern": or_never} if {
	input.resource.kind == "NodePool"
	some path in [["spec", "disruption", "consolidateAfter"], ["spec", "disruption", "expireAfter"]]
	not moved(path)
}

durations contains {"path": ["spec", "template", "spec", "expireAfter"], "pattern": or_never} if of_v1("NodePool")

durations contains {"path": ["spec", "template", "spec", "terminationGracePeriod"], "pattern": of_node} if of_v1("NodePool")

durations contains {"path": ["spec", "expireAfter"], "pattern": or_never} if of_v1("NodeClaim")

durations contains {"path": ["spec", "terminationGracePeriod"], "pattern": of_node} if of_v1("NodeClaim")

durations contains {"path": ["spec", "disruption", "budgets", i, "duration"], "pattern": of_budget} if {
	input.resource.kind == "NodePool"
	is_array(input.resource.value.spec.disruption.budgets)
	some i, _ in input.resource.value.spec.disruption.budgets
}

of_v1(kind) if {
	generation == "v1"
	input.resource.kind == kind
}

# moved(path): the field is at another place in v1, where KL516 reports it.
moved(path) if {
	generation == "v1"
	values.last(path) == "expireAfter"
}

# consequence(pattern, value): Kubernetes rejects the text, unless the pattern of the release is loose.
consequence(pattern, value) := "the CRDs before Karpenter 1.4 accept it, and Karpenter then fails to read the object" if {
	pattern == or_never
	is_string(value)
	regex.match(loose, value)
	not target.at_least("1.4")
} else := "the API server rejects the object"

# advice(pattern, value): the same duration in a valid form, or the form to use.
advice(pattern, value) := sprintf("%q", [equal]) if {
	equal := in_hours(values.text(value))
	regex.match(pattern, equal)
} else := sprintf("a unit, such as \"%vs\"", [value]) if {
	is_number(value)
	pattern != of_budget
} else := "hours and minutes, such as \"1h30m\"" if {
	pattern == of_budget
} else := "hours, minutes and seconds, such as \"1h30m\""

# hours_of: hours of units that Karpenter does not have.
hours_of := {"d": 24, "day": 24, "days": 24, "w": 168, "week": 168, "weeks": 168}

in_hours(text) := sprintf("%dh", [to_number(parts[1]) * hours_of[parts[2]]]) if {
	parts := regex.find_all_string_submatch_n(`^([0-9]+) ?([a-z]+)$`, text, 1)[0]
}
