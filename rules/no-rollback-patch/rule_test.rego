package karplint.rules.no_rollback_patch_test

import data.karplint.lib.given
import data.karplint.rules.no_rollback_patch

reports(installed, target) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": installed})
	found := no_rollback_patch.report with input as given.project([release], {}, target)
}

test_before_the_step if {
	some found in reports("0.37.0", "1.0.8")
	found.message == "an upgrade from Karpenter 0.37.0 to 1.0.0 cannot be rolled back; upgrade to 0.37.7 or a later patch first"
	not found.advice
	count(reports("v0.31.3", "0.32.10")) == 1
}

test_advice if {
	every target in ["unknown", "0.37.0", "0.37.8"] {
		some found in reports("0.37.0", target)
		found.advice == true
	}
}

test_patches_that_can if {
	every version in ["v0.31.4", "v0.33.12", "v0.34.13", "0.35.12", "0.36.9", "0.37.7", "0.37.8", "v0.32.0", "v0.30.0", "1.0.0"] {
		reports(version, "1.0.8") == set()
	}
}

test_unknown if {
	every version in ["", "~> 0.37.0", "0.37.x", "latest", {"$unknown": "var.version"}] {
		reports(version, "1.0.8") == set()
	}
}
