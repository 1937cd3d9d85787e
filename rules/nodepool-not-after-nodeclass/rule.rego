# METADATA
# title: A pool does not depend on its class
# description: |
#   A pool (`NodePool`, before 0.32 `Provisioner`) names a class (`EC2NodeClass`, before 0.32 `AWSNodeTemplate`) that says how its
#   nodes are made. When Terraform creates both, it knows nothing of that name: without a dependency it works on
#   both at once, in either order. On `terraform destroy` the class may be deleted first. Karpenter then treats the
#   pool as one without a class while nodes of it still run, and a pool that asks for a node in that moment gets none. On
#   `terraform apply` the pool may stand there without its class for a while, and is not ready.
#
#   **What to do.** Let the pool depend on the class: Terraform creates in the order of the dependencies and destroys in
#   the reverse order.
#
#   ```hcl
#   resource "kubectl_manifest" "pool" {
#     yaml_body  = file("pool.yaml")
#     depends_on = [kubectl_manifest.class]
#   }
#   ```
#
#   Any path counts: `depends_on`, a reference such as `${kubectl_manifest.class.name}` inside the manifest, other resources in
#   between, inputs and outputs of modules, `depends_on` of the module call.
#
#   **Not reported.** A class that is not created in the same Terraform root (KL506 looks for a misspelt name); a pool and
#   its class that one block creates with `for_each`, since instances of a block cannot depend on each other: give the
#   classes a block of their own if the order matters to you; a class that depends on its pool, which is KL203. Of a block
#   that creates many pools one finding is made.
#
#   **Fix safety.** Safe: `depends_on` gets the class's block. There is no fix where the two stand in different modules,
#   where several blocks may create the class, or where the new dependency would close a cycle.
# related_resources:
# - description: deleting a class that nodes still use
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6462
# custom:
#   id: KL201
#   severity: warning
#   scope: project
#   fix: safe
#   kinds: [Object]
#   needles: [NodePool, Provisioner]
package karplint.rules.nodepool_not_after_nodeclass

import data.karplint.lib.order
import data.karplint.lib.pools

report contains object.union(
	{
		"resource": pool.id,
		"path": ["depends_on"],
		"message": sprintf("%s does not depend on its %s, which may be destroyed first; %s", [
			pools.title(pool),
			pools.title(class),
			order.advice(pool, class),
		]),
		"related": [{"resource": class.id, "path": [], "message": "the class is created here"}],
	},
	fix(pool, class),
) if {
	some pool in pools.first_of_blocks(loose)
	class := named[pool.id][0]
}

# loose: the pools that have no path to any block that creates their class.
loose := [pool |
	some pool in pools.pools
	pool.block != ""
	count(named[pool.id]) > 0
	not ordered(pool)
]

# named: by the pool's id, the classes it names that Terraform creates.
named := {pool.id: order.nearest(pool, created) |
	some pool in pools.pools
	created := [class | some class in pools.named(pool); class.block != ""]
}

ordered(pool) if {
	some class in named[pool.id]
	in_order(pool.block, class.block)
}

# One block cannot be ordered within itself.
in_order(block, block)

in_order(pool, class) if order.reaches(pool, class)

# The reverse order is KL203's.
in_order(pool, class) if order.reaches(class, pool)

fix(pool, class) := {"fix": order.fix(pool, class)} if {
	count({class.block | some class in named[pool.id]}) == 1
} else := {}
