# METADATA
# title: The annotation karpenter.sh/do-not-consolidate was replaced by a broader one
# description: |
#   `karpenter.sh/do-not-consolidate: "true"` keeps Karpenter from consolidating a node. It is set on the node itself,
#   or in `spec.annotations` of a Provisioner, which copies it to its nodes. Karpenter 0.32 to 0.37 respect it as well
#   as its successor `karpenter.sh/do-not-disrupt`. Karpenter 1.0 silently ignores it and consolidates the node.
#
#   **What to do.** If the value is `"true"`, replace it with `karpenter.sh/do-not-disrupt: "true"`. If it is anything
#   else, delete the entry: it never had an effect, and Karpenter 0.32 to 0.37 only check whether a node *has* the key
#   `do-not-disrupt`, so a renamed `"false"` would suddenly block disruption. If both keys are set, keep only
#   `do-not-disrupt`, with the value `"true"` if either of them was.
#
#   **The new annotation is broader.** `do-not-consolidate` blocked only consolidation. `do-not-disrupt` blocks every
#   voluntary disruption: consolidation, drift, emptiness and, before 1.0, expiry. For nodes that must still be replaced
#   when they drift, leave it out and limit consolidation in the `disruption` block of the NodePool instead.
#
#   Below 0.32 the old annotation is correct and the new one unknown, so the rule reports nothing.
#
#   **Fix safety.** Unsafe: the nodes are protected from more than before. There is no fix for a templated value.
# related_resources:
# - description: v1beta1 migration, annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions
# - description: v1 migration, removed annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed
# custom:
#   id: KL502
#   severity: warning
#   severity_note: error from 1.0
#   scope: resource
#   fix: unsafe
#   fix_note: only "true" is renamed, any other value is deleted
#   when: ">= 0.32"
#   kinds: ["*"]
#   needles: [sh/do-not-consolidate]
package karplint.rules.do_not_consolidate

import data.karplint.lib.literal
import data.karplint.lib.target
import data.karplint.lib.values

old := "karpenter.sh/do-not-consolidate"

new := "karpenter.sh/do-not-disrupt"

report contains object.union(
	{
		"resource": input.resource.address,
		"path": path,
		"severity": severity,
		"message": sprintf("annotation %q is ignored from Karpenter 1.0 on", [old]),
		"why": consequence(siblings),
		"help": advice(siblings),
	},
	fix(path, siblings),
) if {
	input.resource.kind != "CustomResourceDefinition"
	some [path, value] in karplint.keys(input.resource.value, [old])
	scalar(value)
	parent := values.parent(path)
	not values.of_labels(parent)
	siblings := object.get(input.resource.value, parent, {})
	not literal.either(parent, siblings, new)
}

default severity := "warning"

severity := "error" if target.at_least("1.0")

# An annotation's value is a scalar; a map or list under this key is something else.
scalar(value) if values.unknown(value)

scalar(value) if {
	not is_object(value)
	not is_array(value)
}

# never(siblings): the value is one that never had an effect.
never(siblings) if {
	not values.unknown(siblings[old])
	not values.yes(siblings[old])
}

consequence(siblings) := "only the value \"true\" ever had an effect" if never(siblings)

else := sprintf("from then on only %q has an effect", [new]) if keeps(siblings)

else := "nodes that it protects are consolidated"

# keeps(siblings): the new annotation is set as well, and stays as it is.
keeps(siblings) if {
	new in object.keys(siblings)
	branches(siblings)
}

keeps(siblings) if siblings[new] == "true"

wider := "which also blocks drift, emptiness and, before 1.0, expiry"

advice(siblings) := sprintf("rename it to %s if its value is \"true\", otherwise delete it", [new]) if values.unknown(siblings[old])

else := "delete it" if never(siblings)

else := sprintf("rename it to %s, %s", [new, wider]) if not new in object.keys(siblings)

else := sprintf("keep only %s, which is also set", [new]) if keeps(siblings)

else := sprintf("keep only %s and set it to \"true\", %s", [new, wider])

default fix(_, _) := {}

fix(path, siblings) := {"fix": {
	"title": advice(siblings),
	"safety": "unsafe",
	"ops": array.concat(
		[{"do": "rename", "path": path, "key": new}],
		[set_new(path) | not is_string(siblings[old])],
	),
}} if {
	values.yes(siblings[old])
	not new in object.keys(siblings)
}

fix(path, siblings) := {"fix": {
	"title": advice(siblings),
	"safety": "unsafe",
	"ops": [{"do": "delete", "path": path}, set_new(path)],
}} if {
	values.yes(siblings[old])
	new in object.keys(siblings)
	not branches(siblings)
	siblings[new] != "true"
}

fix(path, siblings) := {"fix": {
	"title": advice(siblings),
	"safety": "unsafe",
	"ops": [{"do": "delete", "path": path}],
}} if useless(siblings)

# The entry is redundant: its value never had an effect, or the new annotation has the same one.
useless(siblings) if never(siblings)

useless(siblings) if {
	values.yes(siblings[old])
	siblings[new] == "true"
	not branches(siblings)
}

# branches(siblings): a template may render only one of the two, or decides the value of the new one.
branches(siblings) if values.open(siblings)

branches(siblings) if values.unknown(siblings[new])

set_new(path) := {"do": "set", "path": array.concat(values.parent(path), [new]), "value": "true"}
