package karplint.rules.ami_family_missing_test

import data.karplint.lib.given
import data.karplint.rules.ami_family_missing

class(fields) := {
	"apiVersion": "karpenter.k8s.aws/v1beta1",
	"kind": "EC2NodeClass",
	"metadata": {"name": "default"},
	"spec": object.union({"role": "node", "subnetSelectorTerms": [], "securityGroupSelectorTerms": []}, fields),
}

reports(value) := found if {
	found := ami_family_missing.report with input as given.resource(value, "unknown")
}

safety(fields) := found.fix.safety if some found in reports(class(fields))

test_missing if {
	some found in reports(class({}))
	found.path == ["spec", "amiFamily"]
	found.fix == {
		"title": "set amiFamily: AL2, the default of alpha",
		"safety": "safe",
		"ops": [{"do": "set", "path": ["spec", "amiFamily"], "value": "AL2"}],
	}
	count(reports(class({"amiFamily": null}))) == 1
}

test_given if {
	every fields in [{"amiFamily": "AL2"}, {"amiFamily": {"$unknown": "var.family"}}, {"$open": true}] {
		reports(class(fields)) == set()
	}
}

test_which_family if {
	safety({}) == "safe"
	safety({"amiSelectorTerms": [{"id": "ami-1"}]}) == "unsafe"
	safety({"amiSelectorTerms": {"$unknown": "var.terms"}}) == "unsafe"
	safety({"userData": "#!/bin/bash\necho\n"}) == "unsafe"
	every fields in [
		{"amiSelectorTerms": [{"alias": "al2023@latest"}]},
		{"userData": "[settings.kubernetes]\nmax-pods = 1\n"},
		{"userData": "<powershell>\n</powershell>"},
		{"userData": "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n"},
	] {
		count(reports(class(fields))) == 1
		not safety(fields)
	}
}

test_other_objects if {
	reports(object.union(class({}), {"apiVersion": "karpenter.k8s.aws/v1"})) == set()
	reports(object.union(class({}), {"apiVersion": {"$unknown": "var.api"}})) == set()
}

test_parts_of_classes if {
	reports({"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass", "spec": {"role": "node"}}) == set()
	reports({"apiVersion": "karpenter.k8s.aws/v1beta1", "kind": "EC2NodeClass", "spec": {"$unknown": "toYaml"}}) == set()
	every more in [{"patch": true}, {"patches": [{"spec": {"amiFamily": "AL2"}}]}] {
		found := ami_family_missing.report with input as object.union(given.resource(class({}), "unknown"), {"resource": more})
		found == set()
	}
}
