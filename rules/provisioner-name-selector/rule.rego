# METADATA
# title: Pods select nodes by the label karpenter.sh/provisioner-name
# description: |
#   Nodes of a Provisioner have the label `karpenter.sh/provisioner-name`. Nodes of a NodePool have
#   `karpenter.sh/nodepool` instead. From Karpenter 0.33 on there are only NodePools, and a NodePool cannot give its
#   nodes the old label. A pod whose `nodeSelector` or required affinity asks for it fits no node, Karpenter launches
#   none for it, and it stays `Pending`. With `NotIn` the opposite happens: every node fits, and the pods run where they
#   should not. For a topology spread or pod affinity over the label, new nodes are not in any domain.
#
#   **What to do.** Use `karpenter.sh/nodepool`. The value is the name of the NodePool, which is the name of the
#   Provisioner unless you changed it during the conversion.
#
#   **What is reported.**
#
#   - `nodeSelector`, also under a chart's own names such as `runnerNodeSelector`, and with `matchLabels` below it, as
#     in Cilium's policies;
#   - `matchExpressions` with any operator except `DoesNotExist` (that is KL504);
#   - `topologyKey` and `nodeAffinityPreset`.
#
#   The rule checks pods and everything that contains pods, Helm values, patches, and TOML inside a string, where
#   GitLab's runner has its `node_selector`. It does not check labels and requirements of Karpenter's own objects. Below
#   0.32 the old label is correct, so the rule reports nothing.
#
#   **Fix safety.** Safe from 0.33, where no node has the old label. Unsafe in 0.32, or if the version is unknown: nodes
#   of Provisioners and of NodePools may run side by side, and the renamed selector no longer matches the former. If the
#   new key is already set to the same value, the fix deletes the old one. There is no fix if its value differs, or in
#   TOML.
# related_resources:
# - description: Upgrade guide, 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330
# - description: v1beta1 migration, labels
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#annotations-labels-and-status-conditions
# custom:
#   id: KL503
#   severity: error
#   severity_note: warning in 0.32
#   scope: resource
#   fix: safe
#   fix_note: unsafe in 0.32 and if the version is unknown, because both keys may be needed
#   when: ">= 0.32"
#   kinds: ["*"]
#   needles: [sh/provisioner-name]
package karplint.rules.provisioner_name_selector

import data.karplint.lib.literal
import data.karplint.lib.selectors
import data.karplint.lib.target
import data.karplint.lib.toml
import data.karplint.lib.values

report contains object.union(finding(path, "nodeSelector", selects(place.path)), selector_fix(path, place.map)) if {
	some place in selectors.node_selectors
	not either(place.map, object.keys(place.map))
	not literal.either(place.path, place.map, new)
	path := array.concat(place.path, [old])
}

report contains object.union(finding(path, "affinity", matches(list.path, expression)), fix) if {
	some list in selectors.expressions
	some i, expression in list.items
	expression.key == old
	not expression.operator == "DoesNotExist"
	not either(list.items, {each.key | some each in list.items})
	not literal.either(list.path, {each.key: true | some each in list.items}, new)
	path := array.concat(list.path, [i, "key"])
	fix := expression_fix(list, i)
}

report contains object.union(finding(path, "topologyKey", "these nodes are in none of its domains"), set_new(path)) if {
	some path in selectors.topology_keys
}

report contains object.union(finding(path, "nodeAffinityPreset", pending), set_new(path)) if {
	some path in selectors.preset_keys
}

# Tools that take TOML in a string, such as GitLab's runner, have node selectors there. There is no fix, because it would
# rewrite the whole string.
report contains object.union(finding(entry.path, "node selector", pending), {"word": entry.text, "help": rename}) if {
	selectors.relevant
	some entry in toml.entries(old)
	contains(entry.table, "nodeselector")
}

rename := sprintf("rename it to %s", [new])

old := selectors.old

new := selectors.new

finding(path, what, why) := {
	"resource": input.resource.address,
	"path": path,
	"severity": severity,
	"message": sprintf("%s uses %q, which no node of a NodePool has", [what, old]),
	"why": why,
}

# selects(path): what it means for the node selector at the path.
selects(path) := "it selects no node of a NodePool" if values.last(path) == "matchLabels"

else := pending

# matches(path, expression): what it means for the expression in the list at the path.
matches(path, expression) := "it is a preference without effect" if "preferredDuringSchedulingIgnoredDuringExecution" in path

else := "every node of a NodePool fits, and pods run where they should not" if expression.operator == "NotIn"

else := pending

# either(here, keys): a template next to both keys may render only one of them.
either(here, keys) if {
	values.open(here)
	new in keys
}

default severity := "warning"

severity := "error" if target.at_least("0.33")

default safety := "unsafe"

safety := "safe" if target.at_least("0.33")

pending := "the DaemonSet runs on none of these nodes" if {
	input.resource.kind == "DaemonSet"
} else := "pods with it stay Pending" if {
	target.at_least("0.33")
} else := "pods with it stay Pending from Karpenter 0.33 on, which has no Provisioners"

selector_fix(path, map) := fix(rename, [{"do": "rename", "path": path, "key": new}]) if {
	values.absent(map, new)
} else := delete_old(path) if {
	map[new] == map[old]
} else := {"help": sprintf("use %s", [new])}

# An equal expression for the new key makes the old one redundant.
expression_fix(list, i) := delete_old(array.concat(list.path, [i])) if {
	wanted := object.union(list.items[i], {"key": new})
	wanted in list.items
}

else := set_new(array.concat(list.path, [i, "key"]))

delete_old(path) := fix(sprintf("keep only %s, which is also set", [new]), [{"do": "delete", "path": path}])

set_new(path) := fix(sprintf("use %s", [new]), [{"do": "set", "path": path, "value": new}])

fix(title, ops) := {"fix": {"title": title, "safety": safety, "ops": ops}}
