# METADATA
# title: consolidationPolicy has a value of another API version
# description: |
#   The policy that v1beta1 calls `WhenUnderutilized` has another name in v1, and Karpenter 1.14 adds a third one:
#
#   | `consolidationPolicy` | v1beta1 | v1 |
#   |---|---|---|
#   | `WhenEmpty` | yes | yes |
#   | `WhenUnderutilized` | yes | no |
#   | `WhenEmptyOrUnderutilized` | no | yes |
#   | `Balanced` | no | from 1.14 |
#
#   **Kubernetes rejects a pool with the value of another version,** so the pool does not exist, or stays as it was.
#
#   **What to do.** Use the name in the column of your API version. For `Balanced`, install 1.14 or later.
#
#   **Not reported.** Templated values, and `Balanced` in v1 if the version of Karpenter is unknown.
#
#   **Fix safety.** Safe: the two names mean the same policy. There is no fix for `Balanced`, and none
#   in v1beta1 for a pool with `consolidateAfter`, which v1beta1 rejects with this policy: such a pool was probably written for v1.
# related_resources:
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# - description: Karpenter, consolidation
#   ref: https://karpenter.sh/docs/concepts/disruption/#consolidation
# custom:
#   id: KL514
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [NodePool]
#   needles: [consolidationPolicy]
package karplint.rules.consolidation_policy_value

import data.karplint.lib.nodepool
import data.karplint.lib.target

report contains object.union(
	{
		"resource": input.resource.address,
		"path": path,
		"message": not_in(sprintf("karpenter.sh/%s", [nodepool.generation])),
		"why": "the API server rejects the pool",
		"help": advice(name),
	},
	fix,
) if {
	name := names[nodepool.generation][policy]
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": not_in(unsupported),
	"why": "the API server rejects the pool: this policy exists in karpenter.sh/v1 from Karpenter 1.14 on",
	"help": sprintf("use %q or \"WhenEmpty\"", [nearest[nodepool.generation]]),
} if {
	policy == "Balanced"
}

path := array.concat(nodepool.disruption, ["consolidationPolicy"])

not_in(what) := sprintf("consolidationPolicy %q does not exist in %s", [policy, what])

# of_v1: a pool of v1beta1 waits before it consolidates, which only v1 can do with this policy.
of_v1 if {
	nodepool.generation == "v1beta1"
	not nodepool.lacks(array.concat(nodepool.disruption, ["consolidateAfter"]))
	not input.resource.value.spec.disruption.consolidateAfter == "Never"
}

advice(name) := "write apiVersion: karpenter.sh/v1 if that is meant: with consolidateAfter, v1beta1 accepts \"WhenEmpty\" only" if of_v1

else := sprintf("write %s, the name there", [name])

default fix := {}

fix := {"fix": {"title": advice(name), "safety": "safe", "ops": [{"do": "set", "path": path, "value": name}]}} if {
	not of_v1
	name := names[nodepool.generation][policy]
}

policy := input.resource.value.spec.disruption.consolidationPolicy

# names: by API version, its names for the policies of the other version.
names := {
	"v1": {"WhenUnderutilized": nearest.v1},
	"v1beta1": {"WhenEmptyOrUnderutilized": nearest.v1beta1},
}

nearest := {"v1": "WhenEmptyOrUnderutilized", "v1beta1": "WhenUnderutilized"}

unsupported := "karpenter.sh/v1beta1" if nodepool.generation == "v1beta1"

unsupported := sprintf("Karpenter %s", [input.target.max]) if {
	nodepool.generation == "v1"
	target.below("1.14")
}
