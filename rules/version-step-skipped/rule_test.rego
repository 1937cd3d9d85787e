package karplint.rules.version_step_skipped_test

import data.karplint.lib.given
import data.karplint.rules.version_step_skipped

messages(installed, target) := {found.message |
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": installed})
	some found in version_step_skipped.report with input as given.project([release], {}, target)
}

test_all_stops if {
	some message in messages("v0.31.4", "1.1.0")
	startswith(message, "an upgrade from Karpenter v0.31.4 to 1.1.0 skips 0.32.10 (")
	contains(message, ") and 0.37.8 (")
	contains(message, ") and 1.0.14 (")
	endswith(message, "; upgrade to 0.32.10 first")
}

test_one_stop if {
	every pair in [["v0.31.4", "0.33.0"], ["0.32.x", "1.0.8"], ["0.37.8", "1.1.0"], ["~> 0.37.0", "1.14.1"]] {
		some message in messages(pair[0], pair[1])
		not contains(message, ") and ")
	}
}

test_no_stop_between if {
	every pair in [["v0.31.4", "0.32.10"], ["v0.32.10", "0.37.8"], ["v0.33.1", "1.0.8"], ["1.0.8", "1.14.1"], ["1.1.0", "0.37.8"], ["0.37.8", "0.37.8"]] {
		messages(pair[0], pair[1]) == set()
	}
}

test_unknown if {
	every version in ["", ">= 0.31.0, < 1.2.0", "latest", {"$unknown": "var.version"}] {
		messages(version, "1.1.0") == set()
	}
	messages("v0.31.4", "unknown") == set()
}
