# METADATA
# title: Pods select nodes by the label karpenter.sh/provisioner-name
# description: |
#   Nodes that a Provisioner made carry the label `karpenter.sh/provisioner-name`. Nodes of a NodePool
#   carry `karpenter.sh/nodepool` instead. From Karpenter 0.33 there are only NodePools, and the old label
#   is not one that a NodePool can give its nodes: a pod whose `nodeSelector` or required affinity asks
#   for it fits no node, Karpenter makes none for it, and it stays `Pending`. With `NotIn` the opposite happens: every
#   node fits, and the pods run where they should not. A topology spread or pod affinity over the label puts
#   all new nodes into no domain at all.
#
#   **What to do.** Use `karpenter.sh/nodepool`. The value is the name of the NodePool, which is the name of
#   the Provisioner unless you changed it when you converted it.
#
#   Found in a `nodeSelector` (also under a chart's own names, such as `runnerNodeSelector`, and with
#   `matchLabels` below it, as Cilium's policies have it), in `matchExpressions` with any operator but
#   `DoesNotExist` (that is KL504), in `topologyKey` and in `nodeAffinityPreset`: in pods and everything
#   that holds pods, in Helm values and in patches; also in a text that is TOML, as GitLab's runner has its `node_selector`.
#   Labels and requirements of Karpenter's own objects are not looked at. Below 0.32 the old label is the
#   right one, so the rule is silent.
#
#   **Fix safety.** Safe from 0.33, where no node has the old label. Unsafe in 0.32, or where the version is
#   not known: nodes of Provisioners and of NodePools may run side by side, and the renamed selector no longer
#   fits the first. Where the new key already stands beside the old one with the same value, the old one is
#   deleted; with another value there is no fix, nor is there in TOML.
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
#   fix_note: unsafe in 0.32 and where the version is not known, because both keys may be needed
#   when: ">= 0.32"
#   kinds: ["*"]
#   needles: [sh/provisioner-name]
package karplint.rules.provisioner_name_selector

import data.karplint.lib.literal
import data.karplint.lib.selectors
import data.karplint.lib.target
import data.karplint.lib.toml
import data.karplint.lib.values

report contains object.union(finding(path, sprintf("nodeSelector %q: %q", [old, text(map[old])])), fix) if {
	some place in selectors.node_selectors
	map := place.map
	not either(map, object.keys(map))
	not literal.either(place.path, map, new)
	path := array.concat(place.path, [old])
	fix := selector_fix(path, map)
}

report contains object.union(finding(path, sprintf("%q (affinity, operator %v)", [old, text(expression.operator)])), fix) if {
	some list in selectors.expressions
	some i, expression in list.items
	expression.key == old
	not expression.operator == "DoesNotExist"
	not either(list.items, {each.key | some each in list.items})
	not literal.either(list.path, {each.key: true | some each in list.items}, new)
	path := array.concat(list.path, [i, "key"])
	fix := expression_fix(list, i)
}

report contains object.union(finding(path, sprintf("topologyKey %q", [old])), set_new(path)) if {
	some path in selectors.topology_keys
}

report contains object.union(finding(path, sprintf("%q (nodeAffinityPreset)", [old])), set_new(path)) if {
	some path in selectors.preset_keys
}

# Tools that take TOML in a text, such as GitLab's runner, have node selectors there. There is no fix: the text would be written
# anew as a whole.
report contains finding(entry.path, sprintf("node selector %q, in line %d of the text,", [old, entry.line + 1])) if {
	selectors.relevant
	some entry in toml.entries(old)
	contains(entry.table, "nodeselector")
}

old := selectors.old

new := selectors.new

finding(path, fact) := {
	"resource": input.resource.address,
	"path": path,
	"severity": severity,
	"message": sprintf("%s is a label that no node of a NodePool has; use %q", [fact, new]),
}

# either(here, keys): a template beside both keys may render only one of them.
either(here, keys) if {
	values.open(here)
	new in keys
}

default severity := "warning"

severity := "error" if target.at_least("0.33")

default safety := "unsafe"

safety := "safe" if target.at_least("0.33")

text(value) := value["$unknown"] if values.unknown(value)

else := values.text(value)

default selector_fix(_, _) := {}

selector_fix(path, map) := fix(
	sprintf("rename it to %s", [new]),
	[{"do": "rename", "path": path, "key": new}],
) if values.absent(map, new)

selector_fix(path, map) := delete_old(path) if map[new] == map[old]

# An expression that says the same of the new key makes the old one superfluous.
expression_fix(list, i) := delete_old(array.concat(list.path, [i])) if {
	wanted := object.union(list.items[i], {"key": new})
	wanted in list.items
}

else := set_new(array.concat(list.path, [i, "key"]))

delete_old(path) := fix(sprintf("delete it, %s stands beside it", [new]), [{"do": "delete", "path": path}])

set_new(path) := fix(sprintf("use %s", [new]), [{"do": "set", "path": path, "value": new}])

fix(title, ops) := {"fix": {"title": title, "safety": safety, "ops": ops}}
