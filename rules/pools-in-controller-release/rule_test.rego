package karplint.rules.pools_in_controller_release_test

import data.karplint.lib.given
import data.karplint.rules.pools_in_controller_release

pool := {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "default"}}

values(objects, version) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "version": version, "values": {"extraObjects": objects}})
	found := pools_in_controller_release.report with input as given.project([release], {}, "unknown")
}

test_extra_objects if {
	some found in values([{"kind": "ConfigMap"}, pool], "v0.27.5")
	found.path == ["values", "extraObjects"]
	found.message == "extraObjects puts a Provisioner into the controller's release"
	count(values([pool], {"$unknown": "var.version"})) == 1
	count(values(["apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\n"], "v0.27.5")) == 1
}

test_other_objects if {
	values([], "v0.27.5") == set()
	values([{"kind": "ConfigMap", "apiVersion": "v1"}], "v0.27.5") == set()
	values([{"kind": "NodePool", "apiVersion": "example.com/v1"}], "v0.27.5") == set()
	values([pool], "v0.28.0") == set()
}

chart(dependency, object_) := found if {
	release := given.in_manifest("ChartInstallation", "charts/nodes/Chart.yaml", object.union({"karpenter": "crds", "umbrella": "charts/nodes", "via": "HelmRelease"}, dependency))
	object_in_file := object.union(
		given.in_manifest("Object", "charts/nodes/templates/pool.yaml", {"kind": "NodePool", "apiVersion": "karpenter.sh/v1", "metadata": {"name": "default"}}),
		object_,
	)
	found := pools_in_controller_release.report with input as given.project([release, object_in_file], {}, "unknown")
}

test_beside_the_crds if {
	some found in chart({}, {})
	found.message == `NodePool "default" is in the same Helm release as chart "karpenter-crd"`
	found.help == "put it into a separate release"
}

test_otherwise_installed if {
	every dependency in [{"karpenter": "controller"}, {"via": "Application"}, {"via": "Chart"}, {"umbrella": "charts/other"}] {
		chart(dependency, {}) == set()
	}
	chart({}, {"file": "charts/nodes/pool.yaml"}) == set()
	chart({}, {"value": {"hook": true}}) == set()
	chart({}, {"value": {"gate": `.Capabilities.APIVersions.Has "karpenter.sh/v1"`}}) == set()
}
