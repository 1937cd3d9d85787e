# METADATA
# title: The annotation karpenter.sh/do-not-evict has a new name
# description: |
#   A pod with the annotation `karpenter.sh/do-not-evict: "true"` keeps Karpenter from removing the node it
#   runs on. Karpenter 0.32 renamed the annotation to `karpenter.sh/do-not-disrupt`. 0.32 to 0.37 still obey
#   the old name; 1.0 ignores it without a word, and the job that was to run to its end is evicted.
#
#   **What to do.** Rename it. On pods only the string `"true"` counts: an unquoted `true` is a boolean, which
#   Kubernetes refuses in an annotation, so the fix quotes it. Where both names stand side by side one is
#   kept, and it is `"true"` if either was.
#
#   It is found wherever it stands as a key: on pods, in pod templates, in the values of a chart, in jobs of other
#   tools, in TOML that stands in a text (GitLab's runner); not in labels, where it never did anything. Below 0.32 the old name is the right one, so the rule is
#   silent, as it is where the lines of a template decide which of both names is rendered.
#
#   **On nodes** (`spec.annotations` of a Provisioner, the template of a NodePool) it never did anything. Its
#   successor does: it stops every disruption of the node, up to 0.37 whatever its value. Delete it, unless
#   that is what you want.
#
#   **Fix safety.** Safe on pods: the new name means what the old one did. Unsafe on nodes, where the new name has
#   an effect that the old one never had. No fix in TOML, and where a template may render only one of the two.
# related_resources:
# - description: v1beta1 migration, annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions
# - description: v1 migration, removed annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed
# custom:
#   id: KL501
#   severity: warning
#   severity_note: error from 1.0; on nodes, where it never counted, always a warning
#   scope: resource
#   fix: safe
#   fix_note: unsafe on nodes, where the old one did nothing
#   kinds: ["*"]
#   needles: [sh/do-not-evict]
#   when: ">= 0.32"
package karplint.rules.do_not_evict

import data.karplint.lib.literal
import data.karplint.lib.target
import data.karplint.lib.toml
import data.karplint.lib.values

old := "karpenter.sh/do-not-evict"

new := "karpenter.sh/do-not-disrupt"

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(parent, [old]),
		"severity": severity,
		"message": sprintf("annotation %q is ignored from Karpenter 1.0; %s", [old, change.advice]),
	},
	fix(change, "safe"),
) if {
	some [parent, siblings] in places
	not on_node(parent)
	change := mend(siblings, parent)
}

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(parent, [old]),
		"severity": "warning",
		"message": sprintf("annotation %q is for pods and does nothing on a node; delete it, or write %q, which stops every disruption of the node", [old, new]),
	},
	node_fix(siblings, parent),
) if {
	some [parent, siblings] in places
	on_node(parent)
}

# Tools that take TOML in a text, such as GitLab's runner, have annotations of pods there. There is no fix: the text would be
# written anew as a whole.
report contains {
	"resource": input.resource.address,
	"path": entry.path,
	"severity": severity,
	"message": sprintf("annotation %q, in line %d of the text, is ignored from Karpenter 1.0; rename it to %q", [old, entry.line + 1, new]),
} if {
	some entry in toml.entries(old)
	contains(entry.table, "annotation")
}

# places are the maps that hold the annotation, with their paths.
places contains [parent, siblings] if {
	input.resource.kind != "CustomResourceDefinition"
	walk(input.resource.value, [parent, siblings])
	scalar(siblings[old])
	not values.of_labels(parent)
	not literal.either(parent, siblings, new)
}

# on_node(path): annotations there are written on nodes.
on_node(["spec", "annotations"]) if input.resource.kind == "Provisioner"

on_node(["spec", "template", "metadata", "annotations"]) if input.resource.kind == "NodePool"

on_node(["metadata", "annotations"]) if input.resource.kind in {"Node", "Machine", "NodeClaim"}

severity := "error" if target.at_least("1.0")

else := "warning"

# An annotation's value is a scalar; a map under this key would be something else.
scalar(value) if not is_object(value)

scalar(value) if values.unknown(value)

# mend(siblings, parent): what to do about the old annotation in the map siblings at the path parent:
# the advice in words, and the ops, if any are safe.

# In a template the two may stand in different branches, so that only one of them is rendered.
mend(siblings, parent) := {"advice": keep_new, "ops": [op | not values.open(siblings); op := delete_old(parent)]} if {
	siblings[new] == "true"
}

else := {"advice": keep_new, "ops": []} if {
	new in object.keys(siblings)
	values.open(siblings)
}

else := {
	"advice": sprintf("keep only %q and set it to \"true\"", [new]),
	"ops": [delete_old(parent), set_new(parent, "true")],
} if {
	new in object.keys(siblings)
	some key in [old, new]
	values.yes(siblings[key])
}

else := {"advice": keep_new, "ops": [op | not values.unknown(siblings[old]); op := delete_old(parent)]} if {
	new in object.keys(siblings)
}

else := {
	"advice": sprintf("rename it to %q and quote its value: \"%v\"", [new, siblings[old]]),
	"ops": [rename_old(parent), set_new(parent, sprintf("%v", [siblings[old]]))],
} if {
	is_boolean(siblings[old])
}

else := {"advice": sprintf("rename it to %q", [new]), "ops": [rename_old(parent)]}

fix(change, safety) := {"fix": {
	"title": replace(change.advice, sprintf("%q", [new]), new),
	"safety": safety,
	"ops": change.ops,
}} if count(change.ops) > 0

fix(change, _) := {} if count(change.ops) == 0

# node_fix(siblings, parent): only a "true" can have been meant to protect the node.
node_fix(siblings, parent) := fix({"advice": "delete it", "ops": [delete_old(parent)]}, "safe") if new in object.keys(siblings)

else := {} if values.unknown(siblings[old])

else := fix({"advice": "delete it", "ops": [delete_old(parent)]}, "safe") if not values.yes(siblings[old])

else := fix(
	{
		"advice": sprintf("rename it to %s, which stops every disruption of the node", [new]),
		"ops": array.concat([rename_old(parent)], [set_new(parent, "true") | siblings[old] == true]),
	},
	"unsafe",
)

keep_new := sprintf("keep only %q, which stands beside it", [new])

rename_old(parent) := {"do": "rename", "path": array.concat(parent, [old]), "key": new}

delete_old(parent) := {"do": "delete", "path": array.concat(parent, [old])}

set_new(parent, text) := {"do": "set", "path": array.concat(parent, [new]), "value": text}
