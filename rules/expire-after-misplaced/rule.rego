# METADATA
# title: expireAfter is set where this API version does not read it
# description: |
#   `expireAfter` sets the age at which Karpenter replaces a node. Karpenter's v1 API moved it from the settings of the
#   pool to those of each node.
#
#   | API version | where |
#   |---|---|
#   | `karpenter.sh/v1beta1` | `spec.disruption.expireAfter` |
#   | `karpenter.sh/v1` | `spec.template.spec.expireAfter` |
#
#   In the place of the other version the field does not exist. `kubectl apply` rejects the manifest ("unknown field").
#   Helm, Terraform's `kubectl_manifest` and most GitOps tools are less strict: the API server silently drops the field,
#   and the nodes live for the default of 720 hours regardless of the manifest. That includes `5m` for nodes that should
#   be gone after a test, and `Never` for nodes that must stay.
#
#   **What to do.** Move the field to the place that the object's API version uses. In v1 remember that expiration is
#   forceful: an expired node is drained at once, without waiting for a budget or for a replacement.
#
#   **Not reported.** Objects whose `apiVersion` is a template.
#
#   **Fix safety.** Safe: the fix moves the field, with its comments, to where it takes effect, so the nodes get what
#   the manifest says. If that leaves `spec.disruption` empty, which v1 rejects, the fix deletes it too. If the field is
#   set in both places, the one in the right place takes effect: the fix deletes the misplaced one if both are equal,
#   and leaves it to you if they differ. There is no fix if a template may render the field in the right place.
# related_resources:
# - description: Karpenter, v1 migration, API moves
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# - description: Karpenter, expiration
#   ref: https://karpenter.sh/docs/concepts/disruption/#expiration
# custom:
#   id: KL516
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [NodePool]
#   needles: [expireAfter]
package karplint.rules.expire_after_misplaced

import data.karplint.lib.nodepool
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": wrong,
		"message": fact,
		"why": "it is ignored, and nodes live for \"720h\"",
		"help": title,
	},
	fix,
) if {
	not right in set_at
	wrong in set_at
}

report contains object.union(
	{
		"resource": input.resource.address,
		"path": wrong,
		"message": fact,
		"why": sprintf("it is ignored, and %s takes effect", [concat(".", right)]),
	},
	deletion,
) if {
	right in set_at
	wrong in set_at
}

fact := sprintf("karpenter.sh/%s has no %s", [nodepool.generation, concat(".", wrong)])

title := sprintf("move it to %s", [concat(".", right)])

places := {"v1beta1": ["spec", "disruption", "expireAfter"], "v1": ["spec", "template", "spec", "expireAfter"]}

right := places[nodepool.generation]

wrong := places[{"v1beta1": "v1", "v1": "v1beta1"}[nodepool.generation]]

# set_at: the places where the field is set.
set_at contains place if {
	some place in places
	object.get(input.resource.value, place, null) != null
}

default fix := {}

fix := {"fix": {"title": title, "safety": "safe", "ops": ops}} if {
	values.nothing_at(input.resource.value, right)
}

deletion := {"fix": {"title": "delete it", "safety": "safe", "ops": [{"do": "delete", "path": wrong}]}} if {
	object.get(input.resource.value, right, null) == object.get(input.resource.value, wrong, null)
} else := {"help": sprintf("delete it, and set %s to what you want", [concat(".", right)])}

ops := array.concat(
	[{"do": "move", "path": wrong, "to": right}],
	[{"do": "delete", "path": nodepool.disruption} | left_empty],
)

# left_empty: spec.disruption has no other field, and v1 rejects an empty one.
left_empty if {
	nodepool.generation == "v1"
	object.keys(input.resource.value.spec.disruption) == {"expireAfter"}
}
