package karplint.rules.expiry_is_forceful_test

import data.karplint.lib.given
import data.karplint.rules.expiry_is_forceful as rule

pool(more) := pool_in("pool.yaml", more)

pool_in(file, more) := given.in_manifest("Object", file, object.union(
	{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}},
	more,
))

workload(more) := workload_in("web.yaml", more)

workload_in(file, more) := given.in_manifest("Object", file, object.union(
	{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "protected": true},
	more,
))

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {}, "1.8.0")
}

test_budgets if {
	some found in reports([pool({"expireAfter": "24h", "budgets": ["10%", "0"]})])
	found.related[0].path == ["budgets", 1]
	every budgets in [["10%"], ["0 Underutilized"], [{"$unknown": "budget"}], {"$unknown": "budgets"}, []] {
		reports([pool({"expireAfter": "24h", "budgets": budgets})]) == set()
	}
	every after in ["Never", {"$unknown": "x"}, "30d"] {
		reports([pool({"expireAfter": after, "budgets": ["0"]})]) == set()
	}
	reports([pool({"budgets": ["0"]})]) == set()
}

test_less_than_an_hour if {
	every after in ["5m", "59m59s", "30s", "0s"] {
		some found in reports([pool({"expireAfter": after, "budgets": ["0"]})])
		found.severity == "warning"
	}
	every after in ["1h", "60m", "720h", "1h30m"] {
		reports([pool({"expireAfter": after})]) == set()
	}
}

test_protected_pods if {
	some found in reports([pool({"expireAfter": "24h"}), workload({})])
	found.severity == "warning"
	found.related[0].path == ["protected"]
	reports([pool({"expireAfter": "24h", "terminationGracePeriod": "1h"}), workload({})]) == set()
	reports([pool({"expireAfter": "24h", "terminationGracePeriod": {"$unknown": "x"}}), workload({})]) == set()
	every tainted in [true, {"$unknown": "taints"}] {
		reports([pool({"expireAfter": "24h", "tainted": tainted}), workload({})]) == set()
	}
	count(reports([pool({"expireAfter": "24h", "taints": ["a startup taint"]}), workload({})])) == 1
	reports([pool({"expireAfter": "24h"}), workload({"protected": {"$unknown": "patched protected"}})]) == set()
	reports([pool({"expireAfter": "24h"}), workload({"nodeAffinity": {}})]) == set()
	reports([pool({"expireAfter": "24h"}), workload({"gate": ".Values.enabled"})]) == set()
}

other(more) := pool_in("other.yaml", object.union({"metadata": {"name": "b"}}, more))

# The pods may also be on nodes of another pool, where nothing keeps them.
test_other_pools if {
	flawed := pool({"expireAfter": "24h"})
	every more in [{}, {"expireAfter": "Never"}, {"expireAfter": "24h", "terminationGracePeriod": "1h"}, {"tainted": {"$unknown": "taints"}}] {
		reports([flawed, other(more), workload({})]) == set()
	}
	count(reports([flawed, other({"expireAfter": "48h"}), workload({})])) == 2
	count(reports([flawed, other({"tainted": true}), workload({})])) == 1
	reports([flawed, other({"tainted": true}), workload({"tolerations": [{"operator": "Exists"}]})]) == set()
	count(reports([flawed, other({}), workload({"nodeSelector": {"karpenter.sh/nodepool": "a"}})])) == 1
	count(reports([
		pool({"expireAfter": "24h", "labels": {"team": "a"}}),
		other({"requirements": ["team In b"]}),
		workload({"nodeSelector": {"team": "a"}}),
	])) == 1
}

test_other_clusters if {
	flawed := pool_in("clusters/a/pool.yaml", {"expireAfter": "24h"})
	reports([flawed, workload_in("clusters/b/web.yaml", {})]) == set()
	count(reports([flawed, workload_in("clusters/a/web.yaml", {})])) == 1
	count(reports([flawed, workload_in("apps/web.yaml", {})])) == 1
}

test_windows if {
	reports([
		pool({"expireAfter": "24h", "requirements": ["kubernetes.io/os In windows"]}),
		workload({"nodeSelector": {"kubernetes.io/os": "linux"}}),
	]) == set()
}

test_selectors if {
	more := {"expireAfter": "24h", "labels": {"team": "a"}, "requirements": ["karpenter.sh/capacity-type In on-demand"]}
	every selector in [
		{"team": "a"}, {"karpenter.sh/nodepool": "a"}, {"karpenter.sh/capacity-type": "on-demand"}, {"kubernetes.io/os": "linux", "team": "a"},
	] {
		count(reports([pool(more), workload({"nodeSelector": selector})])) == 1
	}
	every selector in [{"team": "b"}, {"karpenter.sh/nodepool": "b"}, {"team": "a", "$open": true}, {"$unknown": "x"}] {
		reports([pool(more), workload({"nodeSelector": selector})]) == set()
	}
}
