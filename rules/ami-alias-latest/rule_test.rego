package karplint.rules.ami_alias_latest_test

import data.karplint.lib.given
import data.karplint.rules.ami_alias_latest

class(alias) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "spec": {"amiSelectorTerms": [{"alias": alias}]}}, "1.8.1")

reports(alias) := found if {
	found := ami_alias_latest.report with input as class(alias)
}

test_latest if {
	some found in reports("al2023@latest")
	found.path == ["spec", "amiSelectorTerms", 0, "alias"]
	found.help == "name a version, such as al2023@v20250915"
	count(reports("bottlerocket@latest")) == 1
}

test_others if {
	every alias in ["al2023@v20250915", "windows2022@latest", "own@latest", {"$unknown": "al2023@${var.version}"}] {
		reports(alias) == set()
	}
}

test_patches if {
	patched := ami_alias_latest.report with input as object.union(
		class("al2023@latest"),
		{"resource": {"patches": [{"spec": {"amiSelectorTerms": []}}]}},
	)
	patched == set()
	itself := ami_alias_latest.report with input as object.union(class("al2023@latest"), {"resource": {"patch": true}})
	itself == set()
}
