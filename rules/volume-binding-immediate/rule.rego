# METADATA
# title: Volumes are made in a zone before their pods have a node
# description: |
#   An EBS volume is in one zone, and only nodes of that zone can use it. `volumeBindingMode` of a StorageClass says when a volume is made. With
#   `Immediate`, which is the default, that is when the claim is made: the zone is chosen without regard to what the pod needs. Karpenter launches
#   nodes where the volumes of a pod are. So the pod gets no node if its pools, its affinity or its topology spread allow only other zones, if the
#   capacity that it needs is not available in the zone, or if its volumes are in different zones.
#
#   **What you see in the cluster.** The pod stays Pending, with the event `node(s) had volume node affinity conflict` of the scheduler. The
#   controller finds no instance type for the pod. With volumes in several zones, the requirements in its message contain `topology.kubernetes.io/zone
#   DoesNotExist` ([#4192](https://github.com/aws/karpenter-provider-aws/issues/4192)). While a claim has no volume yet, Karpenter ignores the pod:
#   `pvc with immediate volume binding mode must be bound`
#   ([volumetopology.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.1/pkg/controllers/provisioning/scheduling/volumetopology.go)).
#
#   **What to do.** Write `volumeBindingMode: WaitForFirstConsumer`. Then the volume is made in the zone of the node that the pod gets.
#
#   **An existing class must be replaced.** The field is immutable: `kubectl apply`, Helm, Flux and Argo CD fail with `field is immutable`, or
#   `updates to volumeBindingMode are forbidden`. Delete the class, and apply it again at once. Claims and volumes that exist are not changed, they
#   only contain its name. Terraform replaces a `kubernetes_storage_class` by itself.
#
#   **Not reported.**
#
#   - Classes without an installation of Karpenter, or pools for it, in the same directory at the top of the repository, and tests and examples.
#   - Classes of one zone, by `allowedTopologies` or by the parameter `zone`.
#   - A mode that a template or a variable decides, or that a patch sets; templates that nothing renders.
#   - Classes of other drivers, of EKS Auto Mode, and those in the values of the chart `aws-ebs-csi-driver`, which writes `WaitForFirstConsumer` where
#     they give no mode.
#
#   **Fix safety.** Unsafe: where the class exists already, the change fails until somebody deletes the class, or Terraform replaces it.
# related_resources:
# - description: Kubernetes, volume binding mode
#   ref: https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode
# - description: Karpenter, persistent volume topology
#   ref: https://karpenter.sh/docs/concepts/scheduling/#persistent-volume-topology
# - description: a pod whose volume is in another zone
#   ref: https://github.com/aws/karpenter-provider-aws/issues/5599
# custom:
#   id: KL412
#   severity: warning
#   scope: project
#   fix: unsafe
#   kinds: [Object]
#   needles: [ebs.csi.aws.com, kubernetes.io/aws-ebs]
package karplint.rules.volume_binding_immediate

import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values

report contains {
	"resource": class.id,
	"path": ["volumeBindingMode"],
	"message": sprintf("%s makes volumes before their pods have a node", [pools.title(class)]),
	"why": sprintf("%s, and a pod whose volume is in the wrong zone stays Pending", [mode(class)]),
	"fix": {
		"title": "set volumeBindingMode to WaitForFirstConsumer",
		"safety": "unsafe",
		"ops": [{"do": "set", "path": ["volumeBindingMode"], "value": "WaitForFirstConsumer"}],
	},
} if {
	some class in input.project.by_kind.Object
	class.value.kind == "StorageClass"
	class.value.provisioner in {"ebs.csi.aws.com", "kubernetes.io/aws-ebs"}
	not class.value.unread
	is_immediate(class)
	not may_be_one_zone(class.value)
	not is_file_of_root(class)
	not regex.match(`(^|/)(tests?|testdata|e2e|fixtures|examples?|hack)/`, class.file)
	some other in array.concat(installations.running, pools.pools)
	is_near(class.file, other.file)
}

# is_near(file, other): both are in the same part of the repository, by its directories at the top.
is_near(file, other) if top(file) == top(other)

is_near(file, other) if "" in {top(file), top(other)}

top(file) := split(file, "/")[0] if contains(file, "/")

else := ""

is_immediate(class) if values.absent(class.value, "volumeBindingMode")

is_immediate(class) if class.value.volumeBindingMode == "Immediate"

mode(class) := "its volumeBindingMode is Immediate" if {
	class.value.volumeBindingMode == "Immediate"
} else := "the default of volumeBindingMode is Immediate"

# may_be_one_zone(class): the class may say in which zone its volumes are.
may_be_one_zone(class) if not values.absent(class, "zone")

may_be_one_zone(class) if {
	terms := object.get(class, "allowedTopologies", [])
	not is_array(terms)
}

may_be_one_zone(class) if values.open(class.allowedTopologies)

may_be_one_zone(class) if {
	some term in class.allowedTopologies
	some expression in term.matchLabelExpressions
	not is_whole(expression)
}

may_be_one_zone(class) if count(zones(class)) == 1

is_whole(expression) if {
	is_string(expression.key)
	is_array(expression.values)
	not values.open(expression.values)
}

zones(class) := {zone |
	some term in class.allowedTopologies
	some expression in term.matchLabelExpressions
	endswith(expression.key, "/zone")
	some zone in expression.values
}

# is_file_of_root(class): a block applies it from a file of manifests, in which it is reported itself.
is_file_of_root(class) if {
	class.block != ""
	class.file in files_of_manifests
}

files_of_manifests := {class.file |
	some class in input.project.by_kind.Object
	class.block == ""
	class.value.kind == "StorageClass"
}
