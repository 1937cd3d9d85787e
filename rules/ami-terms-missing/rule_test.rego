package karplint.rules.ami_terms_missing_test

import data.karplint.lib.given
import data.karplint.rules.ami_terms_missing

reports(fields, more) := found if {
	spec := object.union({"role": "r", "subnetSelectorTerms": [{"id": "subnet-0"}], "securityGroupSelectorTerms": [{"id": "sg-0"}]}, fields)
	class := {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "default"}, "spec": spec}
	found := ami_terms_missing.report with input as object.union(given.resource(class, "1.0.8"), {"resource": more})
}

paths(fields) := {found.path | some found in reports(fields, {})}

terms := ["spec", "amiSelectorTerms"]

family := ["spec", "amiFamily"]

test_missing if {
	every fields in [{"amiFamily": "AL2023"}, {"amiFamily": "AL2023", "amiSelectorTerms": []}, {"amiFamily": "AL2023", "amiSelectorTerms": null}] {
		some found in reports(fields, {})
		found.path == terms
		found.fix.ops[0].value == [{"alias": "al2023@latest"}]
	}
	every fields in [{}, {"amiFamily": "Custom"}, {"amiFamily": {"$unknown": "var.family"}}] {
		some found in reports(fields, {})
		found.path == terms
		not found.fix
	}
}

test_given if {
	paths({"amiSelectorTerms": {"$unknown": "var.terms"}}) == set()
	paths({"$open": true}) == set()
	reports({}, {"part": true}) == set()
	reports({}, {"computed": {["spec"], terms}}) == set()
	reports({}, {"patches": [{"spec": {"amiSelectorTerms": [{"alias": "al2@latest"}]}}]}) == set()
}

test_family if {
	paths({"amiSelectorTerms": [{"id": "ami-0"}]}) == {family}
	paths({"amiSelectorTerms": [{"alias": "al2023@latest"}]}) == set()
	paths({"amiSelectorTerms": [{"id": "ami-0"}, {"$unknown": "…"}]}) == set()
	paths({"amiSelectorTerms": [{"$open": true, "id": "ami-0"}]}) == set()
}

test_contradiction if {
	paths({"amiFamily": "AL2", "amiSelectorTerms": [{"alias": "al2023@latest"}]}) == {family}
	every name in ["AL2023", "Custom", {"$unknown": "var.family"}] {
		paths({"amiFamily": name, "amiSelectorTerms": [{"alias": "al2023@latest"}]}) == set()
	}
}

test_company if {
	path := array.concat(terms, [0, "alias"])
	paths({"amiSelectorTerms": [{"alias": "al2023@latest", "tags": {"a": "b"}}]}) == {path}
	paths({"amiSelectorTerms": [{"alias": "al2023@latest"}, {"id": "ami-0"}]}) == {path}
}
