package karplint.rules.kubernetes_version_unsupported_test

import data.karplint.lib.given
import data.karplint.rules.kubernetes_version_unsupported

reports(karpenter, clusters, target) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": karpenter})
	all := array.concat([release], [given.in_terraform("Cluster", sprintf("module.eks_%d", [i]), {"version": version}) |
		some i, version in clusters
	])
	found := kubernetes_version_unsupported.report with input as given.project(all, {}, target)
}

test_too_new if {
	some found in reports("0.37.0", ["1.32"], "unknown")
	found.path == ["version"]
	found.message == "Karpenter 0.37.0 supports Kubernetes 1.23 to 1.30, and the cluster has 1.32"
	found.help == "upgrade Karpenter to 1.2.0 or later first"
	found.related[0].resource == "module.eks_0"
}

test_too_old if {
	some found in reports("1.0.8", ["1.24"], "unknown")
	found.help == "upgrade the cluster first"
}

test_no_release_yet if {
	some found in reports("1.14.1", ["1.37"], "unknown")
	found.help == "upgrade Karpenter to 1.15.0 or later first"
	some newer in reports("1.15.9", ["1.38"], "unknown")
	newer.help == "keep the cluster at 1.37 until a release supports it"
}

test_supported if {
	every pair in [["0.37.0", "1.30"], ["v0.32.1", "1.28"], ["1.0.5", "1.31"], ["~> 1.0", "1.31"], [">= 0.37.0, < 1.2", "1.31"]] {
		reports(pair[0], [pair[1]], "unknown") == set()
	}
}

test_no_version_of_the_range if {
	some found in reports("~> 1.0.0", ["1.32"], "unknown")
	found.related
}

test_unknown if {
	every version in ["", "latest", "0.16.3", "1.16.0", ">= 1.0", {"$unknown": "var.version"}] {
		reports(version, ["1.40"], "unknown") == set()
	}
	reports("0.37.0", [{"$unknown": "var.kubernetes"}], "unknown") == set()
	reports("0.37.0", [1.3], "unknown") == set()
	reports("0.37.0", ["1.32", "1.32"], "unknown") == set()
	reports("0.37.0", [], "unknown") == set()
}

# The version that the user upgrades to.
test_target if {
	count(reports("0.37.0", ["1.24"], "1.0.8")) == 1
	reports("0.37.0", ["1.32"], "1.2.0") == set()
}
