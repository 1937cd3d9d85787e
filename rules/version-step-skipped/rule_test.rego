package karplint.rules.version_step_skipped_test

import data.karplint.lib.given
import data.karplint.rules.version_step_skipped

reports(installed, target) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": installed})
	found := version_step_skipped.report with input as given.project([release], {}, target)
}

test_all_stops if {
	some found in reports("v0.31.4", "1.1.0")
	found.message == "an upgrade from Karpenter v0.31.4 to 1.1.0 skips 0.32.10, 0.37.8 and 1.0.14"
	found.why == "only 0.32 has both the alpha APIs and v1beta1"
	found.help == "upgrade to 0.32.10 first"
}

test_one_stop if {
	every pair in [["v0.31.4", "0.33.0"], ["0.32.x", "1.0.8"], ["0.37.8", "1.1.0"], ["~> 0.37.0", "1.14.1"]] {
		some found in reports(pair[0], pair[1])
		not contains(found.message, " and ")
	}
}

test_no_stop_between if {
	every pair in [["v0.31.4", "0.32.10"], ["v0.32.10", "0.37.8"], ["v0.33.1", "1.0.8"], ["1.0.8", "1.14.1"], ["1.1.0", "0.37.8"], ["0.37.8", "0.37.8"]] {
		reports(pair[0], pair[1]) == set()
	}
}

test_unknown if {
	every version in ["", ">= 0.31.0, < 1.2.0", "latest", {"$unknown": "var.version"}] {
		reports(version, "1.1.0") == set()
	}
	reports("v0.31.4", "unknown") == set()
}
