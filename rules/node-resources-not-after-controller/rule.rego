# METADATA
# title: Karpenter may be destroyed before its pools and classes
# description: |
#   Nodes, NodeClaims and an `EC2NodeClass` have finalizers: they are gone only when Karpenter's controller has ended the
#   instances and cleaned up. A Terraform resource that creates a `NodePool`, `EC2NodeClass`, `Provisioner` or
#   `AWSNodeTemplate` but does not depend on the release that installs the controller may be destroyed after it. Then
#   nobody is left to do that work: `terraform destroy` hangs or fails, instances keep running and keep costing money,
#   and finalizers have to be removed by hand. On `terraform apply` the object may be sent before its CRD is there.
#
#   **What to do.** Let the resource depend on the controller. Terraform destroys in the reverse order of the
#   dependencies, so the safe order is
#
#   1. workloads
#   2. pools, waiting for their nodes (KL204)
#   3. classes
#   4. the controller
#   5. the CRD chart, the controller's IAM role and queue, the cluster
#
#   Any path counts: `depends_on`, references inside the manifest, resources in between, inputs and outputs of modules,
#   `depends_on` of the module call. The CRD chart alone is not enough: it is the controller that has to outlive the objects.
#
#   **About another order.** An article recommends to destroy the controller before its pools and classes. Without the
#   controller the finalizers never finish, so this rule follows the order above. A team that follows the article says
#   `destroy-order: controller-first` in `.karplint.yaml`, which switches this rule off and turns KL203 round.
#
#   **Not reported.** A root that does not install the controller, or installs it through a module that says nothing about
#   its chart; a pool whose class is reported, if the pool depends on the class; a controller that depends on its pools, which is
#   KL203. Of a block that creates many objects one finding is made.
#
#   **Fix safety.** Safe: `depends_on` gets the controller's block. There is no fix where the two stand in different modules,
#   where the root has several controllers, where the controller depends on a pool, or where the new dependency would close
#   a cycle.
# related_resources:
# - description: Karpenter, uninstalling before the nodes are gone
#   ref: https://karpenter.sh/docs/troubleshooting/#uninstallation
# - description: the controller goes before the finalizers
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6870
# - description: an EC2NodeClass that cannot be deleted any more
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5079
# custom:
#   id: KL202
#   severity: warning
#   scope: project
#   fix: safe
#   kinds: [Object, ChartInstallation]
#   needles: [NodePool, EC2NodeClass, Provisioner, AWSNodeTemplate]
package karplint.rules.node_resources_not_after_controller

import data.karplint.lib.installations
import data.karplint.lib.order
import data.karplint.lib.pools
import data.karplint.lib.values

report contains object.union(
	{
		"resource": object_.id,
		"path": ["depends_on"],
		"message": sprintf("%s does not depend on Karpenter's controller, which may be destroyed first and leave nodes and finalizers behind; %s", [
			pools.title(object_),
			order.advice(object_, controller),
		]),
		"related": [{"resource": controller.id, "path": [], "message": "the controller is installed here"}],
	},
	fix(object_, controller),
) if {
	object.get(input, ["config", "destroy_order"], "") != "controller-first"
	some block, object_ in loose
	not behind_loose(block)
	controller := order.nearest(object_, controllers)[0]
}

# controllers: those that Terraform installs, one of each block.
controllers := [controller | some controller in pools.first_of_blocks(installations.controllers)]

# loose: by block, the objects without a path to any controller.
loose[block] := object_ if {
	count(controllers) > 0
	some block, object_ in pools.first_of_blocks(array.concat(pools.pools, pools.classes))
	not ordered(object_)
}

ordered(object_) if {
	some controller in array.concat(order.nearest(object_, controllers), possible_controllers)
	in_order(object_.block, controller.block)
}

# possible_controllers: the installations whose chart is not known but may be Karpenter's.
possible_controllers := [installation |
	some installation in installations.all
	values.unknown(installation.value.karpenter)
]

# A module may install the controller and its pools.
in_order(block, block)

in_order(block, controller) if order.reaches(block, controller)

# The reverse order is KL203's.
in_order(block, controller) if order.reaches(controller, block)

loose_blocks := object.keys(loose)

# behind_loose(block): it gets its path with that of another.
behind_loose(block) if {
	some other in order.reached(block, loose_blocks)
	not order.reaches(other, block)
}

fix(object_, controller) := {"fix": order.fix(object_, controller)} if {
	count(order.nearest(object_, controllers)) == 1
	not reversed
} else := {}

pool_blocks := object.keys(pools.first_of_blocks(pools.pools))

# With a controller that depends on a pool, and a fix of KL201 beside this one, the circle would close.
reversed if {
	some controller in controllers
	count(order.reached(controller.block, pool_blocks)) > 0
}
