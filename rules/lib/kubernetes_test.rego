package karplint.lib.kubernetes_test

import data.karplint.lib.given
import data.karplint.lib.kubernetes

release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "cluster": "module.eks"})

cluster(block, version) := given.in_terraform("Cluster", block, {"version": version})

around(clusters, setting) := found if {
	found := kubernetes.around(release) with input as object.union(
		given.project(array.concat([release], clusters), {}, "unknown"),
		{"config": {"kubernetes_version": setting}},
	)
}

test_minor if {
	kubernetes.minor("1.30") == 30
	kubernetes.minor("v1.29.4") == 29
	every text in [1.3, "1.3", "latest", "~> 1.29", {"$unknown": "var.version"}] {
		not kubernetes.minor(text)
	}
}

test_of_its_cluster if {
	around([cluster("module.eks", "1.30"), cluster("module.other", "1.24")], "").minor == 30
	around([cluster("module.only", "1.30")], "").related[0].resource == "module.only"
}

test_setting if around([cluster("module.eks", "1.30")], "1.24") == {"minor": 24, "related": []}

test_unknown if {
	not around([], "")
	not around([cluster("module.eks", {"$unknown": "var.version"})], "")
	not around([cluster("module.a", "1.30"), cluster("module.b", "1.30")], "")
}
