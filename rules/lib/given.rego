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
}

# manifest(text, version): the same for an object written as YAML.
manifest(text, version) := resource(yaml.unmarshal(text), version)

address(value) := sprintf("%s/%s", [
	object.get(value, "kind", "?"),
	object.get(value, ["metadata", "name"], "?"),
])

target("unknown") := {"known": false}

target(version) := {"known": true, "min": version, "max": version} if version != "unknown"
