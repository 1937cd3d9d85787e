package karplint.lib.pairs_test

import data.karplint.lib.given
import data.karplint.lib.pairs

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

crds_of(resources, edges, id) := [crd.id | some crd in found] if {
	found := pairs.crds_of([resource | some resource in resources; resource.id == id][0]) with input as given.project(resources, edges, "unknown")
}

main := release("helm_release.karpenter", "controller", {})

crd := release("helm_release.karpenter_crd", "crds", {})

test_a_pair if {
	crds_of([main, crd], {}, main.id) == [crd.id]
	crds_of([main], {}, main.id) == []
	others := [release("helm_release.cilium", "other", {}), given.in_terraform("Addon", "aws_eks_addon.a", {"karpenter": "crds"})]
	crds_of(array.concat(others, [main]), {}, main.id) == []
}

test_clusters_in_modules if {
	resources := [
		release("module.east.helm_release.karpenter", "controller", {}),
		release("module.east.helm_release.crd", "crds", {}),
		release("module.west.helm_release.karpenter", "controller", {}),
		release("module.west.helm_release.crd", "crds", {}),
		release("module.north.helm_release.karpenter", "controller", {}),
	]
	crds_of(resources, {}, "module.east.helm_release.karpenter") == ["module.east.helm_release.crd"]
	crds_of(resources, {}, "module.west.helm_release.karpenter") == ["module.west.helm_release.crd"]
	crds_of(resources, {}, "module.north.helm_release.karpenter") == []
}

# The two wrapper modules of each cluster are no ancestors of each other.
test_wrapper_modules if {
	resources := [
		release("module.east.module.main.helm_release.this", "controller", {}),
		release("module.east.module.crds.helm_release.this", "crds", {}),
		release("module.west.module.main.helm_release.this", "controller", {}),
		release("module.west.module.crds.helm_release.this", "crds", {}),
	]
	crds_of(resources, {}, "module.east.module.main.helm_release.this") == ["module.east.module.crds.helm_release.this"]
	crds_of(resources, {}, "module.west.module.main.helm_release.this") == ["module.west.module.crds.helm_release.this"]
}

test_clusters_by_key if {
	keyed := [object.union(base, {"id": address, "address": address}) |
		some [base, key] in [[main, "a"], [crd, "a"], [main, "b"], [crd, "b"]]
		address := sprintf("%s[%q]", [base.address, key])
	]
	crds_of(keyed, {}, `helm_release.karpenter["b"]`) == [`helm_release.karpenter_crd["b"]`]
}

test_clusters_by_module_key if {
	keyed := [object.union(base, {"id": address, "address": address, "block": sprintf("module.eks.%s", [base.block]), "module": "module.eks"}) |
		some [base, key] in [[main, "a"], [crd, "a"], [main, "b"], [crd, "b"]]
		address := sprintf("module.eks[%q].%s", [key, base.address])
	]
	crds_of(keyed, {}, `module.eks["b"].helm_release.karpenter`) == [`module.eks["b"].helm_release.karpenter_crd`]
}

test_clusters_by_provider if {
	west := release("helm_release.west", "controller", {})
	edges := {
		main.id: ["provider.helm.east"],
		crd.id: ["provider.helm.east"],
		west.id: ["provider.helm.west"],
	}
	crds_of([main, crd, west], edges, main.id) == [crd.id]
	crds_of([main, crd, west], edges, west.id) == []
	crds_of([crd, west], edges, west.id) == []
}

test_an_edge_tells_which if {
	other := release("helm_release.other_crd", "crds", {})
	crds_of([main, crd, other], {main.id: [other.id]}, main.id) == [other.id]
}

test_alternatives_belong_both if {
	other := release("helm_release.other_crd", "crds", {})
	crds_of([main, crd, other], {}, main.id) == [crd.id, other.id]
}

test_directories_of_manifests if {
	east := given.in_manifest("ChartInstallation", "clusters/east/karpenter.yaml", {"karpenter": "controller", "via": "HelmRelease", "name": "karpenter"})
	west := given.in_manifest("ChartInstallation", "clusters/west/karpenter.yaml", {"karpenter": "controller", "via": "HelmRelease", "name": "karpenter"})
	crds := given.in_manifest("ChartInstallation", "clusters/east/crds.yaml", {"karpenter": "crds", "via": "HelmRelease", "name": "karpenter-crd"})
	crds_of([east, west, crds], {}, east.id) == [crds.id]
	crds_of([east, west, crds], {}, west.id) == []
}

# Releases of a helmfile in several directories, clusters and namespaces.
many := [given.in_manifest("ChartInstallation", file, object.union(fields, {"karpenter": role, "via": "helmfile", "name": name})) |
	some role in ["controller", "crds"]
	some file in ["x.yaml", "a/x.yaml", "a/b/x.yaml"]
	some context in ["", "east", "west"]
	some namespace in ["one", role]
	not [role, context, file] in {["crds", "west", "a/x.yaml"], ["crds", "", "a/x.yaml"], ["controller", "east", "a/b/x.yaml"]}
	fields := object.union({"namespace": namespace}, {key: [sprintf("context %s", [context])] | some key in ["clusters"]; context != ""})
	name := sprintf("%s-%s-%s", [role, context, namespace])
]

