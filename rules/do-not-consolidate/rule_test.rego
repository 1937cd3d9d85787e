package karplint.rules.do_not_consolidate_test

import data.karplint.lib.given
import data.karplint.rules.do_not_consolidate

old := "karpenter.sh/do-not-consolidate"

new := "karpenter.sh/do-not-disrupt"

template := {"$unknown": "{{ .x }}"}

node(annotations) := {"kind": "Node", "metadata": {"name": "a", "annotations": annotations}}

reports(annotations, version) := found if {
	found := do_not_consolidate.report with input as given.resource(node(annotations), version)
}

path := ["metadata", "annotations", old]

set_new := {"do": "set", "path": ["metadata", "annotations", new], "value": "true"}

test_renames_only_true if {
	some found in reports({old: "true"}, "0.37.0")
	found.path == path
	found.severity == "warning"
	found.fix.safety == "unsafe"
	found.fix.ops == [{"do": "rename", "path": path, "key": new}]
	contains(found.fix.title, "also blocks drift, emptiness and, before 1.0, expiry")
}

test_error_from_1_0 if {
	some found in reports({old: "true"}, "1.0.0")
	found.severity == "error"
	some other in reports({old: "true"}, "unknown")
	other.severity == "warning"
}

test_boolean_becomes_a_string if {
	some found in reports({old: true}, "1.0.0")
	found.fix.ops == [{"do": "rename", "path": path, "key": new}, set_new]
}

test_deletes_anything_else if {
	every value in ["false", "yes", "", false, null] {
		some found in reports({old: value}, "1.0.0")
		found.fix.ops == [{"do": "delete", "path": path}]
		found.fix.safety == "unsafe"
	}
}

test_deletes_anything_else_beside_the_new_one if {
	every value in ["false", "true", template] {
		some found in reports({old: "false", new: value}, "1.0.0")
		found.fix.ops == [{"do": "delete", "path": path}]
	}
}

test_both_true if {
	some found in reports({old: "true", new: "true"}, "1.0.0")
	found.fix.ops == [{"do": "delete", "path": path}]
}

test_both_and_only_the_old_one_is_true if {
	every value in ["false", true, null] {
		some found in reports({old: "true", new: value}, "1.0.0")
		found.fix.ops == [{"do": "delete", "path": path}, set_new]
	}
}

test_unknown_has_no_fix if {
	every annotations in [
		{old: template},
		{old: template, new: "true"},
		{old: "true", new: template},
		{old: "true", new: "true", "$open": true},
		{old: "true", new: "false", "$open": true},
	] {
		some found in reports(annotations, "1.0.0")
		not found.fix
	}
}

test_anywhere if {
	manifest := {"kind": "Provisioner", "spec": {"annotations": {old: "true"}}}
	some found in do_not_consolidate.report with input as given.resource(manifest, "0.32.1")
	found.path == ["spec", "annotations", old]
}

test_not_in_text_or_schemas if {
	every manifest in [
		{"kind": "ConfigMap", "data": {"key": old, "text": sprintf("%s: \"true\"", [old])}},
		{"kind": "CustomResourceDefinition", "metadata": {"annotations": {old: "true"}}},
		{"kind": "Table", "rows": {old: {"nested": 1}}},
		{"kind": "Table", "rows": {old: ["true"]}},
		{"kind": "Node", "metadata": {"annotations": {new: "true"}}},
	] {
		found := do_not_consolidate.report with input as given.resource(manifest, "1.0.0")
		found == set()
	}
}

test_at_the_root if {
	count(do_not_consolidate.report) == 1 with input as given.resource({old: "true"}, "1.0.0")
}
