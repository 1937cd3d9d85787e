package karplint.rules.do_not_evict_test

import data.karplint.lib.given
import data.karplint.rules.do_not_evict

old := "karpenter.sh/do-not-evict"

new := "karpenter.sh/do-not-disrupt"

pod(annotations) := {"kind": "Pod", "metadata": {"name": "a", "annotations": annotations}}

test_renames_the_string if {
	some found in do_not_evict.report with input as given.resource(pod({old: "true"}), "0.37.0")
	found.resource == "Pod/a"
	found.path == ["metadata", "annotations", old]
	found.severity == "warning"
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "rename", "path": found.path, "key": new}]
}

test_error_from_1_0 if {
	some found in do_not_evict.report with input as given.resource(pod({old: "true"}), "1.0.0")
	found.severity == "error"
}

test_warning_if_the_target_is_unknown if {
	some found in do_not_evict.report with input as given.resource(pod({old: "true"}), "unknown")
	found.severity == "warning"
}

test_boolean_becomes_a_string if {
	some found in do_not_evict.report with input as given.resource(pod({old: true}), "1.0.0")
	found.fix.ops == [
		{"do": "set", "path": found.path, "value": "true"},
		{"do": "rename", "path": found.path, "key": new},
	]
}

test_both_and_the_new_one_is_true if {
	some found in do_not_evict.report with input as given.resource(pod({old: "false", new: "true"}), "1.0.0")
	found.fix.ops == [{"do": "delete", "path": found.path}]
}

test_both_and_one_of_them_says_true if {
	every annotations in [{old: "true", new: "false"}, {old: true, new: "false"}, {old: "false", new: true}] {
		some found in do_not_evict.report with input as given.resource(pod(annotations), "1.0.0")
		found.fix.ops == [
			{"do": "delete", "path": found.path},
			{"do": "set", "path": ["metadata", "annotations", new], "value": "true"},
		]
	}
}

test_both_and_none_is_true if {
	some found in do_not_evict.report with input as given.resource(pod({old: "false", new: "30m"}), "1.0.0")
	found.fix.ops == [{"do": "delete", "path": found.path}]
}

test_both_and_unknown_has_no_fix if {
	every annotations in [
		{old: {"$unknown": "{{ .x }}"}, new: "false"},
		{old: "true", new: "true", "$open": true},
	] {
		some found in do_not_evict.report with input as given.resource(pod(annotations), "1.0.0")
		not found.fix
	}
}

test_unknown_value_is_renamed if {
	some found in do_not_evict.report with input as given.resource(pod({old: {"$unknown": "{{ .x }}"}}), "1.0.0")
	found.fix.ops == [{"do": "rename", "path": found.path, "key": new}]
}

provisioner(annotations) := given.resource({"kind": "Provisioner", "spec": {"annotations": annotations}}, "1.0.0")

test_on_a_node_the_rename_is_unsafe if {
	some found in do_not_evict.report with input as provisioner({old: true})
	found.severity == "warning"
	contains(found.message, "has no effect on a node")
	found.fix.safety == "unsafe"
	found.fix.ops == [
		{"do": "rename", "path": found.path, "key": new},
		{"do": "set", "path": ["spec", "annotations", new], "value": "true"},
	]
}

test_on_a_node_what_never_counted_is_deleted if {
	every annotations in [{old: "false"}, {old: "true", new: "true"}, {old: "true", new: "false"}] {
		some found in do_not_evict.report with input as provisioner(annotations)
		found.fix.safety == "safe"
		found.fix.ops == [{"do": "delete", "path": found.path}]
	}
	some found in do_not_evict.report with input as provisioner({old: {"$unknown": "{{ .x }}"}})
	not found.fix
}

test_node_places if {
	every object in [
		{"kind": "NodePool", "spec": {"template": {"metadata": {"annotations": {old: "true"}}}}},
		{"kind": "Node", "metadata": {"annotations": {old: "true"}}},
	] {
		some found in do_not_evict.report with input as given.resource(object, "0.37.0")
		found.fix.safety == "unsafe"
	}
}

test_anywhere if {
	object := {"kind": "HelmRelease", "spec": {"values": {"pods": [{"podAnnotations": {old: "true"}}]}}}
	some found in do_not_evict.report with input as given.resource(object, "1.0.0")
	found.path == ["spec", "values", "pods", 0, "podAnnotations", old]
}

test_silent if {
	every object in [
		pod({new: "true"}),
		pod({"note": old}),
		{"kind": "ConfigMap", "data": {"script": "kubectl annotate pod a karpenter.sh/do-not-evict=true"}},
		{"kind": "CustomResourceDefinition", "spec": {"properties": {old: true}}},
		{"kind": "Pod", "metadata": {"labels": {old: "true"}}},
		{"kind": "Other", "spec": {old: {"type": "string"}}},
	] {
		count(do_not_evict.report) == 0 with input as given.resource(object, "1.0.0")
	}
}

test_at_the_root if {
	count(do_not_evict.report) == 1 with input as given.resource({old: "true"}, "1.0.0")
}

test_toml if {
	text := "[runners.kubernetes.pod_annotations]\n  \"karpenter.sh/do-not-evict\" = \"true\"\n"
	every value in [text, {"$unknown": text}] {
		some found in do_not_evict.report with input as given.resource({"runners": {"config": value}}, "1.0.0")
		found.path == ["runners", "config"]
		found.word == `"karpenter.sh/do-not-evict" = "true"`
		not found.fix
	}
	labels := replace(text, "pod_annotations", "pod_labels")
	count(do_not_evict.report) == 0 with input as given.resource({"config": labels}, "1.0.0")
}

policy := {
	"apiVersion": "kyverno.io/v1",
	"kind": "ClusterPolicy",
	"metadata": {"name": "a", "annotations": {"policies.kyverno.io/description": "writes karpenter.sh/do-not-evict"}},
	"spec": {"rules": [{"mutate": {"patchStrategicMerge": pod({old: "true"})}}]},
}

# Its tests expect the old name, so only both can change together.
test_policy_has_no_fix if {
	some found in do_not_evict.report with input as given.resource(policy, "1.0.0")
	found.path == ["spec", "rules", 0, "mutate", "patchStrategicMerge", "metadata", "annotations", old]
	not found.fix
	contains(found.help, "tests")
}

test_text_of_a_policy if {
	manifest := {
		"apiVersion": "policies.kyverno.io/v1alpha1",
		"kind": "MutatingPolicy",
		"spec": {"mutations": [{"jsonPatch": {"expression": "[JSONPatch{value: {\"karpenter.sh/do-not-evict\": \"true\"}}]"}}]},
	}
	some found in do_not_evict.report with input as given.resource(manifest, "1.0.0")
	found.path == ["spec", "mutations", 0, "jsonPatch", "expression"]
	not found.fix
}

test_fixture_of_a_policy if {
	fixture := json.patch(given.resource(pod({old: "true"}), "1.0.0"), [{"op": "replace", "path": "/resource/file", "value": "a/.kyverno-test/pod.yaml"}])
	found := do_not_evict.report with input as fixture
	found == set()
}
