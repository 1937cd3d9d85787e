# METADATA
# title: The annotation karpenter.sh/do-not-evict was renamed
# description: |
#   A pod with the annotation `karpenter.sh/do-not-evict: "true"` keeps Karpenter from removing the node it runs on.
#   Karpenter 0.32 renamed the annotation to `karpenter.sh/do-not-disrupt`. Versions 0.32 to 0.37 still respect the old
#   name. Version 1.0 silently ignores it, and a job that was supposed to run to completion is evicted.
#
#   **What to do.** Rename it. On pods only the string `"true"` has an effect. An unquoted `true` is a boolean, which
#   Kubernetes rejects in an annotation, so the fix quotes it. If both names are set, keep one of them, with the value
#   `"true"` if either of them was.
#
#   The annotation is found wherever it is used as a key: on pods, in pod templates, in Helm values, in jobs of other
#   tools, and in TOML inside a string (GitLab's runner). Labels are skipped, because it never had an effect there.
#   A policy of Kyverno that writes the annotation has no fix, and the input and the expected output of its tests
#   (`.kyverno-test`, `.chainsaw-test`) are not reported: the policy and its tests have to change together.
#
#   Below 0.32 the old name is correct, so the rule reports nothing. It also reports nothing if template lines decide
#   which of the two names is rendered.
#
#   **On nodes** (`spec.annotations` of a Provisioner, the template of a NodePool) it never had an effect. Its successor
#   does: it blocks every disruption of the node, up to 0.37 regardless of its value. Delete it, unless that is what you
#   want.
#
#   **Fix safety.** Safe on pods: the new name means the same as the old one. Unsafe on nodes, where the new name has an
#   effect that the old one never had, and where the files admit a release below 0.32, which only knows the old name: the
#   version shows it, or all of Karpenter's objects in the repository are of the alpha API. There is no fix in TOML, in a policy, where a
#   template may render only one of the two, or for a boolean in `set` of helmfile, which has no type: set the string in `setString`.
# related_resources:
# - description: v1beta1 migration, annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions
# - description: v1 migration, removed annotations
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed
# custom:
#   id: KL501
#   severity: warning
#   severity_note: error from 1.0; always a warning on nodes, where it never had an effect
#   scope: resource
#   fix: safe
#   fix_note: unsafe on nodes, where the old name had no effect, and where Karpenter may be older than 0.32
#   kinds: ["*", ForeignText]
#   needles: [sh/do-not-evict]
#   when: ">= 0.32"
package karplint.rules.do_not_evict

import data.karplint.lib.foreign
import data.karplint.lib.literal
import data.karplint.lib.policies
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
		"message": ignored,
		"why": change.why,
		"help": change.advice,
	},
	fix(change, safety),
) if {
	not policies.policy
	some [parent, siblings] in places
	not on_node(parent)
	change := mend(siblings, parent)
}

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(parent, [old]),
		"severity": "warning",
		"message": sprintf("annotation %q has no effect on a node", [old]),
		"why": "it is for pods, and does not protect the node",
		"help": sprintf("delete it, or use %s, which blocks every disruption of the node", [new]),
	},
	node_fix(siblings, parent),
) if {
	some [parent, siblings] in places
	on_node(parent)
}

# Tools that take TOML in a string, such as GitLab's runner, have pod annotations there. There is no fix, because it
# would rewrite the whole string.
report contains {
	"resource": input.resource.address,
	"path": entry.path,
	"word": entry.text,
	"severity": severity,
	"message": ignored,
	"why": unprotected,
	"help": rename,
} if {
	some entry in toml.entries(old)
	contains(entry.table, "annotation")
}

# A text in another template language, which does not parse.
report contains {
	"resource": input.resource.address,
	"path": ["parse_error", "lines", i],
	"word": old,
	"severity": severity,
	"message": ignored,
	"why": unprotected,
	"help": rename,
} if {
	some i, line in input.resource.value.parse_error.lines
	foreign.sets(line, old)
}

# A policy has no fix, because its tests expect what it writes today.
report contains {
	"resource": input.resource.address,
	"path": path,
	"word": old,
	"severity": severity,
	"message": ignored,
	"why": unprotected,
	"help": sprintf("%s, here and in what the tests of the policy expect", [rename]),
} if {
	some path in in_policy
}

ignored := sprintf("annotation %q is ignored from Karpenter 1.0 on", [old])

unprotected := "pods that it protects are evicted"

rename := sprintf("rename it to %s", [new])

in_policy contains array.concat(parent, [old]) if {
	policies.policy
	some [parent, _] in places
}

