package karplint.lib.installations_test

import data.karplint.lib.given
import data.karplint.lib.installations

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

crds_of(resources, edges, id) := [crd.id | some crd in found] if {
	found := installations.crds_of([resource | some resource in resources; resource.id == id][0]) with input as given.project(resources, edges, "unknown")
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

ordered(one, two, edges) if {
	installations.ordered(one, two) with input as given.project([one, two], edges, "unknown")
}

test_ordered_in_terraform if {
	ordered(main, crd, {main.id: ["module.x"], "module.x": [crd.id]})
	not ordered(main, crd, {crd.id: [main.id]})
	not ordered(main, crd, {})
}

flux(role, name, fields) := given.in_manifest("ChartInstallation", "a/x.yaml", object.union({"karpenter": role, "via": "HelmRelease", "name": name}, fields))

test_ordered_by_flux if {
	first := flux("crds", "crds", {})
	direct := flux("controller", "karpenter", {"depends_on": [{"name": "crds"}]})
	ordered(direct, first, {})
	not ordered(first, direct, {})
	middle := flux("other", "middle", {"depends_on": [{"name": "crds", "namespace": "x"}]})
	last := flux("controller", "karpenter", {"depends_on": [{"name": "middle"}]})
	installations.ordered(last, first) with input as given.project([first, middle, last], {}, "unknown")
}

argo(role, name, fields) := given.in_manifest("ChartInstallation", "a/x.yaml", object.union({"karpenter": role, "via": "Application", "name": name}, fields))

test_ordered_by_argo if {
	ordered(argo("controller", "a", {}), argo("crds", "b", {"sync_wave": "-1"}), {})
	ordered(argo("controller", "a", {"sync_wave": "2"}), argo("crds", "b", {"sync_wave": "1"}), {})
	not ordered(argo("controller", "a", {"sync_wave": "1"}), argo("crds", "b", {"sync_wave": "1"}), {})
	not ordered(argo("controller", "a", {}), argo("crds", "b", {"sync_wave": {"$unknown": "{{ .wave }}"}}), {})
}
