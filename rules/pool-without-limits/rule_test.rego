package karplint.rules.pool_without_limits_test

import data.karplint.lib.given
import data.karplint.rules.pool_without_limits as rule

reports(more) := found if {
	spec := {"template": {"spec": {"nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"}, "requirements": []}}}
	pool := {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}, "spec": object.union(spec, more)}
	found := rule.report with input as given.resource(pool, "unknown")
}

test_pools if {
	count(reports({})) == 1
	count(reports({"limits": {}})) == 1
	reports({"limits": {"cpu": 10}}) == set()
	reports({"limits": {"$open": true}}) == set()
	reports({"limits": {"$unknown": ".Values.limits"}}) == set()
	reports({"$open": true}) == set()
	reports({"replicas": 2}) == set()
	reports({"template": {"spec": {"limits": {"cpu": 10}}}}) == set() # misplaced, which other rules say
}

of_provisioner(spec) := found if {
	value := {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "a"}, "spec": spec}
	found := rule.report with input as given.resource(value, "unknown")
}

test_provisioners if {
	some found in of_provisioner({"providerRef": {"name": "default"}})
	contains(found.help, "limits.resources")
	of_provisioner({"providerRef": {"name": "default"}, "limits": {"resources": {"cpu": 10}}}) == set()
	of_provisioner({"labels": {"a": "b"}}) == set() # a part of one
}

test_other_clouds if {
	reports({"template": {"spec": {"nodeClassRef": {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}}}}) == set()
}
