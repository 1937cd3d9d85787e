package karplint.rules.ami_family_ubuntu_test

import data.karplint.lib.given
import data.karplint.rules.ami_family_ubuntu

paths(spec) := found if {
	class := {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "default"}, "spec": spec}
	found := {report.path | some report in ami_family_ubuntu.report} with input as given.resource(class, "1.0.8")
}

test_family if paths({"amiFamily": "Ubuntu", "amiSelectorTerms": [{"id": "ami-0"}]}) == {["spec", "amiFamily"]}

test_alias if paths({"amiSelectorTerms": [{"alias": "ubuntu@latest"}]}) == {["spec", "amiSelectorTerms", 0, "alias"]}

test_others if {
	every spec in [
		{"amiFamily": "AL2", "amiSelectorTerms": [{"name": "ubuntu-eks/*"}]},
		{"amiFamily": {"$unknown": "var.family"}, "amiSelectorTerms": {"$unknown": "var.terms"}},
		{"amiSelectorTerms": [{"alias": "al2023@latest"}]},
	] {
		paths(spec) == set()
	}
}
