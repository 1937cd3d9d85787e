package karplint.rules.chart_version_prefix_test

import data.karplint.lib.given
import data.karplint.rules.chart_version_prefix

reports(fields) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
		{"karpenter": "controller", "chart": "karpenter", "via": "helm_release", "repository": "oci://public.ecr.aws/karpenter"},
		fields,
	))
	found := chart_version_prefix.report with input as given.project([release], {}, "unknown")
}

test_too_many if {
	some found in reports({"version": "v1.0.8"})
	found.path == ["version"]
	found.message == `chart karpenter 1.0.8 is tagged "1.0.8", not "v1.0.8"`
	found.fix.safety == "safe"
	found.fix.ops[0].value == "1.0.8"
}

test_missing if {
	some found in reports({"version": "0.34.1"})
	found.fix.ops[0].value == "v0.34.1"
}

test_right if {
	every version in ["0.35.0", "1.0.8", "v0.34.1", "v0.17.0"] {
		reports({"version": version}) == set()
	}
}

test_of_the_crds if count(reports({"version": "v1.0.8", "karpenter": "crds", "chart": "karpenter-crd"})) == 1

test_chart_lock if {
	some found in reports({"version": "v1.0.8", "umbrella": "charts/karpenter"})
	found.fix.safety == "unsafe"
}

test_ranges if {
	every version in ["~> v1.0.0", ">= v1.0.0", "v1.x", "v1.0", "= v1.0.8", "", {"$unknown": "var.version"}] {
		reports({"version": version}) == set()
	}
	reports({"version": "v1.0.8", "semver": true}) == set()
}

test_other_repositories if {
	every repository in ["https://charts.karpenter.sh", "oci://registry.example.com/karpenter", {"$unknown": "var.repository"}, null] {
		reports({"version": "v1.0.8", "repository": repository}) == set()
	}
	reports({"version": "v1.0.8", "via": "eksctl"}) == set()
	reports({"version": "v0.16.3"}) == set()
}
