package karplint.lib.toml_test

import data.karplint.lib.given
import data.karplint.lib.toml

key := "karpenter.sh/provisioner-name"

text := `[[runners]]
  [runners.kubernetes.node_selector]
    "karpenter.sh/provisioner-name" = "ci" # spot
  [runners.kubernetes]
    "karpenter.sh/provisioner-name" = 'x'
    node_selector = { "a" = "b", "karpenter.sh/provisioner-name" = "y" }
# "karpenter.sh/provisioner-name" = "z"
note = "karpenter.sh/provisioner-name"
`

found(value) := entries if entries := toml.entries(key) with input as given.resource(value, "1.0.8")

test_entries if {
	entries := found({"data": {"config.toml": text}})
	{[entry.table, entry.text] | some entry in entries} == {
		["nodeselector", `"karpenter.sh/provisioner-name" = "ci" # spot`],
		["kubernetes", `"karpenter.sh/provisioner-name" = 'x'`],
		["nodeselector", `node_selector = { "a" = "b", "karpenter.sh/provisioner-name" = "y" }`],
	}
	every entry in entries {
		entry.path == ["data", "config.toml"]
	}
}

test_templated if {
	some entry in found({"config": {"$unknown": text}})
	entry.path == ["config"]
}

test_other_texts if {
	found({"a": "karpenter.sh/provisioner-name", "b": "kubectl label node x karpenter.sh/provisioner-name=a\n", "c": 1}) == set()
}
