# METADATA
# title: The annotation karpenter.sh/do-not-evict has a new name
# description: |
#   Karpenter 0.32 renamed the annotation `karpenter.sh/do-not-evict` to `karpenter.sh/do-not-disrupt`;
#   0.32 to 0.37 still obey the old name, 1.0 ignores it and evicts the pod. The annotation is found
#   wherever it stands as a key: on pods, in pod templates, in the annotations of a Provisioner, and in
#   the values of a Helm release.
#
#   On pods only the string `"true"` counts. An unquoted `true` is a boolean, which Kubernetes refuses
#   in an annotation, so the fix quotes it. Where both names stand side by side one is kept, and it is
#   `"true"` if either was.
# related_resources:
# - description: v1beta1 migration, annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/
# - description: v1 migration, removed annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL501
#   severity: warning
#   severity_note: error from 1.0
#   scope: resource
#   fix: safe
#   kinds: ["*"]
#   needles: [karpenter.sh/do-not-evict]
#   when: ">= 0.32"
package karplint.rules.do_not_evict

import data.karplint.lib.target
import data.karplint.lib.values

old := "karpenter.sh/do-not-evict"

new := "karpenter.sh/do-not-disrupt"

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(parent, [old]),
		"severity": severity,
		"message": sprintf("annotation %s is ignored from Karpenter 1.0; %s", [old, change.advice]),
	},
	fix(change),
) if {
	input.resource.kind != "CustomResourceDefinition"
	walk(input.resource.value, [parent, siblings])
	scalar(siblings[old])
	change := mend(siblings, parent)
}

severity := "error" if target.at_least("1.0")

else := "warning"

# An annotation's value is a scalar; a map under this key would be something else.
scalar(value) if not is_object(value)

scalar(value) if values.unknown(value)

# mend(siblings, parent): what to do about the old annotation in the map siblings at the path parent:
# the advice in words, and the ops, if any are safe.

# In a template the two may stand in different branches, so that only one of them is rendered.
mend(siblings, parent) := {"advice": sprintf("keep only %s, which stands beside it", [new])} if {
	new in object.keys(siblings)
	values.open(siblings)
}

else := {
	"advice": sprintf("delete it, %s stands beside it", [new]),
	"ops": [{"do": "delete", "path": array.concat(parent, [old])}],
} if {
	new in object.keys(siblings)
	siblings[new] == "true"
}

else := {
	"advice": sprintf("delete it and set %s: \"true\"", [new]),
	"ops": [
		{"do": "delete", "path": array.concat(parent, [old])},
		{"do": "set", "path": array.concat(parent, [new]), "value": "true"},
	],
} if {
	new in object.keys(siblings)
	some key in [old, new]
	values.yes(siblings[key])
}

else := {"advice": sprintf("keep only %s, which stands beside it", [new])} if {
	new in object.keys(siblings)
	values.unknown(siblings[old])
}

else := {
	"advice": sprintf("delete it, %s stands beside it", [new]),
	"ops": [{"do": "delete", "path": array.concat(parent, [old])}],
} if {
	new in object.keys(siblings)
}

else := {
	"advice": sprintf("rename it to %s and quote its value: \"%v\"", [new, siblings[old]]),
	"ops": [
		{"do": "rename", "path": array.concat(parent, [old]), "key": new},
		{"do": "set", "path": array.concat(parent, [new]), "value": sprintf("%v", [siblings[old]])},
	],
} if {
	is_boolean(siblings[old])
}

else := {
	"advice": sprintf("rename it to %s", [new]),
	"ops": [{"do": "rename", "path": array.concat(parent, [old]), "key": new}],
}

fix(change) := {"fix": {"title": change.advice, "safety": "safe", "ops": change.ops}}

fix(change) := {} if not change.ops
