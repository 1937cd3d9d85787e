# METADATA
# title: A NodePool refers to a class of the wrong kind
# description: |
#   A `NodePool` refers to the class of its nodes by `spec.template.spec.nodeClassRef`. With Karpenter for AWS that is an
#   `EC2NodeClass`. An `AWSNodeTemplate` of the alpha API is wrong there. It usually comes from Karpenter's own
#   converter, `karpenter-convert`, which copies the `kind` and the `apiVersion` of a Provisioner's `providerRef`
#   without changing them.
#
#   Kubernetes accepts any kind. Karpenter 0.32 to 0.37 looks only at the name, so nothing seems to be wrong. **Karpenter 1.0
#   and later look for a class of that kind, find none, and the pool launches no nodes.** From 1.1 the group and the kind of a
#   pool in the cluster cannot be changed, so such a pool has to be deleted and created again.
#
#   **What to do.** Set `kind: EC2NodeClass`, and in `karpenter.sh/v1beta1` the `apiVersion` of the class.
#
#   An `apiVersion` of the alpha API beside `kind: EC2NodeClass` is a warning, because Karpenter looks at the group only.
#
#   **Not reported.** Kinds of other groups, such as `NodeClass` of EKS Auto Mode, and templated kinds.
#
#   **Fix safety.** Safe below 1.1. Unsafe for 1.1 and later, and if the version is unknown, because a pool that is in the
#   cluster already has to be replaced.
# related_resources:
# - description: Karpenter, nodeClassRef
#   ref: https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref
# custom:
#   id: KL507
#   severity: error
#   severity_note: warning for an apiVersion alone
#   scope: resource
#   fix: safe
#   fix_note: unsafe from 1.1, where group and kind cannot be changed
#   kinds: [NodePool]
#   needles: [nodeClassRef]
package karplint.rules.nodeclass_ref_kind

import data.karplint.lib.nodepool
import data.karplint.lib.target

report contains {
	"resource": input.resource.address,
	"path": array.concat(path, [key]),
	"severity": severity[key],
	"message": sprintf("nodeClassRef has %s %q, %s", [key, reference[key], problem]),
	"why": consequence,
	"fix": {
		"title": sprintf("set %s", [concat(" and ", assignments)]),
		"safety": safety,
		"ops": [{"do": "set", "path": array.concat(path, [field]), "value": value} | some field, value in changes],
	},
} if {
	count(changes) > 0
	key := first_key
}

# severity: a version alone has no effect, because Karpenter looks at the group only.
severity := {"kind": "error", "apiVersion": "warning"}

path := array.concat(nodepool.node, ["nodeClassRef"])

reference := input.resource.value.spec.template.spec.nodeClassRef if nodepool.generation

first_key := "kind" if "kind" in object.keys(changes)

else := "apiVersion"

# changes: the fields that are wrong, with the values that they must have.
changes["kind"] := "EC2NodeClass" if {
	is_string(reference.kind)
	reference.kind != "EC2NodeClass"
	of_aws
}

changes["apiVersion"] := "karpenter.k8s.aws/v1beta1" if {
	nodepool.generation == "v1beta1"
	startswith(reference.apiVersion, "karpenter.k8s.aws/")
	reference.apiVersion != "karpenter.k8s.aws/v1beta1"
	reference.apiVersion != "karpenter.k8s.aws/v1" # the group is what counts
}

# of_aws: the class is of Karpenter for AWS.
of_aws if reference.kind == "AWSNodeTemplate"

of_aws if reference.group == "karpenter.k8s.aws"

of_aws if startswith(reference.apiVersion, "karpenter.k8s.aws/")

problem := "a version of the alpha API" if {
	first_key == "apiVersion"
} else := "a kind of the alpha API" if {
	reference.kind == "AWSNodeTemplate"
} else := "which karpenter.k8s.aws does not have"

consequence := "no class has this version, but Karpenter looks at its group only" if {
	first_key == "apiVersion"
} else := "Karpenter finds no class, and the pool launches no nodes" if {
	target.at_least("1.0")
} else := "from 1.0 on Karpenter finds no class, and the pool launches no nodes"

default safety := "unsafe"

safety := "safe" if target.below("1.1")

assignments := [sprintf("%s: %s", [field, changes[field]]) | some field in ["apiVersion", "kind"]; changes[field]]
