package karplint.lib.releases_test

import data.karplint.lib.given
import data.karplint.lib.releases
import data.karplint.lib.versions

of(all, number, target) := found if {
	controllers := [given.in_terraform("ChartInstallation", sprintf("helm_release.karpenter_%d", [i]), {"karpenter": "controller", "version": version}) |
		some i, version in all
	]
	found := {
		"interval": releases.of(controllers[number]),
		"text": releases.text(controllers[number]),
	} with input as object.union(given.project(controllers, {}, "unknown"), {"target": target})
}

test_of_the_project if of(["1.0.8"], 0, {"known": true, "min": "1.0.8", "max": "1.0.8"}) == {"interval": versions.range("1.0.8"), "text": "1.0.8"}

test_range_and_objects if of(["1.x"], 0, {"known": true, "min": "1.0.0", "max": "1.0.99999"}) == {"interval": versions.range("1.0.x"), "text": "1.x"}

test_upgrade if of(["0.37.0", "1.1.1"], 0, given.target("1.14.1")) == {"interval": versions.range("1.14.1"), "text": "1.14.1"}

# The objects belong to the other installation.
test_several if {
	target := {"known": true, "min": "1.0.6", "max": "1.0.99999"}
	of(["1.0.6", "1.1.1"], 1, target) == {"interval": versions.range("1.1.1"), "text": "1.1.1"}
	of(["1.0.6", "1.1.1"], 0, target).interval == versions.range("1.0.6")
}

test_unknown if {
	not of([{"$unknown": "var.version"}], 0, {"known": false})
	of([{"$unknown": "var.version"}], 0, given.target("1.0.8")).interval == versions.range("1.0.8")
	of(["1.0.8"], 0, {"known": false}).interval == versions.range("1.0.8")
}
