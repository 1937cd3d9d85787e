package karplint.rules.karpenter_runs_on_itself_test

import data.karplint.lib.given
import data.karplint.rules.karpenter_runs_on_itself as rule

release(values) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "namespace": "kube-system", "values": values})

terms(list) := {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list}}}}

reports(resources) := found if found := rule.report with input as given.project(resources, {"a": []}, "1.8.1")

arch := {"key": "kubernetes.io/arch", "operator": "In", "values": ["arm64"]}

off := {"key": "karpenter.sh/nodepool", "operator": "DoesNotExist"}

test_terms if {
	some found in reports([release(terms([{"matchExpressions": [arch]}]))])
	found.path[count(found.path) - 1] == 0
	found.fix.ops[0].value == off
	count(reports([release(terms([{"matchExpressions": [arch, off]}, {"matchExpressions": [arch]}]))])) == 1
}

test_terms_that_keep_it_away if {
	every list in [
		[{"matchExpressions": [arch, off]}],
		[{"matchExpressions": [{"key": "karpenter.sh/provisioner-name", "operator": "DoesNotExist"}]}],
		[{"matchExpressions": [{"key": "eks.amazonaws.com/nodegroup", "operator": "Exists"}]}],
		[{"matchExpressions": [arch, {"key": "role", "operator": "In", "values": ["system"]}]}],
		[{"matchExpressions": {"$unknown": "x"}}],
		[{"$unknown": "x"}],
		{"$unknown": "x"},
	] {
		count(reports([release(terms(list))])) == 0
	}
}

test_removed if {
	every values in [{"affinity": null}, {"affinity": {"nodeAffinity": null}}, {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": null}}}] {
		count(reports([release(values)])) == 1
	}
	every values in [{}, {"affinity": {}}, {"affinity": {"podAntiAffinity": null}}, {"affinity": {"$unknown": "x"}}] {
		count(reports([release(values)])) == 0
	}
}

test_pinned_otherwise if {
	open := terms([{"matchExpressions": [arch]}])
	every selector in [{"role": "system"}, {"eks.amazonaws.com/nodegroup": "a"}, {"$unknown": "x"}] {
		count(reports([release(object.union(open, {"nodeSelector": selector}))])) == 0
	}
	count(reports([release(object.union(open, {"nodeSelector": {"kubernetes.io/os": "linux"}}))])) == 1
	profile := given.in_terraform("FargateProfile", "a", {"selectors": [{"namespace": "kube-*"}]})
	count(reports([release(open), profile])) == 0
}
