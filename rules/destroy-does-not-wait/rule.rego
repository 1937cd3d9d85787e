# METADATA
# title: Terraform does not wait until a pool's nodes are gone
# description: |
#   A `NodePool` (and a `Provisioner`) has no finalizer: when it is deleted, it is gone at once, and Karpenter
#   terminates its nodes afterwards. Only a *foreground* deletion keeps the pool until its NodeClaims, and with them the
#   instances, are gone. `kubectl_manifest` deletes in the background and does not check the result unless
#   `wait = true`. So `terraform destroy` continues with the class and the controller while nodes are still running, and
#   no `depends_on` between them helps: the controller is gone before it has terminated the nodes.
#
#   **What to do.** Set `wait = true` on the `kubectl_manifest` of every pool. `delete_cascade = "Foreground"` alone
#   requests the right kind of deletion but returns at once. `kubernetes_manifest` cannot wait for the nodes: it deletes
#   with the default propagation policy and waits only for the pool, which is gone at once. Use `kubectl_manifest` for
#   pools, or a destroy-time script that waits:
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
#   **Not reported.**
#
#   - A `wait` whose value is unknown (a variable).
#   - Pools with a script as above that a dependency orders before or after them.
#   - Classes, whose finalizer makes every provider wait.
#   - Pools of EKS Auto Mode, whose controller outlives everything in the cluster.
#
#   **Fix safety.** Unsafe: `wait = true` is right, but the provider waits forever if the controller is already gone, so
#   correct the order first (KL201, KL202).
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
		"message": message(pool),
		"why": why(pool.value),
		"help": "set wait = true",
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
	"message": message(pool),
	"why": "kubernetes_manifest waits only for the pool, which has no finalizer and is gone at once",
	"help": "use kubectl_manifest with wait = true, or a destroy-time script that waits for the NodeClaims",
} if {
	some pool in pools.first_of_blocks(pools.pools)
	pool.value.via == "kubernetes_manifest"
	not waited_for(pool.block)
}

does_not_wait(value) if values.absent(value, "wait")

does_not_wait(value) if value.wait in {false, "false"}

message(pool) := sprintf("terraform destroy does not wait for the nodes of %s", [pools.title(pool)])

why(value) := `delete_cascade = "Foreground" alone returns at once, and the class and the controller may be destroyed while its nodes run` if {
	value.delete_cascade == "Foreground"
} else := "the pool is deleted in the background, and the class and the controller may be destroyed while its nodes run"

# waited_for(block): a waiting script is ordered before or after the destruction of the block.
waited_for(block) if {
	some script in waiting_scripts
	near(block, script)
}

# waiting_scripts: the blocks of the scripts that delete pools or wait for their nodes.
waiting_scripts := {script.block |
	some script in input.project.by_kind.DestroyScript
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
