package karplint.rules.image_for_kubernetes_test

import data.karplint.lib.given
import data.karplint.rules.image_for_kubernetes

class(terms) := object.union(
	given.in_manifest("Object", "class.yaml", {
		"apiVersion": "karpenter.k8s.aws/v1",
		"kind": "EC2NodeClass",
		"metadata": {"name": "default"},
		"amiSelectorTerms": terms,
	}),
	{"id": "class"},
)

clusters(versions) := [given.in_terraform("Cluster", sprintf("module.eks_%d", [i]), {"version": version}) | some i, version in versions]

reports(alias, versions) := found if {
	asked := array.concat([class([{"alias": alias}])], clusters(versions))
	found := image_for_kubernetes.report with input as given.project(asked, {}, "unknown")
}

test_too_new if {
	some found in reports("al2@latest", ["1.33"])
	found.path == ["amiSelectorTerms", 0, "alias"]
	found.message == "alias \"al2@latest\" selects no image: EKS publishes none for Kubernetes 1.33"
	found.related[0].resource == "module.eks_0"
	count(reports("al2@v20250915", ["1.34"])) == 1
}

test_too_old if {
	some found in reports("windows2025@latest", ["1.34"])
	found.help == "use another family until the cluster has Kubernetes 1.35"
}

test_published if {
	every pair in [["al2@latest", "1.32"], ["al2023@latest", "1.36"], ["bottlerocket@latest", "1.36"], ["windows2025@latest", "1.35"], ["own", "1.33"]] {
		reports(pair[0], [pair[1]]) == set()
	}
}

test_unknown if {
	reports("al2@latest", [{"$unknown": "var.version"}]) == set()
	reports("al2@latest", []) == set()
	reports("al2@latest", ["1.33", "1.33"]) == set()
	reports({"$unknown": "var.alias"}, ["1.33"]) == set()
}

# The version that the configuration gives takes precedence.
test_configured if {
	asked := given.project([class([{"alias": "al2@latest"}])], {}, "unknown")
	newer := image_for_kubernetes.report with input as object.union(asked, {"config": {"kubernetes_version": "1.33"}})
	count(newer) == 1
	older := image_for_kubernetes.report with input as object.union(asked, {"config": {"kubernetes_version": "1.32"}})
	older == set()
}

test_not_certain if {
	every mark in [{"unread": true}, {"gate": ".Values.old"}] {
		asked := array.concat([object.union(class([{"alias": "al2@latest"}]), {"value": mark})], clusters(["1.33"]))
		found := image_for_kubernetes.report with input as given.project(asked, {}, "unknown")
		found == set()
	}
}
