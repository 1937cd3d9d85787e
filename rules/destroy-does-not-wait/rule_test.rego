package karplint.rules.destroy_does_not_wait_test

import data.karplint.lib.given
import data.karplint.rules.destroy_does_not_wait as rule

object_(via, kind, more) := object.union(
	given.in_terraform("Object", "kubectl_manifest.pool", object.union(
		{"apiVersion": "karpenter.sh/v1", "kind": kind, "metadata": {"name": "spot"}, "via": via},
		more,
	)),
	{"writable": ["depends_on", "wait"]},
)

pool(more) := object_("kubectl_manifest", "NodePool", more)

script(command) := given.in_terraform("DestroyScript", "null_resource.drain", {"command": command})

reports(resources, edges) := found if {
	found := rule.report with input as given.project(resources, edges, "1.0.8")
}

test_no_wait if {
	every more in [{}, {"wait": false}, {"wait": null}] {
		some found in reports([pool(more)], {})
		found.path == ["wait"]
		found.message == `terraform destroy does not wait for the nodes of NodePool "spot"`
		found.fix.safety == "unsafe"
		found.fix.ops == [{"do": "set", "path": ["wait"], "value": true}]
	}
}

test_provisioner if count(reports([object_("kubectl_manifest", "Provisioner", {})], {})) == 1

test_foreground_alone if {
	some found in reports([pool({"delete_cascade": "Foreground"})], {})
	startswith(found.why, `delete_cascade = "Foreground" alone returns at once`)
}

test_waits_or_may if {
	every more in [{"wait": true}, {"wait": {"$unknown": "var.wait"}}] {
		reports([pool(more)], {}) == set()
	}
}

test_kubernetes_manifest if {
	some found in reports([object_("kubernetes_manifest", "NodePool", {})], {})
	found.path == []
	found.message == `terraform destroy does not wait for the nodes of NodePool "spot"`
	startswith(found.why, "kubernetes_manifest")
	not found.fix
}

test_no_pool_of_terraform if {
	reports([object_("kubectl_manifest", "EC2NodeClass", {})], {}) == set()
	reports([object_("helm_release", "NodePool", {})], {}) == set()
	reports([given.in_manifest("Object", "pool.yaml", {"apiVersion": "karpenter.sh/v1", "kind": "NodePool"})], {}) == set()
}

test_one_finding_for_a_block if {
	count(reports([pool({}), object.union(pool({}), {"id": "second"})], {})) == 1
}

test_a_script_waits if {
	drain := script("kubectl delete nodepools --all --wait")
	reports([pool({}), drain], {"null_resource.drain": ["kubectl_manifest.pool"]}) == set()
	wait := script({"$unknown": "\"kubectl wait --for=delete nodeclaims --all --timeout=${var.t}\""})
	reports([pool({}), wait], {"kubectl_manifest.pool": ["null_resource.drain"]}) == set()
	count(reports([pool({}), drain], {})) == 1
	other := script("echo bye")
	count(reports([pool({}), other], {"null_resource.drain": ["kubectl_manifest.pool"]})) == 1
}

test_a_script_waits_for_kubernetes_manifest if {
	one := object_("kubernetes_manifest", "NodePool", {})
	reports([one, script("kubectl delete nodepools --all --wait")], {"null_resource.drain": ["kubectl_manifest.pool"]}) == set()
}

test_no_place_for_the_fix if {
	some found in reports([object.union(pool({}), {"writable": []})], {})
	not found.fix
}

# EKS ends the nodes of Auto Mode itself, with or without the pool.
test_auto_mode if {
	class := {"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}
	reports([pool({"class": class})], {}) == set()
	reports([object_("kubernetes_manifest", "NodePool", {"class": class})], {}) == set()
}
