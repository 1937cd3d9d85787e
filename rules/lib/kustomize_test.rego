package karplint.lib.kustomize_test

import data.karplint.lib.kustomize

patched(patch, path) if kustomize.patched(path) with input as {"resource": {"patches": [{"spec": {"limits": {"cpu": 1}}}, patch]}}

test_patched if {
	path := ["spec", "disruption", "consolidationPolicy"]
	every patch in [
		{"spec": {"disruption": {"consolidationPolicy": "WhenEmpty"}}},
		{"spec": {"disruption": {"$unknown": "{{ . }}"}}},
		{"spec": {"$open": true}},
		{"spec": {"$patch": "replace"}},
		{"$unknown": "{{ . }}"},
	] {
		patched(patch, path)
	}
	not patched({"spec": {"disruption": {"expireAfter": "1h"}}}, path)
	not patched({"spec": null}, path)
	not patched("text", path)
}

test_unpatched if {
	not kustomize.patched(["spec"]) with input as {"resource": {}}
	not kustomize.is_patch with input as {"resource": {}}
	not kustomize.is_patch with input as {"resource": {"patch": false}}
	kustomize.is_patch with input as {"resource": {"patch": true}}
}
