# METADATA
# title: A pool without limits
# description: |
#   `spec.limits` bounds the resources of all nodes of a pool together. Without it, or with an empty map, a pool grows as long as pods are pending: a
#   Deployment whose replicas were mistyped, or a Job that makes Jobs, is stopped by nothing but the quotas of the AWS account.
#
#   **What you see in the cluster.** Nothing, until the bill, or until instances fail to start with `VcpuLimitExceeded`. With limits, events of pods
#   that no longer fit say `all available instance types exceed limits for nodepool`
#   ([scheduler.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/provisioning/scheduling/scheduler.go)).
#
#   **What to do.** Set `limits` with `cpu` and `memory`, at about twice what the pool needs on a busy day. The metric `karpenter_nodepools_usage`
#   shows what it uses.
#
#   **Not reported.** Pools with `replicas`, whose size is fixed; pools that may get limits from a template or a kustomize patch, patches themselves,
#   and parts of a pool; pools of EKS Auto Mode and of other clouds.
#
#   **Fix safety.** No automatic fix: how large the pool may become is a decision.
# related_resources:
# - description: Karpenter, spec.limits
#   ref: https://karpenter.sh/docs/concepts/nodepools/#speclimits
# custom:
#   id: KL519
#   severity: info
#   scope: resource
#   fix: none
#   advice: true
#   kinds: [NodePool, Provisioner]
package karplint.rules.pool_without_limits

import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.nodepool
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": ["spec", "limits"],
	"message": "the pool has no limits",
	"why": "only the quotas of the AWS account bound how many nodes Karpenter starts for it",
	"help": sprintf("set %s", [field]),
} if {
	is_whole
	has_no_limits
	nodepool.lacks(["spec", "replicas"])
}

has_no_limits if {
	nodepool.lacks(["spec", "limits"])
	not nodepool.names({"limits"})
}

# Empty limits bound nothing.
has_no_limits if {
	input.resource.value.spec.limits == {}
	literal.at(["spec", "limits"])
	not kustomize.patched(["spec", "limits"])
}

field := "spec.limits.resources" if input.resource.kind == "Provisioner"

else := "spec.limits"

is_whole if nodepool.whole

# A Provisioner has to refer to a class, or to contain one. In both cases nothing is left to a patch or a template.
is_whole if {
	input.resource.kind == "Provisioner"
	not kustomize.is_patch
	some key in ["providerRef", "provider"]
	is_object(input.resource.value.spec[key])
	not values.unknown(input.resource.value.spec[key])
}
