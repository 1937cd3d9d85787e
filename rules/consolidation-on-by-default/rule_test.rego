package karplint.rules.consolidation_on_by_default_test

import data.karplint.lib.given
import data.karplint.rules.consolidation_on_by_default

pool(version, fields) := object.union(
	{
		"apiVersion": sprintf("karpenter.sh/%s", [version]),
		"kind": "NodePool",
		"metadata": {"name": "default"},
		"spec": {"template": {"spec": {"requirements": [], "nodeClassRef": {"name": "default"}}}},
	},
	fields,
)

reports(value) := found if {
	found := consolidation_on_by_default.report with input as given.resource(value, "unknown")
}

disrupted(version, disruption) := reports(pool(version, {"spec": {"disruption": disruption}}))

test_nothing_said if {
	some beta in reports(pool("v1beta1", {}))
	endswith(beta.message, "defaults to \"WhenUnderutilized\"")
	some v1 in reports(pool("v1", {}))
	endswith(v1.message, "defaults to \"WhenEmptyOrUnderutilized\" after \"0s\"")
	v1.path == ["spec", "disruption", "consolidationPolicy"]
	every disruption in [{}, null, {"expireAfter": "720h"}, {"consolidationPolicy": null}] {
		count(disrupted("v1beta1", disruption)) == 1
	}
}

test_no_fix_beside_alpha_setting if {
	every value in [
		pool("v1beta1", {"spec": {"disruption": {"consolidation": {"enabled": true}}}}),
		pool("v1", {"spec": {"consolidation": {"enabled": false}}}),
		pool("v1beta1", {"spec": {"ttlSecondsAfterEmpty": 30}}),
	] {
		some found in reports(value)
		not found.fix
	}
	some found in disrupted("v1beta1", {"consolidation": null})
	found.fix
}

test_fix if {
	every disruption in [{}, {"expireAfter": "720h"}] {
		some found in disrupted("v1beta1", disruption)
		found.fix.safety == "unsafe"
		{op.path[2]: op.value | some op in found.fix.ops} == {"consolidationPolicy": "WhenEmpty", "consolidateAfter": "Never"}
	}
}

test_said if {
	every disruption in [
		{"consolidationPolicy": "WhenEmpty", "consolidateAfter": "30s"}, {"consolidationPolicy": {"$unknown": "var.policy"}},
		{"consolidateAfter": "1m"}, {"budgets": [{"nodes": "1"}]},
		{"$open": true}, {"$unknown": "var.disruption"},
	] {
		disrupted("v1", disruption) == set()
	}
}

test_not_consolidated if {
	reports(pool("v1", {"spec": {"replicas": 3}})) == set()
	annotations := {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}
	reports(pool("v1", {"spec": {"template": {"metadata": annotations}}})) == set()
	reports(pool("v1", {"spec": {"template": {"metadata": {"$unknown": "var.metadata"}}}})) == set()
	count(reports(pool("v1", {"spec": {"template": {"metadata": {"labels": {"a": "b"}}}}}))) == 1
}

test_parts_of_pools if {
	reports({"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}, "spec": {"limits": {"cpu": 10}}}) == set()
	reports(pool("v1", {"spec": {"$open": true}})) == set()
	reports(pool("v1", {"spec": {"template": {"$unknown": "toYaml"}}})) == set()
	reports(pool("v1", {"apiVersion": {"$unknown": "var.api"}})) == set()
}

test_patches if {
	resource := given.resource(pool("v1", {}), "1.0.8")
	every more in [{"patch": true}, {"patches": [{"spec": {"disruption": {"consolidateAfter": "1m"}}}]}] {
		found := consolidation_on_by_default.report with input as object.union(resource, {"resource": more})
		found == set()
	}
}

test_of_others if {
	every reference in [
		{"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"},
		{"group": "karpenter.azure.com", "kind": "AKSNodeClass", "name": "default"},
		{"$unknown": "toYaml"}, {"kind": {"$unknown": "var.kind"}},
	] {
		reports(pool("v1", {"spec": {"template": {"spec": {"nodeClassRef": reference}}}})) == set()
	}
}

test_of_other_clouds if {
	every cloud, count_ in {"": 1, "karpenter.k8s.aws": 1, "eks.amazonaws.com": 0, "karpenter.azure.com": 0} {
		resource := object.union(given.resource(pool("v1", {}), "1.0.8"), {"resource": {"cloud": cloud}})
		found := consolidation_on_by_default.report with input as resource
		count(found) == count_
	}
}
