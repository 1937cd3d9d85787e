# METADATA
# title: Where pods select nodes by the labels of Karpenter's pools
package karplint.lib.selectors

import data.karplint.lib.values

# old is the label of a Provisioner's nodes, new that of a NodePool's nodes.
old := "karpenter.sh/provisioner-name"

new := "karpenter.sh/nodepool"

# node_selectors: every map that selects nodes by label and has the old one, as {"path", "map"}.
# Charts use their own names for it (runnerNodeSelector, node_selector).
node_selectors contains {"path": path, "map": map} if {
	relevant
	some [to_old, _] in karplint.keys(input.resource.value, [old])
	path := values.parent(to_old)
	selects_nodes(path)
	map := object.get(input.resource.value, path, {})
}

selects_nodes(path) if contains(normal(values.last(path)), "nodeselector")

# Custom resources such as Cilium's have a label selector there.
selects_nodes(path) if {
	values.last(path) == "matchLabels"
	contains(normal(values.last(values.parent(path))), "nodeselector")
}

# expressions: every list of match expressions with the old key, as {"path", "items"}.
expressions contains {"path": values.parent(values.parent(path)), "items": items} if {
	some path in key_paths
	list := values.parent(values.parent(path))
	normal(values.last(list)) == "matchexpressions"
	items := object.get(input.resource.value, list, [])
	is_array(items)
}

# topology_keys: the path of every topologyKey that is the old label.
topology_keys contains path if {
	some path in old_paths
	values.last(path) == "topologyKey"
}

# preset_keys: the path of every nodeAffinityPreset.key (used by many charts) that is the old label.
preset_keys contains path if {
	some path in key_paths
	normal(values.last(values.parent(path))) == "nodeaffinitypreset"
}

key_paths contains path if {
	some path in old_paths
	values.last(path) == "key"
}

# old_paths: the paths of the values that are the old label.
old_paths contains path if {
	relevant
	some [path, value] in karplint.texts(input.resource.value, [old])
	value == old
	count(path) > 1
}

# Karpenter's own objects set the label and do not select by it, and a CRD only describes it.
relevant if not input.resource.kind in {
	"CustomResourceDefinition", "Provisioner", "Machine", "AWSNodeTemplate",
	"NodePool", "NodeClaim", "EC2NodeClass",
}

# normal(step): a path's step in lower case without _ and -; "" for a list's index.
normal(step) := lower(replace(replace(step, "_", ""), "-", "")) if is_string(step)

else := ""