in_policy contains array.concat(["spec"], path) if some path in policies.texts(old)

# places: the maps that contain the annotation, with their paths.
places contains [parent, siblings] if {
	input.resource.kind != "CustomResourceDefinition"
	not policies.fixture
	some [path, value] in karplint.keys(input.resource.value, [old])
	scalar(value)
	parent := values.parent(path)
	siblings := object.get(input.resource.value, parent, {})
	not values.of_labels(parent)
	not literal.either(parent, siblings, new)
}

# on_node(path): annotations at the path are copied to nodes.
on_node(["spec", "annotations"]) if input.resource.kind == "Provisioner"

on_node(["spec", "template", "metadata", "annotations"]) if input.resource.kind == "NodePool"

on_node(["metadata", "annotations"]) if input.resource.kind in {"Node", "Machine", "NodeClaim"}

severity := "error" if target.at_least("1.0")

else := "warning"

# Below 0.32 only the old name has an effect.
safety := "unsafe" if {
	input.target.known
	not target.at_least("0.32")
} else := "unsafe" if {
	not input.target.known
	input.resource.among_alpha
} else := "safe"

# An annotation's value is a scalar; a map under this key is something else.
scalar(value) if not is_object(value)

scalar(value) if values.unknown(value)

# mend(siblings, parent): what to do about the old annotation in the map siblings at the path parent:
# why, the advice, and the ops, if there is a fix.

# In a template the two may be in different branches, so that only one of them is rendered.
mend(siblings, parent) := {"why": replaced, "advice": keep_new, "ops": [op | not values.open(siblings); op := delete_old(parent)]} if {
	siblings[new] == "true"
}

else := {"why": replaced, "advice": keep_new, "ops": []} if {
	new in object.keys(siblings)
	values.open(siblings)
}

else := {
	"why": unprotected,
	"advice": sprintf("keep only %s and set it to \"true\"", [new]),
	"ops": [delete_old(parent), set_new(parent, "true")],
} if {
	new in object.keys(siblings)
	some key in [old, new]
	values.yes(siblings[key])
}

else := {"why": replaced, "advice": keep_new, "ops": [op | not values.unknown(siblings[old]); op := delete_old(parent)]} if {
	new in object.keys(siblings)
}

else := {
	"why": unprotected,
	"advice": sprintf("%s and %s", [rename, as_string(siblings[old])]),
	"ops": [
		{"do": "set", "path": array.concat(parent, [old]), "value": sprintf("%v", [siblings[old]])},
		rename_old(parent),
	],
} if {
	is_boolean(siblings[old])
}

else := {"why": unprotected, "advice": rename, "ops": [rename_old(parent)]}

# as_string(value): how a boolean becomes a string. In a chart's values it may be quoted already, and an entry without a type makes it a boolean.
as_string(value) := sprintf("make its value the string \"%v\": quote it in values, %s", [value, typed]) if input.resource.kind == "ChartInstallation"

else := sprintf("quote its value: \"%v\"", [value])

typed := "or add forceString: true to a parameter" if input.resource.value.via in {"Application", "ApplicationSet"}

else := "or set it in setString instead of set" if input.resource.value.via == "helmfile"

else := "or add type = \"string\" to an entry of set" if not input.resource.value.via in {"Chart", "HelmRelease", "helmCharts"}

fix(change, safety) := {"fix": {
	"title": change.advice,
	"safety": safety,
	"ops": change.ops,
}} if count(change.ops) > 0

fix(change, _) := {} if count(change.ops) == 0

# node_fix(siblings, parent): only a "true" can have been intended to protect the node.
node_fix(siblings, parent) := fix({"advice": "delete it", "ops": [delete_old(parent)]}, "safe") if new in object.keys(siblings)

else := {} if values.unknown(siblings[old])

else := fix({"advice": "delete it", "ops": [delete_old(parent)]}, "safe") if not values.yes(siblings[old])

else := fix(
	{
		"advice": sprintf("%s, which blocks every disruption of the node", [rename]),
		"ops": array.concat([rename_old(parent)], [set_new(parent, "true") | siblings[old] == true]),
	},
	"unsafe",
)

replaced := sprintf("from then on only %q has an effect", [new])

keep_new := sprintf("keep only %s, which is also set", [new])

rename_old(parent) := {"do": "rename", "path": array.concat(parent, [old]), "key": new}

delete_old(parent) := {"do": "delete", "path": array.concat(parent, [old])}

set_new(parent, text) := {"do": "set", "path": array.concat(parent, [new]), "value": text}
