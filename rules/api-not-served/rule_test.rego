package karplint.rules.api_not_served_test

import data.karplint.lib.given
import data.karplint.rules.api_not_served

object_(api, kind) := given.in_manifest("Object", "pools.yaml", {"apiVersion": api, "kind": kind, "metadata": {"name": "default"}})

main(version) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "via": "helm_release", "version": version})

reports(resources, version) := found if {
	found := api_not_served.report with input as given.project(resources, {}, version)
}

test_v1_too_early if {
	some found in reports([main("0.16.3"), object_("karpenter.sh/v1", "NodePool")], "0.16.3")
	found.path == ["apiVersion"]
	found.message == `Karpenter 0.16.3 does not serve "NodePool" of "karpenter.sh/v1"`
	found.help == "upgrade to 1.0.0, the next release that does"
	found.related == [{"resource": "helm_release.karpenter", "path": ["version"], "message": "Karpenter 0.16.3 is installed here"}]
}

test_alpha_too_late if {
	some found in reports([object_("karpenter.sh/v1alpha5", "Provisioner")], "1.0.8")
	endswith(found.help, `rewrite it as "NodePool" of "karpenter.sh/v1beta1": karplint convert pools.yaml`)
	some late in reports([object_("karpenter.sh/v1alpha5", "Provisioner")], "1.1.0")
	endswith(late.help, `rewrite it as "NodePool" of "karpenter.sh/v1": karplint convert --to v1 pools.yaml`)
	some early in reports([object_("karpenter.sh/v1alpha5", "Provisioner")], "0.33.0")
	endswith(early.help, `rewrite it as "NodePool" of "karpenter.sh/v1beta1": karplint convert pools.yaml`)
}

test_v1beta1_too_late if {
	some found in reports([object_("karpenter.k8s.aws/v1beta1", "EC2NodeClass")], "1.1.0")
	endswith(found.help, `rewrite it as "EC2NodeClass" of "karpenter.k8s.aws/v1": karplint convert --to v1 pools.yaml`)
}

test_made_by_the_controller if {
	some found in reports([object_("karpenter.sh/v1alpha5", "Machine")], "1.0.0")
	startswith(found.help, "delete it")
}

test_served if {
	every version in ["0.33.6", "0.37.8", "1.0.0", "1.14.1", "3.0.0"] {
		reports([object_("karpenter.sh/v1", "NodePool")], version) == set()
	}
	reports([object_("karpenter.sh/v1beta1", "NodePool"), object_("karpenter.sh/v1alpha5", "Provisioner")], "0.32.10") == set()
}

test_under_a_condition if {
	every gate in [
		`if .Capabilities.APIVersions.Has "karpenter.sh/v1"`, "if semverCompare \">=1.0\" .Values.tag", "var.use_v1beta1 ? 1 : 0",
		"var.karpenter_version", "if .Values.legacy", "if .Values.on; if eq .Values.api \"old\"",
	] {
		gated := object.union(object_("karpenter.sh/v1", "NodePool"), {"value": {"gate": gate}})
		reports([gated], "0.16.3") == set()
	}
	every gate in ["var.enabled ? 1 : 0", "if .Values.enabled", "range .Values.pools", "if .Values.threshold"] {
		gated := object.union(object_("karpenter.sh/v1", "NodePool"), {"value": {"gate": gate}})
		count(reports([gated], "0.16.3")) == 1
	}
}

test_no_version_serves_it if {
	some found in reports([object_("karpenter.sh/v1alpha5", "NodePool")], "unknown")
	found.path == ["apiVersion"]
	not found.severity
	found.message == `no version of Karpenter serves "NodePool" of "karpenter.sh/v1alpha5"`
	found.help == concat(" ", [
		"correct the kind (that API has Provisioner, Machine)",
		"or the apiVersion (NodePool is in karpenter.sh/v1beta1, karpenter.sh/v1)",
	])
	every wrong in [
		["karpenter.k8s.aws/v1alpha1", "EC2NodeClass"], ["karpenter.sh/v1beta1", "Provisioner"], ["karpenter.k8s.aws/v1", "AWSNodeTemplate"],
		["karpenter.sh/v1", "EC2NodeClass"], ["karpenter.k8s.aws/v1", "NodePool"], ["karpenter.sh/v1", "Machine"],
	] {
		every version in ["unknown", "0.16.3", "0.32.10", "1.3.0"] {
			count(reports([object_(wrong[0], wrong[1])], version)) == 1
		}
	}
}

