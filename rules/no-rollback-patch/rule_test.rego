package karplint.rules.no_rollback_patch_test

import data.karplint.lib.given
import data.karplint.rules.no_rollback_patch

reports(installed, target) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": installed})
	found := no_rollback_patch.report with input as given.project([release], {}, target)
}

test_before_the_step if {
	some found in reports("0.37.0", "1.0.8")
	found.message == "an upgrade from Karpenter 0.37.0 to 1.0.0 cannot be rolled back safely"
	found.help == "upgrade to 0.37.7 or a later patch first"
	not found.advice
	count(reports("v0.31.3", "0.32.10")) == 1
}

# From 0.36 on an earlier patch starts again, but may replace all nodes.
test_drift if {
	some found in reports("0.35.3", "0.37.8")
	found.message == "an upgrade from Karpenter 0.35.3 to 0.36.0 cannot be rolled back safely"
	found.why == "all nodes may drift"
	found.help == "upgrade to 0.35.4 or a later patch first"
	not found.advice
	reports("0.35.4", "0.36.0") == {advised | some advised in reports("0.35.4", "0.36.0"); advised.advice}
}

test_the_latest_patch_only if {
	some found in reports("v0.34.2", "1.0.8")
	found.help == "upgrade to 0.34.13 or a later patch first"
	count(reports("v0.34.2", "1.0.8")) == 1
}

test_advice if {
	every target in ["unknown", "0.37.0", "0.37.8"] {
		some found in reports("0.37.0", target)
		found.advice == true
	}
}

test_patches_that_can if {
	every version in ["v0.31.4", "v0.33.12", "v0.34.13", "0.35.12", "0.36.9", "0.37.7", "0.37.8", "v0.32.9", "v0.30.0", "1.0.0"] {
		reports(version, "1.0.8") == set()
	}
}

test_unknown if {
	every version in ["", "~> 0.37.0", "0.37.x", "latest", {"$unknown": "var.version"}] {
		reports(version, "1.0.8") == set()
	}
}
