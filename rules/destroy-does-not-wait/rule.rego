# METADATA
# title: Terraform does not wait for a pool's nodes to end
# description: |
#   A `NodePool` (and a `Provisioner`) has no finalizer: when it is deleted it is gone at once, and its nodes are ended by
#   Karpenter afterwards. Only a *foreground* deletion keeps the pool until its NodeClaims, and with them the instances, are
#   gone. `kubectl_manifest` deletes in the background and does not look back unless `wait = true`. So `terraform destroy` goes on to
#   the class and the controller while nodes are still running, and every `depends_on` between them is worth nothing: the
#   controller is gone before it has ended the nodes.
#
#   **What to do.** Set `wait = true` on the `kubectl_manifest` of every pool. `delete_cascade = "Foreground"` alone asks for the
#   right deletion but returns at once. `kubernetes_manifest` cannot wait for the nodes: it deletes with the default
#   propagation and waits for the pool only, which is gone at once. Use `kubectl_manifest` for pools, or a script that runs
#   on destroy and waits:
#
#   ```hcl
#   resource "terraform_data" "drain" {
#     depends_on = [kubernetes_manifest.pool, helm_release.karpenter]
#     provisioner "local-exec" {
#       when    = destroy
#       command = "kubectl delete nodepools --all --wait && kubectl wait --for=delete nodeclaims --all --timeout=15m"
#     }
#   }
#   ```
#
#   **Not reported.** `wait` that is not known (a variable); pools beside a script as above, which is ordered before
#   or after them by a dependency; classes, whose finalizer makes every provider wait; pools of EKS Auto Mode, whose controller
#   outlives everything in the cluster.
#
#   **Fix safety.** Unsafe: `wait = true` is right, but the provider then waits without a limit if the controller is already
#   gone, so that the order should be right first (KL201, KL202).
# related_resources:
# - description: Karpenter, deleting a NodePool
#   ref: https://karpenter.sh/docs/concepts/disruption/#manual-methods
# - description: deletion in kubectl_manifest
#   ref: https://github.com/gavinbunney/terraform-provider-kubectl/blob/v1.19.0/kubernetes/resource_kubectl_manifest.go
# custom:
#   id: KL204
#   severity: warning
#   scope: project
#   fix: unsafe
#   kinds: [Object, DestroyScript]
#   needles: [NodePool, Provisioner]
package karplint.rules.destroy_does_not_wait

import data.karplint.lib.order
import data.karplint.lib.pools
import data.karplint.lib.values

report contains object.union(
	{
		"resource": pool.id,
		"path": ["wait"],
		"message": sprintf("%s is deleted in the background%s, so destroy goes on while its nodes still run; set wait = true", [
			pools.title(pool),
			cascade(pool.value),
		]),
	},
	fix(pool),
) if {
	some pool in pools.first_of_blocks(pools.pools)
	pool.value.via == "kubectl_manifest"
	does_not_wait(pool.value)
	not waited_for(pool.block)
}

report contains {
	"resource": pool.id,
	"path": [],
	"message": sprintf("kubernetes_manifest does not wait for the nodes of %s, which has no finalizer and is gone at once; use kubectl_manifest with wait = true, or a script on destroy that waits for the NodeClaims", [pools.title(pool)]),
} if {
	some pool in pools.first_of_blocks(pools.pools)
	pool.value.via == "kubernetes_manifest"
	not waited_for(pool.block)
}

does_not_wait(value) if values.absent(value, "wait")

does_not_wait(value) if value.wait in {false, "false"}

cascade(value) := " (delete_cascade = \"Foreground\" alone returns at once)" if {
	value.delete_cascade == "Foreground"
} else := ""

# waited_for(block): such a script runs just before or after the block is destroyed.
waited_for(block) if {
	some script in waiting_scripts
	near(block, script)
}

# waiting_scripts: the blocks of the scripts that delete pools or wait for their nodes.
waiting_scripts := {script.block |
	some script in input.project.resources
	script.kind == "DestroyScript"
	regex.match(`(?is)\b(?:delete|wait)\b.*\b(?:nodepools?|provisioners?|nodeclaims?|machines?)\b`, text_of(script.value.command))
}

near(block, block)

near(block, script) if order.reaches(block, script)

near(block, script) if order.reaches(script, block)

text_of(command) := command["$unknown"] if {
	values.unknown(command)
} else := command if {
	is_string(command)
}

fix(pool) := {"fix": {
	"title": "set wait = true",
	"safety": "unsafe",
	"ops": [{"do": "set", "path": ["wait"], "value": true}],
}} if {
	settable(pool)
} else := {}

settable(pool) if "wait" in object.keys(pool.value)

settable(pool) if "wait" in object.get(pool, "writable", [])
