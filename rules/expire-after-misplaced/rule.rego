# METADATA
# title: expireAfter stands where this API version does not read it
# description: |
#   `expireAfter` says how old a node may become before Karpenter replaces it. Karpenter's v1 API moved it: what had been a setting of the pool became
#   one of each node.
#
#   | API version | where |
#   |---|---|
#   | `karpenter.sh/v1beta1` | `spec.disruption.expireAfter` |
#   | `karpenter.sh/v1` | `spec.template.spec.expireAfter` |
#
#   Where it stands in the other version's place, it is a field that the API does not have. `kubectl apply` refuses the manifest
#   ("unknown field"). Helm, Terraform's `kubectl_manifest` and most GitOps tools are less strict: the API server drops the field without a
#   word, and the nodes live for 720 hours, the default, whatever the manifest says: `5m` for nodes that should be gone
#   after a test, or `Never` for those that must stay.
#
#   **What to do.** Move it to the place of the object's API version. In v1 remember that expiry is forceful: an
#   expired node is drained at once, without waiting for a budget or for a replacement.
#
#   **Not reported.** Objects whose `apiVersion` is a template.
#
#   **Fix safety.** Safe: the field is moved to where it counts, with its comments, and what the manifest says is what the nodes
#   get. Where `spec.disruption` holds nothing else and would be left empty, which v1 refuses, it goes as well. Where a time stands
#   in the right place too, that one is what counts: the misplaced one is deleted if it is the same, and
#   left to you if it is another. No fix where a template may render something in the right place.
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
		"message": sprintf("karpenter.sh/%s has no %s, it is ignored and nodes live for \"720h\"; move it to %s", [
			nodepool.generation,
			concat(".", wrong),
			concat(".", right),
		]),
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
		"message": sprintf("karpenter.sh/%s has no %s, it is ignored and %s counts; delete it", [
			nodepool.generation,
			concat(".", wrong),
			concat(".", right),
		]),
	},
	deletion,
) if {
	right in set_at
	wrong in set_at
}

places := {"v1beta1": ["spec", "disruption", "expireAfter"], "v1": ["spec", "template", "spec", "expireAfter"]}

right := places[nodepool.generation]

wrong := places[{"v1beta1": "v1", "v1": "v1beta1"}[nodepool.generation]]

# set_at: the places at which something is written.
set_at contains place if {
	some place in places
	object.get(input.resource.value, place, null) != null
}

default fix := {}

fix := {"fix": {"title": sprintf("move it to %s", [concat(".", right)]), "safety": "safe", "ops": ops}} if {
	values.nothing_at(input.resource.value, right)
}

default deletion := {}

deletion := {"fix": {"title": "delete it", "safety": "safe", "ops": [{"do": "delete", "path": wrong}]}} if {
	object.get(input.resource.value, right, null) == object.get(input.resource.value, wrong, null)
}

ops := array.concat(
	[{"do": "move", "path": wrong, "to": right}],
	[{"do": "delete", "path": nodepool.disruption} | left_empty],
)

# left_empty: nothing else stands in spec.disruption, which v1 refuses when it is empty.
left_empty if {
	nodepool.generation == "v1"
	object.keys(input.resource.value.spec.disruption) == {"expireAfter"}
}
