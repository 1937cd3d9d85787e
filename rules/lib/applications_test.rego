package karplint.lib.applications_test

import data.karplint.lib.applications
import data.karplint.lib.given

found(manifest) := paths if {
	paths := applications.toleration_paths with input as given.resource(manifest, "unknown")
}

test_applications if {
	found({"kind": "Pod", "spec": {"containers": []}}) == {["spec", "tolerations"]}
	found({"kind": "Deployment", "spec": {"template": {"spec": {}}}}) == {["spec", "template", "spec", "tolerations"]}
}

test_not_applications if {
	every manifest in [
		{"kind": "DaemonSet", "spec": {"template": {"spec": {}}}},
		{"kind": "Deployment", "metadata": {"name": "ebs-csi-controller"}, "spec": {"template": {"spec": {}}}},
		{"kind": "Pod", "spec": {"priorityClassName": "system-node-critical"}},
		{"kind": "Pod", "spec": {"nodeSelector": {"node-role.kubernetes.io/master": ""}}},
		{"kind": "HelmRelease", "spec": {"values": {}}},
	] {
		found(manifest) == set()
	}
}

test_tools_for_nodes if {
	found({"kind": "Job", "spec": {"template": {"spec": {"hostPID": true}}}}) == set()
}
