# METADATA
# title: Pods avoid Karpenter's nodes only through karpenter.sh/provisioner-name
# description: |
#   A node affinity with `karpenter.sh/provisioner-name` and the operator `DoesNotExist` keeps pods off Karpenter's
#   nodes. The controller itself uses it to stay on a managed node group, and so do workloads that must not run on nodes
#   that come and go. The nodes of a NodePool (Karpenter 0.32 and later) do not have that label; they have
#   `karpenter.sh/nodepool`. So the condition is true for all of them, and the pods are scheduled onto nodes that
#   Karpenter may remove. The controller can then terminate the node that it runs on.
#
#   **What to do.** Add `karpenter.sh/nodepool` with `DoesNotExist` **to the same** `matchExpressions`. All expressions
#   of one list must be true. The entries of `nodeSelectorTerms` are alternatives, so a second term would allow the pods
#   on both kinds of nodes. Keep the old expression until no node of a Provisioner is left; after that it does no harm.
#
#   **Not reported.**
#
#   - A target below 0.32, where the old label is correct, and the controller's own `Deployment` or values with an image
#     of such a version.
#   - A term that excludes Karpenter's nodes in another way, such as `eks.amazonaws.com/nodegroup` with `In`, or
#     `karpenter.sh/registered` with `DoesNotExist`.
#   - Pods with a `nodeSelector` that excludes them, such as `karpenter.sh/controller: "true"`.
#   - A list with a template, which may add the expression.
#
#   **Fix safety.** Safe: the fix removes nothing and keeps the pods off nodes that the author meant to avoid.
# related_resources:
# - description: v1beta1 migration, step 13
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
# custom:
#   id: KL504
#   severity: warning
#   scope: resource
#   fix: safe
#   when: ">= 0.32"
#   kinds: ["*"]
#   needles: [sh/provisioner-name]
package karplint.rules.provisioner_name_does_not_exist

import data.karplint.lib.placement
import data.karplint.lib.selectors
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": array.concat(list.path, [i]),
	"message": sprintf("%q DoesNotExist is true for every node of a NodePool", [selectors.old]),
	"why": "the pods are scheduled onto nodes that Karpenter may remove",
	"fix": {
		"title": sprintf("add %s DoesNotExist to the same matchExpressions", [selectors.new]),
		"safety": "safe",
		"ops": [{
			"do": "insert",
			"path": list.path,
			"index": i + 1,
			"value": {"key": selectors.new, "operator": "DoesNotExist"},
		}],
	},
} if {
	not before_0_32
	some list in selectors.expressions
	some i, expression in list.items
	expression.key == selectors.old
	expression.operator == "DoesNotExist"
	not avoids_pools(list.items)
	not pinned(list.path)
}

# avoids_pools(items): the term also excludes the nodes of a NodePool, or a template in it may.
avoids_pools(items) if values.open(items)

avoids_pools(items) if {
	some expression in items
	placement.foreign_expression(expression)
}

# pinned(path): the pod spec around the affinity keeps the pods off Karpenter's nodes in another way.
pinned(path) if {
	some i, "affinity" in path
	placement.off_karpenter(object.get(input.resource.value, array.slice(path, 0, i), {}))
}

# before_0_32: this is Karpenter itself, or the values of its chart, with an image from before NodePools.
before_0_32 if {
	some image in images
	some found in regex.find_all_string_submatch_n(`/karpenter/controller:v?(\d+\.\d+\.\d+)`, image, 1)
	semver.compare(found[1], "0.32.0") < 0
}

images contains container.image if {
	some container in input.resource.value.spec.template.spec.containers
	is_string(container.image)
}

images contains written if {
	written := input.resource.value.controller.image
	is_string(written)
}

# From 0.26 on the image is a map.
images contains sprintf("%v:%v", [written.repository, written.tag]) if written := input.resource.value.controller.image
