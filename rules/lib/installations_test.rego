package karplint.lib.installations_test

import data.karplint.lib.given
import data.karplint.lib.installations

release(block, role, fields) := given.in_terraform("ChartInstallation", block, object.union({"karpenter": role, "via": "helm_release"}, fields))

main := release("helm_release.karpenter", "controller", {})

crd := release("helm_release.karpenter_crd", "crds", {})

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

in_namespace(resource, namespace, name) := object.union(resource, {"address": sprintf("HelmRelease/%s/%s", [namespace, name])})

after(dependency) := in_namespace(flux("controller", "karpenter", {"depends_on": [dependency]}), "kube-system", "karpenter")

test_ordered_by_flux_in_namespaces if {
	first := in_namespace(flux("crds", "crds", {}), "kube-system", "crds")
	ordered(after({"name": "crds"}), first, {})
	ordered(after({"name": "crds", "namespace": "kube-system"}), first, {})
	ordered(after({"name": "crds", "namespace": {"$unknown": "${ns}"}}), first, {})
	not ordered(after({"name": "crds", "namespace": "other"}), first, {})
	elsewhere := in_namespace(first, "other", "crds")
	not ordered(after({"name": "crds"}), elsewhere, {})
	ordered(after({"name": "crds"}), flux("crds", "crds", {}), {})
}

argo(role, name, fields) := given.in_manifest("ChartInstallation", "a/x.yaml", object.union({"karpenter": role, "via": "Application", "name": name}, fields))

test_ordered_by_argo if {
	ordered(argo("controller", "a", {}), argo("crds", "b", {"sync_wave": "-1"}), {})
	ordered(argo("controller", "a", {"sync_wave": "2"}), argo("crds", "b", {"sync_wave": "1"}), {})
	not ordered(argo("controller", "a", {"sync_wave": "1"}), argo("crds", "b", {"sync_wave": "1"}), {})
	not ordered(argo("controller", "a", {}), argo("crds", "b", {"sync_wave": {"$unknown": "{{ .wave }}"}}), {})
}
