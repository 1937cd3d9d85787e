# METADATA
# title: A v1 nodeClassRef lacks its group or its kind
# description: |
#   In `karpenter.sh/v1beta1` a pool refers to its class by `apiVersion`, `kind` and `name`, of which only the name is
#   required. **In `karpenter.sh/v1` it needs `group`, `kind` and `name`,** and has no `apiVersion`. Otherwise Kubernetes rejects
#   the pool.
#
#   This happens when a pool is moved to v1 by changing only its first line, the `apiVersion`.
#
#   **What to do.** Set `group: karpenter.k8s.aws` and `kind: EC2NodeClass`, and delete `apiVersion`.
#
#   **Not reported.**
#
#   - Pools that may get the field from a template or a kustomize patch; patches themselves, and parts of a pool.
#   - An `apiVersion` beside a group: [KL542](KL542.md) reports it.
#
#   **Fix safety.** Safe where `apiVersion`, `kind` or the class of that name show that the class is an EC2NodeClass.
#   Otherwise the class may be another cloud's, and there is no fix.
# related_resources:
# - description: Karpenter, v1 migration, nodeClassRef
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL508
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [NodePool]
#   needles: [nodeClassRef]
#   apis: [v1]
package karplint.rules.nodeclass_ref_group

import data.karplint.lib.literal
import data.karplint.lib.nodepool
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(path, [missing[0]]),
		"claims": [array.concat(path, [field]) | some field in array.concat(missing, ["apiVersion"])],
		"message": sprintf("nodeClassRef has no %s, which karpenter.sh/v1 requires", [concat(" and no ", missing)]),
		"why": sprintf("the API server rejects the pool%s", [replaced]),
		"help": title,
	},
	fix,
) if {
	nodepool.generation == "v1"
	nodepool.complete
	count(missing) > 0
}

path := array.concat(nodepool.node, ["nodeClassRef"])

reference := written if {
	written := input.resource.value.spec.template.spec.nodeClassRef
	is_object(written)
	literal.at(path)
}

missing := [field |
	some field in ["group", "kind"]
	values.absent(reference, field)
	nodepool.lacks(array.concat(path, [field]))
]

default replaced := ""

replaced := ": group has replaced apiVersion" if has_api_version

has_api_version if {
	"group" in missing
	is_string(reference.apiVersion)
}

title := sprintf("set %s", [concat(" and ", [assignment(field) | some field in missing])])

assignment(field) := sprintf("%s: %s", [field, right[field]]) if right[field]

else := "the kind of the class"

right := object.union({"group": group}, {"kind": kind | kind})

group := split(reference.apiVersion, "/")[0] if {
	is_string(reference.apiVersion)
} else := nodepool.cloud if {
	nodepool.cloud != ""
} else := "karpenter.k8s.aws"

kind := "EC2NodeClass" if group == "karpenter.k8s.aws"

# replaces(field): the line of apiVersion becomes that of the field.
replaces("group") if has_api_version

replace_api_version := [
	{"do": "rename", "path": array.concat(path, ["apiVersion"]), "key": "group"},
	{"do": "set", "path": array.concat(path, ["group"]), "value": right.group},
]

default fix := {}

fix := {"fix": {
	"title": title,
	"safety": "safe",
	"ops": array.concat(
		[{"do": "set", "path": array.concat(path, [field]), "value": right[field]} | some field in missing; not replaces(field)],
		[op | has_api_version; some op in replace_api_version],
	),
}} if {
	nodepool.cloud == "karpenter.k8s.aws"
	object.get(reference, "kind", "EC2NodeClass") == "EC2NodeClass"
}
