# METADATA
# title: The controller may be destroyed before its pools and classes
# description: |
#   Nodes, NodeClaims and an `EC2NodeClass` have finalizers: they are gone only after Karpenter's controller has
#   terminated the instances and cleaned up. A Terraform resource that creates a `NodePool`, `EC2NodeClass`,
#   `Provisioner` or `AWSNodeTemplate` but does not depend on the release that installs the controller may be destroyed
#   after it. Then nothing does that work: `terraform destroy` hangs or fails, instances keep running and keep costing
#   money, and someone has to remove finalizers by hand. On `terraform apply` the object may be created before its CRD
#   exists.
#
#   **What to do.** Make the resource depend on the controller. Terraform destroys in the reverse order of the
#   dependencies, so the safe order is
#
#   1. workloads
#   2. pools, waiting for their nodes (KL204)
#   3. classes
#   4. the controller
#   5. the CRD chart, the controller's IAM role and queue, the cluster
#
#   Any path counts: `depends_on`, references inside the manifest, resources in between, inputs and outputs of modules,
#   `depends_on` of the module call. The CRD chart alone is not enough: the controller has to outlive the objects.
#
#   **About another order.** An article recommends destroying the controller before its pools and classes. Without the
#   controller the finalizers never complete, so this rule follows the order above. A team that follows the article sets
#   `destroy-order: controller-first` in `.karplint.yaml`, which disables this rule and reverses KL203.
#
#   **Not reported.**
#
#   - A root that does not install the controller, or installs it through a module that does not show which chart it
#     installs.
#   - A pool that depends on its class, if the class is reported.
#   - A controller that depends on its pools, which KL203 reports.
#   - Objects of a chart in the repository that its release may not have: they are under a condition, or in a loop over
#     values that the release does not pass.
#
#   A block that creates many objects gets one finding. A release of a chart in the repository creates the objects in
#   the chart's templates.
#
#   **Fix safety.** Safe: the fix adds the controller's block to `depends_on`. There is no fix if the two are in
#   different modules, if the root has several controllers, if the controller depends on a pool, or if the new
#   dependency would create a cycle.
# related_resources:
# - description: Karpenter, uninstalling before the nodes are gone
#   ref: https://karpenter.sh/docs/troubleshooting/#uninstallation
# - description: the controller is removed before the finalizers
#   ref: https://github.com/aws/karpenter-provider-aws/issues/6870
# - description: an EC2NodeClass that cannot be deleted any more
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5079
# custom:
#   id: KL202
#   severity: warning
#   scope: project
#   fix: safe
#   kinds: [Object, ChartObject, ChartInstallation]
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
		"message": sprintf("%s does not depend on Karpenter's controller", [pools.title(object_)]),
		"why": "the controller may be destroyed first and leave nodes and finalizers behind",
		"help": order.advice(object_, controller),
		"related": [{"resource": controller.id, "path": [], "message": "the controller is installed here"}],
	},
	fix(object_, controller),
) if {
	object.get(input, ["config", "destroy_order"], "") != "controller-first"
	some block, object_ in loose
	not behind_loose(block)
	controller := order.nearest(object_, controllers)[0]
}

# controllers: the controllers that Terraform installs, one for each block.
controllers := [controller | some controller in pools.first_of_blocks(installations.controllers)]

# loose: by block, the objects without a path to any controller.
loose := {block: object_ |
	count(controllers) > 0
	some block, object_ in pools.first_of_blocks(array.concat(array.concat(pools.pools, pools.classes), pools.in_releases))
	not ordered(object_)
}

ordered(object_) if {
	some controller in array.concat(order.nearest(object_, controllers), possible_controllers)
	in_order(object_.block, controller.block)
}

# possible_controllers: the installations whose chart is unknown and may be Karpenter's.
possible_controllers := [installation |
	some installation in installations.all
	values.unknown(installation.value.karpenter)
]

# A module may install the controller and its pools.
in_order(block, block)

in_order(block, controller) if order.reaches(block, controller)

# KL203 reports the reverse order.
in_order(block, controller) if order.reaches(controller, block)

loose_blocks := object.keys(loose)

# behind_loose(block): it depends on another loose block, and is ordered once that is.
behind_loose(block) if {
	some other in order.reached(block, loose_blocks)
	not order.reaches(other, block)
}

fix(object_, controller) := {"fix": order.fix(object_, controller)} if {
	count(order.nearest(object_, controllers)) == 1
	not reversed
} else := {}

pool_blocks := object.keys(pools.first_of_blocks(pools.pools))

# If a controller depends on a pool, this fix and one of KL201 together would create a cycle.
reversed if {
	some controller in controllers
	count(order.reached(controller.block, pool_blocks)) > 0
}
