# METADATA
# title: The size of Bottlerocket's volume for data is not set
# description: |
#   Bottlerocket has two volumes: the system on `/dev/xvda`, which nothing else writes to, and on `/dev/xvdb` images, logs and all other data of
#   pods. A size for `/dev/xvda` alone, as other families need it, makes the volume of the system larger. **`/dev/xvdb` keeps the 20 GiB of the
#   image**, without the encryption and the type that the class sets for the other volume, because a class with `blockDeviceMappings` gets none of
#   Karpenter's defaults.
#
#   **What you see in the cluster.** Nodes have 20 GiB of `ephemeral-storage`, and pods are evicted: `The node was low on resource: ephemeral-storage`
#   ([bottlerocket#4542](https://github.com/bottlerocket-os/bottlerocket/issues/4542),
#   [terraform-aws-eks-blueprints#1610](https://github.com/aws-ia/terraform-aws-eks-blueprints/issues/1610)). You pay for storage that nothing uses.
#
#   **What to do.** Give the size to `/dev/xvdb`, and leave `/dev/xvda` at its own:
#
#   ```yaml
#   blockDeviceMappings:
#     - deviceName: /dev/xvda
#       ebs: {volumeSize: 6Gi, volumeType: gp3, encrypted: true}
#     - deviceName: /dev/xvdb
#       ebs: {volumeSize: 100Gi, volumeType: gp3, encrypted: true}
#   ```
#
#   **Not reported.**
#
#   - Sizes of at most 20 GiB, which the volume for data has anyway.
#   - Classes with an `instanceStorePolicy`, which puts the data on the disks of the instance.
#   - Classes whose family, volumes or sizes come from a template, a variable or a kustomize patch; patches.
#
#   **Fix safety.** No automatic fix: the size may be meant for either volume.
# related_resources:
# - description: Karpenter, spec.blockDeviceMappings
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specblockdevicemappings
# - description: Bottlerocket, the volumes of an image
#   ref: https://github.com/bottlerocket-os/bottlerocket/issues/1203
# custom:
#   id: KL549
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   apis: [v1beta1, v1]
package karplint.rules.bottlerocket_data_volume

import data.karplint.lib.classes
import data.karplint.lib.images
import data.karplint.lib.literal
import data.karplint.lib.user_data
import data.karplint.lib.values

path := ["spec", "blockDeviceMappings"]

report contains {
	"resource": input.resource.address,
	"path": array.concat(path, [i, "ebs", "volumeSize"]),
	"message": sprintf("%s is the volume of the system, and %s, for images and data of pods, keeps its %d GiB", [
		device.system,
		device.name,
		device["default"],
	]),
	"why": "pods are evicted when it is full, and the larger volume stays empty",
	"help": sprintf("add a mapping for %s with this size", [device.name]),
} if {
	device := images.row(user_data.family).device
	mappings_known
	classes.lacks("instanceStorePolicy")
	every mapping in classes.spec.blockDeviceMappings {
		mapping.deviceName == device.system
	}
	some i, mapping in classes.spec.blockDeviceMappings
	gib(mapping.ebs.volumeSize) > device["default"]
}

# mappings_known: the list is all that there is.
mappings_known if {
	is_array(classes.spec.blockDeviceMappings)
	not values.open(classes.spec.blockDeviceMappings)
	literal.at(path)
	classes.unpatched("blockDeviceMappings")
}

# gib(size): a size in GiB; undefined for a number, which is in bytes.
gib(size) := to_number(found[1]) * units[found[2]] if {
	is_string(size)
	some found in regex.find_all_string_submatch_n(`^(\d+)([GT]i?)$`, size, 1)
}

units := {"G": 0.93, "Gi": 1, "T": 931, "Ti": 1024}
