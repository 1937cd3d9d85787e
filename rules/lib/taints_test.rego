package karplint.lib.taints_test

import data.karplint.lib.given
import data.karplint.lib.taints

possible(version) := found if {
	found := taints.possible with input as given.resource({}, version)
}

test_possible if {
	possible("0.31.4") == set()
	possible("0.32.0") == {taints.old}
	possible("0.37.8") == {taints.old}
	possible("1.0.0") == {taints.new}
	possible("unknown") == {taints.old, taints.new}
}

test_interval if {
	found := taints.possible with input as {"target": {"known": true, "min": "0.37.0", "max": "1.0.5"}}
	found == {taints.old, taints.new}
}

# The facts say the same.
test_facts if {
	from_facts := {object.filter(taint, ["key", "value", "effect"]) | some taint in data.karplint.facts.addon_tolerations.disruption_taints}
	from_facts == {taints.old, taints.new}
}
