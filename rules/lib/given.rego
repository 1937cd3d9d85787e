# METADATA
# title: Input for the unit tests of rules
package karplint.lib.given

# resource(value, version): the input of a resource rule for the Kubernetes object value and the
# exact target version, or "unknown".
resource(value, version) := {
	"resource": {
		"address": address(value),
		"file": "test.yaml",
		"kind": object.get(value, "kind", ""),
		"apiVersion": object.get(value, "apiVersion", ""),
		"namespace": object.get(value, ["metadata", "namespace"], ""),
		"name": object.get(value, ["metadata", "name"], ""),
		"value": value,
	},
	"target": target(version),
	"config": config,
}

# config: the configuration of a user without one, but without rule options, not even their defaults.
config := {"destroy_order": "controller-last", "kubernetes_version": "", "options": {}}

# manifest(text, version): the same for an object in YAML.
manifest(text, version) := resource(yaml.unmarshal(text), version)

# problems(list): the input of a resource rule for an object with these problems, of which each has all keys but the fix.
problems(list) := {
	"resource": {"address": "NodePool/default", "kind": "NodePool", "problems": list},
	"target": target("1.0.8"),
	"config": config,
}

address(value) := sprintf("%s/%s", [
	object.get(value, "kind", "?"),
	object.get(value, ["metadata", "name"], "?"),
])

target("unknown") := {"known": false}

target(version) := {"known": true, "min": version, "max": version} if version != "unknown"

# project(resources, edges, version): the input of a project rule for a Terraform root, or for manifests if the edges
# are {}; the other functions here make the resources.
project(resources, edges, version) := between(resources, [], edges, version)

# between(resources, around, edges, version): the same with resources around the project.
between(resources, around, edges, version) := {
	"project": {
		"root": ".",
		"terraform": edges != {},
		"resources": resources,
		"by_kind": by_kind(resources),
		"around": around,
		"around_by_kind": by_kind(around),
		"edges": closed(edges),
	},
	"target": target(version),
	"config": config,
}

by_kind(resources) := {kind: of_kind |
	some kind in {resource.kind | some resource in resources}
	of_kind := [resource | some resource in resources; resource.kind == kind]
}

# closed(edges): the edges with every node as a key, as karplint passes them to rules.
closed(edges) := object.union({node: [] | some node in edges[_]}, edges)

# in_terraform(kind, block, value): a resource of the kind in the block with that address, which has no instance keys;
# every key that a block may have is writable.
in_terraform(kind, block, value) := {
	"id": block,
	"address": block,
	"kind": kind,
	"file": "main.tf",
	"block": block,
	"module": module,
	"reference": trim_prefix(trim_prefix(block, module), "."),
	"writable": ["version", "skip_crds", "force_update", "depends_on"],
	"value": value,
} if {
	module := trim_suffix(regex.find_n(`^(?:module\.[^.]+\.(?:module\.[^.]+\.)*)?`, block, 1)[0], ".")
}

# in_manifest(kind, file, value): a resource of the kind in a manifest file; a ChartInstallation takes the name and the kind
# of its object from value.
in_manifest(kind, file, value) := {
	"id": sprintf("%s#%s", [file, object_name]),
	"address": object_name,
	"kind": kind,
	"file": file,
	"block": "",
	"module": "",
	"reference": "",
	"writable": [],
	"value": value,
} if {
	object_name := sprintf("%s/%s", [
		object.get(value, "via", object.get(value, "kind", "?")),
		object.get(value, "name", object.get(value, ["metadata", "name"], "?")),
	])
}
