# METADATA
# title: The volumes of a class are encrypted with the company's key
# description: |
#   Volumes of nodes hold images, logs and what pods write to `emptyDir`. They must be encrypted with a KMS key of the company, so that its key policy
#   says who may read them. Without `kmsKeyID` AWS takes the default key of the account, and without `blockDeviceMappings` Karpenter makes such a
#   volume.
#
#   **What to do.** Set `encrypted: true` and `kmsKeyID` in every entry of `blockDeviceMappings`. Name the keys in the configuration:
#
#   ```yaml
#   rules:
#     class-uses-company-key:
#       keys: [arn:aws:kms:eu-west-1:111122223333:alias/nodes]
#   ```
#
#   **Not reported.** Classes while no key is named; keys that a variable or a template decides.
#
#   **Fix safety.** Unsafe: new nodes replace the old ones, and the role of Karpenter needs a grant for the key.
# custom:
#   id: ACME003
#   severity: error
#   scope: resource
#   fix: unsafe
#   kinds: [EC2NodeClass]
#   apis: [v1beta1, v1]
#   options:
#     keys:
#       type: strings
#       default: []
#       description: the KMS keys that volumes may be encrypted with, as kmsKeyID names them
package karplint.custom.class_uses_company_key

import data.karplint.lib.absent
import data.karplint.lib.kustomize
import data.karplint.lib.literal

keys := input.config.options.ACME003.keys

mappings := object.get(input.resource.value, ["spec", "blockDeviceMappings"], [])

ebs_path(i) := ["spec", "blockDeviceMappings", i, "ebs"]

report contains object.union(
	{
		"resource": input.resource.address,
		"path": place.path,
		"message": place.what,
		"why": "a key of the company says who may read the volumes of nodes",
		"help": sprintf("encrypt it with %s", [concat(" or ", keys)]),
	},
	fix(place),
) if {
	count(keys) > 0
	not kustomize.is_patch
	not kustomize.patched(["spec", "blockDeviceMappings"])
	some place in places
}

places contains {"path": ["spec"], "what": "the class has no blockDeviceMappings, so AWS chooses the key of its volumes"} if {
	absent.at(["spec", "blockDeviceMappings"])
}

places contains {"path": ebs_path(i), "set": "kmsKeyID", "what": sprintf("volume %s has no kmsKeyID", [device(i)])} if {
	some i, mapping in mappings
	is_object(mapping.ebs)
	absent.at(array.concat(ebs_path(i), ["kmsKeyID"]))
}

places contains {"path": array.concat(ebs_path(i), ["kmsKeyID"]), "set": "", "what": sprintf("volume %s has another key", [device(i)])} if {
	some i, mapping in mappings
	is_string(mapping.ebs.kmsKeyID)
	not mapping.ebs.kmsKeyID in keys
	literal.at(array.concat(ebs_path(i), ["kmsKeyID"]))
}

places contains {"path": array.concat(ebs_path(i), ["encrypted"]), "what": sprintf("volume %s is not encrypted", [device(i)])} if {
	some i, mapping in mappings
	mapping.ebs.encrypted == false
}

device(i) := object.get(mappings[i], "deviceName", sprintf("%d", [i]))

# fix(place): the key is set if there is only one.
fix(place) := {"fix": {
	"title": sprintf("set kmsKeyID to %s", [key]),
	"safety": "unsafe",
	"ops": [{"do": "set", "path": array.concat(ebs_path(place.path[2]), ["kmsKeyID"]), "value": key}],
}} if {
	"set" in object.keys(place)
	count(keys) == 1
	key := keys[0]
} else := {}
