# METADATA
# title: Karpenter before 1.0 terminates nodes while their volumes are still attached
# description: |
#   To remove a node, Karpenter evicts the pods and then terminates the instance. **Before 1.0 it does not wait for the
#   volumes.** If the instance is terminated before the CSI driver has unmounted and detached an EBS volume, the volume
#   still counts as attached to a node that no longer exists. The pod that needs it waits on its new node until
#   Kubernetes forces the detachment, after six minutes by default. For a StatefulSet that means six minutes without a
#   replica at every consolidation, expiration or drift. From 1.0 Karpenter waits until the `VolumeAttachment` objects
#   of the drained pods are gone.
#
#   **What to do.** Plan the upgrade to 1.0, through the last patch of 0.33 to 0.37, to which it can be rolled back.
#   Until then make sure that the node plugin of the CSI driver outlives the pods (KL401), because it is what detaches
#   the volumes.
#
#   **What is reported.** One finding for each installation of a version known to be below 1.0, if the same project has
#   a StatefulSet with `volumeClaimTemplates` or a PersistentVolumeClaim. The finding names the first of them.
#
#   **Not reported.** Projects without such a workload, and unknown versions. The finding is information: the
#   configuration is not wrong.
#
#   **Fix safety.** No automatic fix: an upgrade over several versions needs its own plan.
# related_resources:
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#upgrading
# - description: Karpenter, how a node is terminated
#   ref: https://karpenter.sh/docs/concepts/disruption/#termination-controller
# custom:
#   id: KL309
#   severity: info
#   scope: project
#   fix: none
#   when: "< 1.0"
#   kinds: [ChartInstallation, Object]
#   needles: [karpenter, volumeClaimTemplates, PersistentVolumeClaim]
package karplint.rules.upgrade_to_v1_advised

import data.karplint.lib.installations
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": controller.id,
	"path": ["version"],
	"message": sprintf("Karpenter before 1.0 does not wait for the volumes of %s", [title(one)]),
	"why": "a node is terminated while they are attached, and the pods that need them wait for minutes",
	"help": "plan the upgrade to 1.0",
	"related": [{"resource": one.id, "path": [], "message": "has volumes"}],
} if {
	target.below("1.0")
	one := array.concat([resource | some resource in stateful; named(resource)], stateful)[0]
	some controller in installations.controllers
}

named(resource) if is_string(object.get(resource.value, ["metadata", "name"], null))

title(resource) := sprintf("%q", [resource.address]) if {
	named(resource)
} else := sprintf("a %s", [resource.value.kind])

stateful := [resource |
	some resource in input.project.by_kind.Object
	values.yes(object.get(resource.value, "stateful", false))
	resource.value.kind != "PersistentVolume" # often a network share, which is never attached
]
