package karplint.rules.provisioner_name_selector_test

import data.karplint.lib.given
import data.karplint.rules.provisioner_name_selector

old := "karpenter.sh/provisioner-name"

new := "karpenter.sh/nodepool"

template := {"$unknown": "{{ .x }}"}

reports(manifest, version) := found if {
	found := provisioner_name_selector.report with input as given.resource(manifest, version)
}

pod(spec) := {"kind": "Pod", "metadata": {"name": "a"}, "spec": spec}

affinity(items) := pod({"affinity": {"nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": items}]}}}})

items_path := ["spec", "affinity", "nodeAffinity", "required", "nodeSelectorTerms", 0, "matchExpressions"]

test_node_selector if {
	some found in reports(pod({"nodeSelector": {old: "default"}}), "0.37.0")
	found.path == ["spec", "nodeSelector", old]
	found.severity == "error"
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "rename", "path": found.path, "key": new}]
	found.message == `nodeSelector uses "karpenter.sh/provisioner-name", which no node of a NodePool has`
	found.why == "pods with it stay Pending"
	found.fix.title == "rename it to karpenter.sh/nodepool"
}

test_warning_and_unsafe_while_provisioners_may_exist if {
	every version in ["0.32.1", "unknown"] {
		some found in reports(pod({"nodeSelector": {old: "default"}}), version)
		found.severity == "warning"
		found.fix.safety == "unsafe"
	}
}

test_both_equal if {
	every value in ["default", template] {
		some found in reports(pod({"nodeSelector": {old: value, new: value}}), "0.37.0")
		found.fix.ops == [{"do": "delete", "path": ["spec", "nodeSelector", old]}]
	}
}

test_both_different_has_no_fix if {
	every value in ["other", template] {
		some found in reports(pod({"nodeSelector": {old: "default", new: value}}), "0.37.0")
		not found.fix
	}
}

test_template_may_choose_one if {
	reports(pod({"nodeSelector": {old: "a", new: "a", "$open": true}}), "0.37.0") == set()
	items := [{"key": old, "operator": "Exists"}, {"key": new, "operator": "Exists"}, template]
	reports(affinity(items), "0.37.0") == set()
}

test_open_map_has_no_fix if {
	some found in reports(pod({"nodeSelector": {old: "a", "$open": true}}), "0.37.0")
	not found.fix
}

test_patches_and_values if {
	every manifest in [
		{"spec": {"template": {"spec": {"nodeSelector": {old: "a"}}}}},
		{"runner": {"runnerNodeSelector": {old: "a"}}},
		{"node_selector": {old: "a"}},
		{"presubmits": {"repo": [{"spec": {"nodeSelector": {old: "a"}}}]}},
		{"kind": "HelmRelease", "spec": {"values": {"nodeSelector": {old: "a"}}}},
	] {
		count(reports(manifest, "0.37.0")) == 1
	}
}

test_expressions if {
	every operator in ["In", "NotIn", "Exists", template] {
		some found in reports(affinity([{"key": old, "operator": operator, "values": ["a"]}]), "0.37.0")
		found.path == array.concat(items_path, [0, "key"])
		found.fix.ops == [{"do": "set", "path": found.path, "value": new}]
	}
}

test_same_expression_for_the_new_key if {
	items := [{"key": new, "operator": "In", "values": ["a"]}, {"key": old, "operator": "In", "values": ["a"]}]
	some found in reports(affinity(items), "0.37.0")
	found.fix.ops == [{"do": "delete", "path": array.concat(items_path, [1])}]
}

test_does_not_exist_is_another_rule if reports(affinity([{"key": old, "operator": "DoesNotExist"}]), "0.37.0") == set()

test_topology_keys if {
	every manifest in [
		pod({"topologySpreadConstraints": [{"topologyKey": old}]}),
		pod({"affinity": {"podAntiAffinity": {"required": [{"topologyKey": old}]}}}),
	] {
		some found in reports(manifest, "0.37.0")
		found.path[count(found.path) - 1] == "topologyKey"
		found.fix.ops == [{"do": "set", "path": found.path, "value": new}]
	}
}

test_preset if {
	some found in reports({"nodeAffinityPreset": {"type": "hard", "key": old, "values": ["a"]}}, "0.37.0")
	found.path == ["nodeAffinityPreset", "key"]
}

test_silent if {
	every manifest in [
		pod({"nodeSelector": {new: "a"}}),
		pod({"nodeSelector": template}),
		{"kind": "Node", "metadata": {"labels": {old: "a"}}},
		{"kind": "ConfigMap", "data": {"key": old, "note": sprintf("nodeSelector: {%s: a}", [old])}},
		{"kind": "Provisioner", "spec": {"requirements": [{"key": old, "operator": "In"}], "labels": {old: "a"}}},
		{"kind": "NodePool", "spec": {"nodeSelector": {old: "a"}}},
		{"kind": "CustomResourceDefinition", "spec": {"nodeSelector": {old: "a"}}},
		{"Resources": {"ResourceTags": {old: "a"}}},
	] {
		reports(manifest, "0.37.0") == set()
	}
}

test_toml if {
	text := "[runners.kubernetes.node_selector]\n  \"karpenter.sh/provisioner-name\" = \"ci\"\n"
	every value in [text, {"$unknown": text}] {
		some found in provisioner_name_selector.report with input as given.resource({"runners": {"config": value}}, "0.37.8")
		found.path == ["runners", "config"]
		startswith(found.message, "node selector uses")
		not found.fix
	}
}

test_toml_of_another_table if {
	text := "[x.node_labels]\n\"karpenter.sh/provisioner-name\" = \"ci\"\n"
	count(provisioner_name_selector.report) == 0 with input as given.resource({"config": text}, "0.37.8")
}
