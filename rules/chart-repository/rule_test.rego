package karplint.rules.chart_repository_test

import data.karplint.lib.given
import data.karplint.rules.chart_repository

reports(fields) := found if {
	release := object.union(
		given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller", "chart": "karpenter", "via": "helm_release"}, fields)),
		{"writable": ["repository", "version"]},
	)
	found := chart_repository.report with input as given.project([release], {}, "unknown")
}

old(fields) := reports(object.union({"repository": "https://charts.karpenter.sh/"}, fields))

registry(fields) := reports(object.union({"repository": "oci://public.ecr.aws/karpenter"}, fields))

test_frozen if {
	some found in old({"version": "0.19.3"})
	found.path == ["repository"]
	found.message == "charts.karpenter.sh does not have chart karpenter 0.19.3"
	found.help == "take the chart from oci://public.ecr.aws/karpenter"
	found.fix.safety == "safe"
	found.fix.ops[0].value == "oci://public.ecr.aws/karpenter"
	count(old({"version": "~> 1.0"})) == 1
}

test_argo if {
	some found in old({"version": "0.19.3", "via": "Application"})
	found.fix.ops[0].value == "public.ecr.aws/karpenter"
}

test_chart_lock if {
	some found in old({"version": "0.19.3", "umbrella": "."})
	found.fix.safety == "unsafe"
}

test_too_old_for_the_registry if {
	some found in registry({"version": "0.16.3"})
	found.help == "take the chart from https://charts.karpenter.sh, or upgrade"
	not found.fix
}

test_right if {
	old({"version": "0.16.3"}) == set()
	old({"version": "v0.16.3"}) == set()
	registry({"version": "v0.17.0"}) == set()
	registry({"version": "1.0.8"}) == set()
}

test_unknown if {
	every version in ["", ">= 0.16.0", "*", {"$unknown": "var.version"}] {
		old({"version": version}) == set()
		registry({"version": version}) == set()
	}
	reports({"version": "1.0.8", "repository": {"$unknown": "var.repository"}}) == set()
	reports({"version": "1.0.8", "repository": "https://charts.example.com"}) == set()
	reports({"version": "1.0.8"}) == set()
}
