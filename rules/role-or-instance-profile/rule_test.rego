package karplint.rules.role_or_instance_profile_test

import data.karplint.lib.given
import data.karplint.rules.role_or_instance_profile as rule

fields := {"amiFamily": "AL2", "subnetSelectorTerms": [{"id": "subnet-1"}], "securityGroupSelectorTerms": [{"id": "sg-1"}]}

class(spec) := {"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}

given_class(spec, version) := given.resource(class(object.union(fields, spec)), version)

reports(spec, version) := found if found := rule.report with input as given_class(spec, version)

test_neither if {
	some found in reports({}, "0.37.8")
	found.path == ["spec", "role"]
	found.message == "the class has neither role nor instanceProfile"
	found.help == "set role to the name of the nodes' IAM role"
	count(reports({}, "unknown")) == 1
}

test_both if {
	some found in reports({"role": "a", "instanceProfile": "b"}, "1.0.8")
	found.path == ["spec", "instanceProfile"]
	count(reports({"role": "a", "instanceProfile": "b"}, "0.32.0")) == 1
}

test_role_only if {
	every version in ["0.32.0", "0.32.1"] {
		some found in reports({"instanceProfile": "b"}, version)
		contains(found.help, "0.32.2")
		some missing in reports({}, version)
		contains(missing.message, "has no role")
	}
	every version in ["0.32.2", "unknown"] {
		reports({"instanceProfile": "b"}, version) == set()
	}
}

test_one if {
	every spec in [{"role": "a"}, {"instanceProfile": "a"}, {"role": "a", "instanceProfile": null}] {
		reports(spec, "1.0.8") == set()
	}
}

test_unknown if {
	unknown := {"$unknown": "{{ .x }}"}
	every spec in [
		{"role": unknown},
		{"role": unknown, "instanceProfile": "a"},
		{"role": "a", "instanceProfile": unknown},
		{"$open": true},
		{"role": null, "instanceProfile": "a"},
		{"role": "", "instanceProfile": ""},
		{"role": "a", "instanceProfile": ""},
	] {
		reports(spec, "1.0.8") == set()
	}
	count(rule.report) == 0 with input as given.resource(class(unknown), "1.0.8")
}

# Kubernetes drops what is null. One that an expression gave may be otherwise elsewhere.
test_null if {
	reports({"role": null}, "1.0.8") == reports({}, "1.0.8")
	computed := object.union(given_class({"role": null}, "1.0.8"), {"resource": {"computed": {["spec", "role"]}}})
	count(rule.report) == 0 with input as computed
}

test_branches if {
	every spec in [{}, {"role": "a", "instanceProfile": "b"}] {
		branches := object.union(given_class(spec, "1.0.8"), {"resource": {"computed": {["spec"]}}})
		count(rule.report) == 0 with input as branches
	}
}

test_a_part if {
	every field in ["subnetSelectorTerms", "securityGroupSelectorTerms"] {
		count(rule.report) == 0 with input as given.resource(class(object.remove(fields, [field])), "1.0.8")
	}
	count(rule.report) == 1 with input as given.resource(class(object.remove(fields, ["amiSelectorTerms"])), "1.0.8") # which is another mistake
	count(rule.report) == 0 with input as given_class({"$patch": "merge"}, "1.0.8")
	count(rule.report) == 0 with input as object.union(given_class({}, "1.0.8"), {"resource": {"part": true}})
}

test_of_others if {
	count(rule.report) == 0 with input as given.resource(object.union(class(fields), {"apiVersion": "example.com/v1"}), "1.0.8")
}