test_no_version_serves_it_under_a_condition if {
	gated := object.union(object_("karpenter.sh/v1alpha5", "NodePool"), {"value": {"gate": "if .Values.legacy"}})
	count(reports([gated], "unknown")) == 1
}

test_no_version_serves_it_but_newer_ones_may if {
	every pair in [["karpenter.sh/v1beta1", "NodeOverlay"], ["karpenter.sh/v1", "AKSNodeClass"], ["karpenter.sh/v2", "NodePool"]] {
		reports([object_(pair[0], pair[1])], "unknown") == set()
	}
}

test_unknown if {
	reports([main("1.0.8"), object_("karpenter.sh/v1alpha5", "Provisioner")], "unknown") == set()
	reports([object_({"$unknown": "{{ .api }}"}, "NodePool"), object_("karpenter.sh/v2", "NodePool")], "0.16.3") == set()
}

test_the_command_line_says_another_version if {
	some found in reports([main("0.37.8"), object_("karpenter.sh/v1beta1", "NodePool")], "1.1.0")
	found.related == []
}

test_in_terraform_there_is_no_command if {
	pool := given.in_terraform("Object", "kubectl_manifest.pool", {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner"})
	some found in reports([pool], "1.0.8")
	endswith(found.help, `rewrite it as "NodePool" of "karpenter.sh/v1beta1"`)
}

crd(enabled) := given.in_terraform("ChartInstallation", "helm_release.crd", {"karpenter": "crds", "via": "helm_release", "values": {"webhook": {"enabled": enabled}}})

test_crds_without_webhook if {
	pool := object_("karpenter.sh/v1", "NodePool")
	some found in reports([pool, crd(false)], "0.37.8")
	endswith(found.message, "only with the webhook")
	found.related[0].path == ["values", "webhook", "enabled"]
	reports([pool, crd(true)], "0.37.8") == set()
	reports([pool, crd({"$unknown": "var.x"})], "0.37.8") == set()
	reports([pool, crd(false)], "1.0.8") == set()
	reports([object_("karpenter.sh/v1beta1", "NodePool"), crd(false)], "0.37.8") == set()
}

# yamldecode(file("pools.yaml")) is the object in pools.yaml.
test_read_from_a_file if {
	value := {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "default"}}
	both := reports([given.in_terraform("Object", "kubernetes_manifest.pool", value), object_("karpenter.sh/v1", "NodePool")], "0.16.3")
	count(both) == 1
	some found in both
	found.resource == "pools.yaml#NodePool/default"
	other := object.union(value, {"metadata": {"name": "other"}})
	count(reports([given.in_terraform("Object", "kubernetes_manifest.pool", other), object_("karpenter.sh/v1", "NodePool")], "0.16.3")) == 2
}

object_in(file) := given.in_manifest("Object", file, {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "default"}})

test_far_away if {
	release := given.in_manifest("ChartInstallation", "cluster/eu/karpenter/release.yaml", {"karpenter": "controller", "name": "karpenter", "version": "1.0.8"})
	severities := {file: found.severity |
		some file in ["cluster/eu/karpenter/p.yaml", "cluster/eu/pools/p.yaml", "cluster/pools/p.yaml", "karpenter/p.yaml", "cluster/us/karpenter/p.yaml", "p.yaml"]
		some found in reports([release, object_in(file)], "1.0.8")
	}
	severities == {
		"cluster/eu/karpenter/p.yaml": "error", "cluster/eu/pools/p.yaml": "error", "cluster/pools/p.yaml": "error",
		"karpenter/p.yaml": "warning", "cluster/us/karpenter/p.yaml": "warning", "p.yaml": "error",
	}
	some found in reports([object_in("a/b/c/d/p.yaml")], "1.0.8")
	found.severity == "error"
}
