package karplint.rules.unschedulable_toleration_only_test

import data.karplint.lib.given
import data.karplint.rules.unschedulable_toleration_only as rule

cordoned := {"key": "node.kubernetes.io/unschedulable", "operator": "Exists", "effect": "NoSchedule"}

reports(more, version) := found if {
	found := rule.report with input as given.resource(daemonset(more), version)
}

daemonset(more) := {
	"apiVersion": "apps/v1",
	"kind": "DaemonSet",
	"metadata": {"name": "a"},
	"spec": {"template": {"spec": object.union({"tolerations": [cordoned]}, more)}},
}

test_reported if {
	some old in reports({}, "0.37.0")
	[op.value.key | some op in old.fix.ops] == ["karpenter.sh/disruption"]
	some new in reports({}, "1.0.0")
	[op.value.key | some op in new.fix.ops] == ["karpenter.sh/disrupted"]
	some either in reports({}, "unknown")
	count(either.fix.ops) == 2
}

test_tolerated if {
	every toleration in [{"operator": "Exists"}, {"key": "karpenter.sh/disrupted", "operator": "Exists"}, {"$unknown": "x"}] {
		reports({"tolerations": [cordoned, toleration]}, "1.0.0") == set()
	}
	reports({"tolerations": []}, "1.0.0") == set()
}

# Cordoned nodes have the taint with the effect NoSchedule.
test_no_execute if {
	reports({"tolerations": [object.union(cordoned, {"effect": "NoExecute"})]}, "1.0.0") == set()
	count(reports({"tolerations": [object.remove(cordoned, ["effect"])]}, "1.0.0")) == 1
}

test_patched if {
	every field in ["tolerations", "nodeSelector", "affinity"] {
		given_ := object.union(given.resource(daemonset({}), "1.0.0"), {"resource": {"patches": [{"spec": {"template": {"spec": {field: {"a": "b"}}}}}]}})
		rule.report == set() with input as given_
	}
}

test_on_other_nodes if {
	reports({"nodeSelector": {"eks.amazonaws.com/nodegroup": "system"}}, "1.0.0") == set()
}
