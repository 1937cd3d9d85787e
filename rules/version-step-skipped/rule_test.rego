package karplint.rules.version_step_skipped_test

import data.karplint.lib.given
import data.karplint.rules.version_step_skipped

# reports(from, to, stops): from and to are [since, until], "" if open.
reports(from, to, stops) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller"})
	before := {"target": given.target("unknown"), "resources": [release], "upgrades": [{
		"resource": release.id,
		"from": {"text": "OLD", "since": from[0], "until": from[1]},
		"to": {"text": "NEW", "since": to[0], "until": to[1]},
		"stops": stops,
	}]}
	found := version_step_skipped.report with input as object.union(given.project([release], {}, "unknown"), {"before": before})
}

test_all_stops if {
	some found in reports(["0.31.4", "0.31.5"], ["1.1.0", "1.1.1"], ["0.32.10", "0.37.8", "1.0.14", "1.1.0"])
	found.message == "the upgrade from Karpenter OLD to NEW skips releases at which it has to stop"
	found.why == "only 0.32 has both the alpha APIs and v1beta1"
	found.help == concat("; ", [
		"upgrade to 0.32.10, 0.37.8 and 1.0.14 first, one after the other",
		"from the old version, karplint plan --to 1.1.0 lists the steps",
	])
}

test_one_stop if {
	some found in reports(["0.37.8", "0.37.9"], ["1.1.0", "1.1.1"], ["1.0.14", "1.1.0"])
	found.help == "upgrade to 1.0.14 first; from the old version, karplint plan --to 1.1.0 lists the steps"
}

test_severity if {
	some error in reports(["0.37.8", "0.37.9"], ["1.1.0", "1.1.1"], [])
	error.severity == "error"
	some warning in reports(["1.0.2", "1.0.3"], ["1.4.0", "1.4.1"], [])
	warning.severity == "warning"
}

# A release that the tables do not have.
test_no_plan if {
	some found in reports(["0.37.8", "0.37.9"], ["9.0.0", "9.0.1"], [])
	found.help == "upgrade to 1.0.14 first"
}

test_ranges if {
	count(reports(["0.36.0", "0.37.0"], ["1.1.0", "2.0.0"], [])) == 1
	reports(["0.36.0", "0.37.0"], ["1.0.0", "2.0.0"], []) == set()
	reports(["0.31.0", "1.2.0"], ["1.8.0", "1.8.1"], []) == set()
}

test_no_stop_between if {
	every pair in [
		[["0.31.4", "0.31.5"], ["0.32.10", "0.32.11"]],
		[["0.32.10", "0.32.11"], ["0.37.8", "0.37.9"]],
		[["0.33.1", "0.33.2"], ["1.0.8", "1.0.9"]],
		[["1.0.8", "1.0.9"], ["1.14.1", "1.14.2"]],
		[["1.1.0", "1.1.1"], ["0.37.8", "0.37.9"]],
	] {
		reports(pair[0], pair[1], []) == set()
	}
}

test_unknown if {
	reports(["", ""], ["1.1.0", "1.1.1"], []) == set()
	reports(["0.31.4", "0.31.5"], ["", ""], []) == set()
}
