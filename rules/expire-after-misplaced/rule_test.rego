package karplint.rules.expire_after_misplaced_test

import data.karplint.lib.given
import data.karplint.rules.expire_after_misplaced

reports(version, spec) := found if {
	pool := {"apiVersion": version, "kind": "NodePool", "metadata": {"name": "default"}, "spec": spec}
	found := expire_after_misplaced.report with input as given.resource(pool, "unknown")
}

old(time) := {"disruption": {"expireAfter": time}}

new(time) := {"template": {"spec": {"expireAfter": time}}}

test_v1 if {
	some found in reports("karpenter.sh/v1", old("5m"))
	found.path == ["spec", "disruption", "expireAfter"]
	found.fix.safety == "safe"
	found.fix.ops[0] == {"do": "move", "path": ["spec", "disruption", "expireAfter"], "to": ["spec", "template", "spec", "expireAfter"]}
	reports("karpenter.sh/v1", new("5m")) == set()
}

test_v1beta1 if {
	some found in reports("karpenter.sh/v1beta1", new("5m"))
	found.fix.ops[0] == {"do": "move", "path": ["spec", "template", "spec", "expireAfter"], "to": ["spec", "disruption", "expireAfter"]}
	reports("karpenter.sh/v1beta1", old("5m")) == set()
}

test_in_both_places if {
	some same in reports("karpenter.sh/v1", object.union(old("5m"), new("5m")))
	same.fix.ops == [{"do": "delete", "path": ["spec", "disruption", "expireAfter"]}]
	some other in reports("karpenter.sh/v1", object.union(old("5m"), new("720h")))
	not other.fix
	contains(other.why, "spec.template.spec.expireAfter takes effect")
}

test_may_be_in_the_right_place if {
	every right in [{"template": {"spec": {"$open": true}}}, {"template": {"$unknown": "toYaml"}}, {"$open": true}] {
		some found in reports("karpenter.sh/v1", object.union(old("5m"), right))
		not found.fix
	}
}

test_unknown if {
	reports({"$unknown": "var.api"}, old("5m")) == set()
	reports("karpenter.sh/v1alpha5", old("5m")) == set()
	reports("karpenter.sh/v1", {"disruption": {"$unknown": "var.disruption"}}) == set()
	reports("karpenter.sh/v1", {"disruption": {"expireAfter": null}}) == set()
	count(reports("karpenter.sh/v1", old({"$unknown": "var.ttl"}))) == 1
}
