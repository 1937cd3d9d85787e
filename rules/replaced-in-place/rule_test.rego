package karplint.rules.replaced_in_place_test

import data.karplint.lib.given
import data.karplint.rules.replaced_in_place

applied(via, kind, version, more) := object.union(
	given.in_terraform("Object", concat(".", [via, "pool"]), object.union({"kind": kind, "apiVersion": version, "via": via}, more)),
	{"id": kind},
)

reports(old, now) := found if {
	before := {"target": given.target("unknown"), "resources": [old], "upgrades": []}
	found := replaced_in_place.report with input as object.union(given.project([now], {}, "unknown"), {"before": before})
}

test_kind if {
	every via in ["kubectl_manifest", "kubernetes_manifest"] {
		some found in reports(applied(via, "Provisioner", "karpenter.sh/v1alpha5", {}), applied(via, "NodePool", "karpenter.sh/v1beta1", {}))
		found.path == ["kind"]
		found.message == "Terraform replaces this Provisioner, because its kind changes to NodePool"
		found.why == "Karpenter drains and terminates all nodes of a pool that is deleted"
		contains(found.help, "convert --keep")
	}
}

test_version if {
	some found in reports(
		applied("kubectl_manifest", "EC2NodeClass", "karpenter.k8s.aws/v1beta1", {}),
		applied("kubectl_manifest", "EC2NodeClass", "karpenter.k8s.aws/v1", {"upgrade_api_version": false}),
	)
	found.path == ["apiVersion"]
	found.why == "without the class, and while it is in deletion, its pools start no nodes"
	contains(found.help, "upgrade_api_version = true")
}

test_in_place if {
	beta := applied("kubectl_manifest", "NodePool", "karpenter.sh/v1beta1", {})
	every more in [{"upgrade_api_version": true}, {"upgrade_api_version": {"$unknown": "var.a"}}, {"apply_only": true}] {
		reports(beta, applied("kubectl_manifest", "NodePool", "karpenter.sh/v1", more)) == set()
	}
	alpha := applied("kubectl_manifest", "Provisioner", "karpenter.sh/v1alpha5", {})
	reports(alpha, applied("kubectl_manifest", "NodePool", "karpenter.sh/v1", {"apply_only": true})) == set()
	count(reports(alpha, applied("kubectl_manifest", "NodePool", "karpenter.sh/v1", {"upgrade_api_version": true}))) == 1
}

test_same_or_unknown if {
	beta := applied("kubernetes_manifest", "NodePool", "karpenter.sh/v1beta1", {})
	every now in [
		beta,
		applied("kubernetes_manifest", "NodePool", {"$unknown": "var.api"}, {}),
		applied("kubectl_manifest", "NodePool", "karpenter.sh/v1", {}),
		object.union(applied("kubernetes_manifest", "NodePool", "karpenter.sh/v1", {}), {"address": "kubernetes_manifest.other"}),
		applied("kubernetes_manifest", "NodePool", "karpenter.sh/v1", {"ignored": true}),
	] {
		reports(beta, now) == set()
	}
}

test_others if {
	reports(
		applied("kubernetes_manifest", "Deployment", "apps/v1beta1", {}),
		applied("kubernetes_manifest", "Deployment", "apps/v1", {}),
	) == set()
	reports(
		applied("kustomization_resource", "NodePool", "karpenter.sh/v1beta1", {}),
		applied("kustomization_resource", "NodePool", "karpenter.sh/v1", {}),
	) == set()
}
