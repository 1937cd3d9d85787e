package karplint.lib.conditions_test

import data.karplint.lib.conditions

resource(off, gate) := {"value": {"off": off, "gate": gate}}

always := {"value": {}}

test_sure if {
	conditions.severity(always, always, "error") == "error"
	conditions.severity(always, {"value": {"gate": "var.on ? 1 : 0"}}, "error") == "error"
}

test_off_or_unknown if {
	conditions.severity(always, resource(true, "crds.enabled"), "error") == "warning"
	conditions.severity(resource({"$unknown": "crds.enabled"}, "crds.enabled"), always, "error") == "warning"
	conditions.severity(always, resource(true, "crds.enabled"), "info") == "info"
}

# One condition switches both.
test_together if conditions.severity(resource(true, "karpenter.enabled"), resource(true, "karpenter.enabled"), "error") == "error"