by_each := {one: [crd |
	some crd, near in nears[one]
	near == max([other | some other in nears[one]])
	near == max([other[crd] | some other in nears])
] |
	some one, _ in nears
}

nears := {one.id: {two.id: near(one, two) | some two in many; two.value.karpenter == "crds"} | some one in controllers}

near(one, two) := [common, same_context, same_namespace] if {
	contexts := [object.get(each.value, "clusters", [""])[0] | some each in [one, two]]
	not "" in contexts
	contexts[0] == contexts[1]
	same_context := 1
	common := count_common(one, two)
	same_namespace := count({1 | one.value.namespace == two.value.namespace})
}

near(one, two) := [common, same_context, same_namespace] if {
	contexts := [object.get(each.value, "clusters", [""])[0] | some each in [one, two]]
	"" in contexts
	same_context := count({1 | contexts[0] == contexts[1]})
	common := count_common(one, two)
	same_namespace := count({1 | one.value.namespace == two.value.namespace})
}

# count_common(one, two): how many directories they share.
count_common(one, two) := max([n |
	here := split(one.file, "/")
	there := split(two.file, "/")
	some n in numbers.range(0, min([count(here), count(there)]) - 1)
	array.slice(here, 0, n) == array.slice(there, 0, n)
])

controllers := [one | some one in many; one.value.karpenter == "controller"]

test_as_each_compared_with_each if {
	every one in controllers {
		sort(crds_of(many, {}, one.id)) == by_each[one.id]
	}
	{count(found) | some found in by_each} == {0, 1}
}

# Where only few can be compared, what agrees in all is still found, and of many alike none is told.
test_bounded if {
	small := {"controller": 2, "crds": 2}
	resources := [given.in_manifest("ChartInstallation", "x.yaml", {"karpenter": role, "via": "helmfile", "name": sprintf("%s-%d", [role, i]), "namespace": namespace}) |
		some role in ["controller", "crds"]
		some i, namespace in ["a", "b", "c", "d", "d", "d"]
	]
	every i in [0, 1, 2] {
		crds_of(resources, {}, resources[i].id) == [resources[6 + i].id] with pairs.bounds as small
	}
	every i in [3, 4, 5] {
		not crds_of(resources, {}, resources[i].id) with pairs.bounds as small
		count(crds_of(resources, {}, resources[i].id)) == 3
	}
}

# Applications of Argo CD in one directory, each with the clusters that its destination names.
applications(of) := [given.in_manifest("ChartInstallation", "apps.yaml", object.union({"karpenter": role, "via": "Application", "name": name}, fields)) |
	some name, [role, names] in of
	fields := {key: names | some key in ["clusters"]; count(names) > 0}
]

told(of, name) := result if {
	some one in applications(of)
	one.value.name == name
	result := {
		"crds": [crd.value.name | some crd in pairs.crds_of(one)],
		"perhaps": count([1 | pairs.perhaps(one)]) > 0,
	} with input as given.project(applications(of), {}, "unknown")
}

test_destinations if {
	of := {
		"main-a": ["controller", ["server https://a"]],
		"crds-a": ["crds", ["server https://a"]],
		"main-b": ["controller", ["server https://b"]],
		"main-here": ["controller", ["in-cluster"]],
		"main-name": ["controller", ["name b"]],
		"main-none": ["controller", []],
	}
	told(of, "main-a") == {"crds": ["crds-a"], "perhaps": false}
	told(of, "main-b") == {"crds": [], "perhaps": false}
	told(of, "main-here") == {"crds": [], "perhaps": false}
	told(of, "main-name") == {"crds": [], "perhaps": true}
	told(of, "main-none").crds == []
}

test_templates_of_destinations if {
	of := {
		"main-set": ["controller", ["template server {{server}} 1"]],
		"crds-set": ["crds", ["template server {{server}} 1"]],
		"main-other": ["controller", ["template server {{server}} 2"]],
		"main-a": ["controller", ["server https://a"]],
	}
	told(of, "main-set").crds == ["crds-set"]
	told(of, "main-other") == {"crds": [], "perhaps": true}
	told(of, "main-a") == {"crds": [], "perhaps": true}
}

test_several_clusters if {
	of := {
		"main-a": ["controller", ["server https://a"]],
		"crds": ["crds", ["server https://a", "server https://b"]],
		"main-c": ["controller", ["server https://c"]],
	}
	told(of, "main-a").crds == ["crds"]
	told(of, "main-c") == {"crds": [], "perhaps": false}
}

# One that stands between the directories of several controllers.
test_crds_above if {
	main := given.in_manifest("ChartInstallation", "a/apps.yaml", {"karpenter": "controller", "via": "Application", "name": "main", "clusters": ["server https://a"]})
	known := given.in_manifest("ChartInstallation", "crds.yaml", {"karpenter": "crds", "via": "Application", "name": "crds", "clusters": ["server https://b"]})
	unknown := object.union(known, {"value": {"clusters": []}})
	not pairs.perhaps(main) with input as given.between([main], [known], {}, "unknown")
	pairs.perhaps(main) with input as given.between([main], [unknown], {}, "unknown")
}
