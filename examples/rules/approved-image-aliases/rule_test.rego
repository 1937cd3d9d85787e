package karplint.custom.approved_image_aliases_test

import data.karplint.custom.approved_image_aliases
import data.karplint.lib.given

class(term, aliases) := object.union(
	given.resource({"kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": {"amiSelectorTerms": [term]}}, "1.0.8"),
	{"config": {"options": {"ACME004": {"aliases": aliases}}}},
)

count_of(term, aliases) := n if {
	n := count(approved_image_aliases.report) with input as class(term, aliases)
}

test_another_alias if {
	some found in approved_image_aliases.report with input as class({"alias": "al2@latest"}, ["al2023@*"])
	found.path == ["spec", "amiSelectorTerms", 0, "alias"]
}

test_by_tags if {
	some found in approved_image_aliases.report with input as class({"tags": {"a": "b"}}, ["al2023@*"])
	found.severity == "warning"
}

test_approved if count_of({"alias": "al2023@v20240807"}, ["bottlerocket@*", "al2023@v202408*"]) == 0

test_no_option if count_of({"alias": "al2@latest"}, []) == 0

test_unknown if {
	count_of({"alias": {"$unknown": "var.alias"}}, ["al2023@*"]) == 0
	count_of({"$unknown": "var.term"}, ["al2023@*"]) == 0
}
