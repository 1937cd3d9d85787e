package karplint.rules.role_placeholder_test

import data.karplint.lib.given
import data.karplint.rules.role_placeholder as rule

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}, "0.37.8")

reports(spec) := found if found := rule.report with input as class(spec)

test_placeholder if {
	some found in reports({"role": "$KARPENTER_NODE_ROLE"})
	found.path == ["spec", "role"]
	found.severity == "error"
}

test_of_a_shell_template if {
	every other in ["$CLUSTER_NAME", "x-$CLUSTER_NAME", {"$unknown": "${CLUSTER_NAME}"}] {
		some found in reports({"role": "$KARPENTER_NODE_ROLE", "tags": {"a": other}})
		found.severity == "warning"
	}
}

test_a_script_is_no_template if {
	some found in reports({"role": "$KARPENTER_NODE_ROLE", "userData": "echo $HOME ${PATH}", "tags": {"a": {"$unknown": "${var.cluster}"}}})
	found.severity == "error"
}

set_role := "set role to the name of the nodes' IAM role"

test_empty if {
	some role in reports({"role": ""})
	role.message == "role is empty"
	role.help == set_role
	some beside in reports({"role": "", "instanceProfile": "a"})
	beside.help == "delete it"
	some profile in reports({"role": "a", "instanceProfile": ""})
	profile.path == ["spec", "instanceProfile"]
	profile.help == "delete it"
	some alone in reports({"instanceProfile": ""})
	alone.help == set_role
	count(reports({"role": "", "instanceProfile": ""})) == 2
	some beside_null in reports({"role": "", "instanceProfile": null})
	beside_null.help == role.help
	some unknown in reports({"role": "", "instanceProfile": {"$unknown": "{{ .x }}"}})
	unknown.help == "delete it"
}

test_an_empty_default_of_a_variable if {
	computed := object.union(class({"role": ""}), {"resource": {"computed": {["spec", "role"]}}})
	count(rule.report) == 0 with input as computed
}

test_a_base_for_overlays if {
	base := object.union(class({"role": ""}), {"resource": {"part": true}})
	count(rule.report) == 0 with input as base
}

test_silent if {
	every role in [
		{"$unknown": "${KARPENTER_NODE_ROLE}"},
		{"$unknown": "{{ .Values.role | quote }}"},
		"KarpenterNodeRole-$CLUSTER_NAME",
		"$KARPENTER_NODE_IAM_ROLE_NAME",
		"<<KARPENTER_NODE_ROLE>>",
		"<role>",
		"shop-node",
		null,
	] {
		reports({"role": role}) == set()
	}
	reports({"userData": "echo $KARPENTER_NODE_ROLE", "instanceProfile": "a"}) == set()
}

test_of_others if {
	other := {"apiVersion": "example.com/v1", "kind": "EC2NodeClass", "spec": {"role": ""}}
	count(rule.report) == 0 with input as given.resource(other, "0.37.8")
	alpha := {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "spec": {"instanceProfile": ""}}
	count(rule.report) == 0 with input as given.resource(alpha, "0.31.4")
}
