package karplint.rules.controller_needs_dns_test

import data.karplint.lib.given
import data.karplint.rules.controller_needs_dns as rule

cluster := given.in_terraform("Cluster", "module.eks", {"opaque": false, "auto_mode": false})

profile(namespace) := given.in_terraform("FargateProfile", namespace, {"cluster": "module.eks", "selectors": [{"namespace": namespace}]})

release(values) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "namespace": "karpenter", "values": values})

reports(resources, version) := found if found := rule.report with input as given.project(resources, {"a": []}, version)

test_default_of_the_chart if {
	count(reports([cluster, profile("karpenter"), release({"settings": {}})], "0.34.0")) == 1
	count(reports([cluster, profile("karpenter"), release({"settings": {}})], "0.33.9")) == 0
	count(reports([cluster, profile("karpenter"), release({"settings": {}})], "unknown")) == 0
}

test_values if {
	count(reports([cluster, profile("karpenter"), release({"dnsPolicy": "ClusterFirst"})], "0.33.9")) == 1
	every values in [{"dnsPolicy": "Default"}, {"dnsPolicy": {"$unknown": "var.a"}}, {"$open": true}, {"$unknown": "var.a"}] {
		count(reports([cluster, profile("karpenter"), release(values)], "1.8.1")) == 0
	}
}

test_places_for_coredns if {
	every other in [
		profile("kube-system"), profile("*"), given.in_terraform("NodeGroup", "a", {"cluster": "module.eks"}),
		given.in_terraform("NodeGroup", "a", {}),
	] {
		count(reports([cluster, profile("karpenter"), other, release({"settings": {}})], "1.8.1")) == 0
	}
}
