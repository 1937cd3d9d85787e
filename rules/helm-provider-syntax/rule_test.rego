package karplint.rules.helm_provider_syntax_test

import data.karplint.rules.helm_provider_syntax

messages(provider) := {sprintf("%s; %s", [found.message, found.help]) |
	some found in helm_provider_syntax.report with input as {"resource": {
		"address": "helm_release.karpenter",
		"kind": "ChartInstallation",
		"value": {"karpenter": "controller", "provider": provider},
	}}
}

test_blocks_for_3 if {
	messages({"constraint": "~> 3.0", "major": 3, "written": {"set": "block"}}) == {
		`set is written as a block, but Helm provider 3 takes a list of maps; write set = [{ … }]`,
	}
	messages({"constraint": "~> 3.0", "major": 3, "written": {"postrender": "block"}}) == {
		`postrender is written as a block, but Helm provider 3 takes a map; write postrender = { … }`,
	}
}

test_lists_for_2 if {
	messages({"constraint": "~> 2.9", "major": 2, "written": {"set": "argument", "set_sensitive": "argument"}}) == {
		`set is written as an argument, but Helm provider 2 takes blocks; write set { … }`,
		`set_sensitive is written as an argument, but Helm provider 2 takes blocks; write set_sensitive { … }`,
	}
}

test_right if {
	messages({"constraint": "~> 3.0", "major": 3, "written": {"set": "argument", "postrender": "argument"}}) == set()
	messages({"constraint": "~> 2.9", "major": 2, "written": {"set": "block"}}) == set()
	messages({"constraint": "~> 2.9", "major": 2, "written": {}}) == set()
}
