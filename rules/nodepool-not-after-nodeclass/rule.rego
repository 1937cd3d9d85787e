# METADATA
# title: A pool does not depend on its class
# description: |
#   A pool (`NodePool`, before 0.32 `Provisioner`) refers by name to a class (`EC2NodeClass`, before 0.32
#   `AWSNodeTemplate`), which defines how its nodes are launched. Terraform does not understand this name. Without a
#   dependency it creates or destroys both at the same time, in either order. On `terraform destroy` the class may be
#   deleted first. Karpenter then treats the pool as one without a class while its nodes still run, and a pool that
#   needs a node at that moment gets none. On `terraform apply` the pool may exist without its class for a while, and
#   is not ready.
#
#   **What to do.** Make the pool depend on the class: Terraform creates in the order of the dependencies and destroys
#   in the reverse order.
#
#   ```hcl
#   resource "kubectl_manifest" "pool" {
#     yaml_body  = file("pool.yaml")
#     depends_on = [kubectl_manifest.class]
#   }
#   ```
#
#   Any path counts: `depends_on`, a reference such as `${kubectl_manifest.class.name}` inside the manifest, other
#   resources in between, inputs and outputs of modules, `depends_on` of the module call.
#
#   **Not reported.**
#
#   - A class that the same Terraform root does not create (KL506 finds misspelled names).
#   - A pool and its class that one block creates with `for_each`, because instances of a block cannot depend on each
#     other. Put the classes into their own block if the order matters to you.
#   - A class that depends on its pool, which KL203 reports.
#
#   A block that creates many pools gets one finding.
#
#   **Fix safety.** Safe: the fix adds the class's block to `depends_on`. There is no fix if the two are in different
#   modules, if several blocks may create the class, or if the new dependency would create a cycle.
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
		"message": sprintf("%s does not depend on its %s", [pools.title(pool), pools.title(class)]),
		"why": "the class may be destroyed first, while nodes of the pool still run",
		"help": order.advice(pool, class),
		"related": [{"resource": class.id, "path": [], "message": "the class is created here"}],
	},
	fix(pool, class),
) if {
	some pool in pools.first_of_blocks(loose)
	class := named[pool.id][0]
}

# loose: the pools that depend on no block that creates their class.
loose := [pool |
	some pool in pools.pools
	pool.block != ""
	count(named[pool.id]) > 0
	not ordered(pool)
]

# named: by the pool's id, the classes that it refers to and that Terraform creates.
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

# KL203 reports the reverse order.
in_order(pool, class) if order.reaches(class, pool)

fix(pool, class) := {"fix": order.fix(pool, class)} if {
	count({class.block | some class in named[pool.id]}) == 1
} else := {}
