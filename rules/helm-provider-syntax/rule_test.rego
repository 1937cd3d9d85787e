package karplint.rules.helm_provider_syntax_test

import data.karplint.rules.helm_provider_syntax

messages(provider) := {found.message |
	some found in helm_provider_syntax.report with input as {"resource": {
		"address": "helm_release.karpenter",
		"kind": "ChartInstallation",
		"value": {"karpenter": "controller", "provider": provider},
	}}
}

test_blocks_for_3 if {
	messages({"constraint": "~> 3.0", "major": 3, "written": {"set": "block"}}) == {`Helm provider 3, which "~> 3.0" requires, takes set as a list of maps; write set = [{ … }]`}
	messages({"constraint": "~> 3.0", "major": 3, "written": {"postrender": "block"}}) == {`Helm provider 3, which "~> 3.0" requires, takes postrender as a map; write postrender = { … }`}
}

test_lists_for_2 if {
	messages({"constraint": "~> 2.9", "major": 2, "written": {"set": "argument", "set_sensitive": "argument"}}) == {
		`Helm provider 2, which "~> 2.9" requires, takes set as blocks; write set { … }`,
		`Helm provider 2, which "~> 2.9" requires, takes set_sensitive as blocks; write set_sensitive { … }`,
	}
}

test_right if {
	messages({"constraint": "~> 3.0", "major": 3, "written": {"set": "argument", "postrender": "argument"}}) == set()
	messages({"constraint": "~> 2.9", "major": 2, "written": {"set": "block"}}) == set()
	messages({"constraint": "~> 2.9", "major": 2, "written": {}}) == set()
}
