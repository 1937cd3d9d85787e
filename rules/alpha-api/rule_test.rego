package karplint.rules.alpha_api_test

import data.karplint.lib.given
import data.karplint.rules.alpha_api

reports(text) := found if {
	found := alpha_api.report with input as given.manifest(text, "unknown")
}

test_provisioner if {
	some found in reports("{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: default}, spec: {}}")
	found.resource == "Provisioner/default"
	found.path == ["apiVersion"]
	endswith(found.help, "convert it to NodePool while running 0.32: karplint convert test.yaml")
}

test_the_command_can_be_pasted if {
	provisioner := given.manifest("{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}}", "unknown")
	every file, argument in {
		"<stdin>": "-f -",
		"k8s/größe.yaml": "k8s/größe.yaml",
		"my pools.yaml": "'my pools.yaml'",
		"it's.yaml": `'it'\''s.yaml'`,
	} {
		in_file := object.union(provisioner, {"resource": object.union(provisioner.resource, {"file": file})})
		some found in alpha_api.report with input as in_file
		endswith(found.help, sprintf(": karplint convert %s", [argument]))
	}
}

test_before_0_32_the_upgrade_comes_first if {
	manifest := "{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: default}, spec: {}}"
	some found in alpha_api.report with input as given.manifest(manifest, "0.31.4")
	endswith(found.help, "convert it to NodePool while running 0.32: karplint convert test.yaml")
}

# A templated API is none of KL301's, whatever is installed. Above 0.32 it is too late for a migration while 0.32 runs.
test_v1_where_v1beta1_is_not_served if {
	templated := `{apiVersion: {"$unknown": "{{ .x }}"}, kind: AWSNodeTemplate}`
	some found in alpha_api.report with input as given.manifest(templated, "1.1.0")
	endswith(found.help, "convert it to EC2NodeClass: karplint convert --to v1 test.yaml")
	some both in alpha_api.report with input as given.manifest(templated, "1.0.8")
	endswith(both.help, "convert it to EC2NodeClass: karplint convert test.yaml")
	some neither in alpha_api.report with input as given.manifest(templated, "0.31.4")
	endswith(neither.help, "convert it to EC2NodeClass while running 0.32: karplint convert test.yaml")
}

test_aws_node_template if {
	some found in reports("{apiVersion: karpenter.k8s.aws/v1alpha1, kind: AWSNodeTemplate, metadata: {name: default}}")
	endswith(found.help, "convert it to EC2NodeClass while running 0.32: karplint convert test.yaml")
}

test_machine_is_deleted if {
	some found in reports("{apiVersion: karpenter.sh/v1alpha5, kind: Machine, metadata: {name: default-8xk2p}}")
	startswith(found.help, "delete it")
	not contains(found.help, "karplint convert")
}

test_older_alpha if count(reports("{apiVersion: karpenter.sh/v1alpha4, kind: Provisioner}")) == 1

test_kinds_of_others if {
	every text in [
		"{apiVersion: cluster.x-k8s.io/v1beta1, kind: Machine}",
		"{apiVersion: example.com/v1alpha1, kind: Provisioner, spec: {requirements: []}}",
		"{kind: Provisioner, spec: {requirements: []}}",
		"{apiVersion: karpenter.sh/v1beta1, kind: NodePool}",
		"{apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass}",
	] {
		reports(text) == set()
	}
}

# A template may choose the API; the kind then has to say whose it is.
test_templated_api if {
	count(reports(`{apiVersion: {"$unknown": "{{ .x }}"}, kind: AWSNodeTemplate}`)) == 1
	count(reports(`{apiVersion: {"$unknown": "{{ .x }}"}, kind: Provisioner, spec: {providerRef: {name: a}}}`)) == 1
	reports(`{apiVersion: {"$unknown": "{{ .x }}"}, kind: Provisioner, spec: {url: a}}`) == set()
	reports(`{apiVersion: {"$unknown": "{{ .x }}"}, kind: Machine, spec: {requirements: []}}`) == set()
}

test_kustomize_target if {
	every kind in ["kind: Kustomization, ", ""] {
		some found in reports(sprintf("{%spatches: [{target: {kind: Provisioner, name: a}, patch: x}]}", [kind]))
		found.path == ["patches", 0, "target", "kind"]
		contains(found.help, `change the target to "NodePool"`)
	}
}

test_kustomize_json_6902_target if {
	text := "{kind: Kustomization, patchesJson6902: [{target: {kind: Deployment}}, {target: {group: karpenter.k8s.aws, kind: AWSNodeTemplate}}]}"
	some found in reports(text)
	found.path == ["patchesJson6902", 1, "target", "kind"]
}

test_kustomize_target_of_others if {
	reports("{kind: Kustomization, patches: [{target: {group: example.com, kind: Provisioner}}, {path: x.yaml}]}") == set()
	reports(`{kind: Kustomization, patches: {"$unknown": "{{ .x }}"}}`) == set()
}

kustomization(value) := found if {
	found := alpha_api.report with input as given.resource(object.union({"kind": "Kustomization"}, value), "unknown")
}

test_inline_patches if {
	patch := "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\n"
	some first in kustomization({"patches": [{"patch": patch}]})
	first.path == ["patches", 0, "patch"]
	some second in kustomization({"patchesStrategicMerge": ["file.yaml", patch]})
	second.path == ["patchesStrategicMerge", 1]
	count(kustomization({"patches": [{"patch": patch, "target": {"kind": "Provisioner"}}]})) == 1
	every other in ["file.yaml", "[", "apiVersion: karpenter.sh/v1\nkind: NodePool", replace(patch, "karpenter.sh", "example.com"), {"$unknown": "x"}] {
		kustomization({"patches": [{"patch": other}], "patchesStrategicMerge": [other]}) == set()
	}
}

test_yields_to_kl301 if {
	every text in [
		"{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}}",
		"{apiVersion: karpenter.k8s.aws/v1alpha1, kind: AWSNodeTemplate, metadata: {name: a}}",
		"{apiVersion: karpenter.sh/v1alpha5, kind: Machine, metadata: {name: a}}",
	] {
		served := alpha_api.report with input as given.manifest(text, "0.32.10")
		count(served) == 1
		not_served := alpha_api.report with input as given.manifest(text, "0.33.0")
		count(not_served) == 0
	}
	reports("{apiVersion: karpenter.k8s.aws/v1alpha1, kind: Provisioner, metadata: {name: a}}") == set()
	reports("{apiVersion: karpenter.k8s.aws/v1alpha1, kind: Machine, metadata: {name: a}}") == set()
	templated := `{apiVersion: {"$unknown": "{{ .x }}"}, kind: AWSNodeTemplate}`
	found := alpha_api.report with input as given.manifest(templated, "0.33.0")
	count(found) == 1
}
