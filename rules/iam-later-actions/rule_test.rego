package karplint.rules.iam_later_actions_test

import data.karplint.lib.given
import data.karplint.rules.iam_later_actions as rule

policy := given.in_terraform("IAMPolicy", "data.aws_iam_policy_document.controller", {"statements": [{"actions": ["ec2:RunInstances"]}]})

class(value) := given.in_terraform("Object", "kubectl_manifest.c", object.union(value, {
	"apiVersion": "karpenter.k8s.aws/v1",
	"kind": "EC2NodeClass",
	"metadata": {"name": "default"},
}))

lack(permission, action) := {"permission": permission, "actions": [action], "place": [], "input": "", "since": "", "since_input": ""}

reports(classes, permission, version) := found if {
	controller := {"resource": policy.id, "kind": "IAMPolicy", "place": ["statements", 0], "lacks": [lack(permission, "a:B")]}
	project := given.project(array.concat([policy], classes), {"a": []}, version)
	found := rule.report with input as json.patch(project, [{"op": "add", "path": "/project/controllers", "value": [controller]}])
}

test_always if {
	some found in reports([], "instance-status", "1.12.0")
	found.message == `the controller's policy does not allow "a:B"`
	found.why == "Karpenter needs it from 1.12.0 on: otherwise it does not replace instances that fail the status checks of EC2"
	found.help == "allow it"
	found.severity == "warning"
	count(reports([], "list-instance-profiles", "1.7.0")) == 1
	reports([], "instance-status", "1.11.0") == set()
	reports([], "instance-status", "unknown") == set()
}

test_images if {
	some found in reports([], "images", "0.28.0")
	found.severity == "error"
	reports([], "images", "0.27.6") == set()
	reports([], "images", "unknown") == set()
}

chart(values) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"chart": "karpenter", "karpenter": "controller", "values": values})

test_for_values if {
	some found in reports([chart({"settings": {"enableZonalShift": true}})], "zonal-shift", "1.12.0")
	found.severity == "error"
	contains(found.why, "the controller does not start")
	reports([chart({"settings": {"enableZonalShift": false}})], "zonal-shift", "1.12.0") == set()
	reports([chart({})], "zonal-shift", "1.12.0") == set()
	count(reports([chart({"settings": {"awsFeatureGates": {"rebootForRepair": true}}})], "reboot", "1.15.0")) == 1
	reports([chart({"settings": {"awsFeatureGates": {"rebootForRepair": true}}})], "reboot", "1.14.3") == set()
}

test_for_resources if {
	some found in reports([class({"uses": ["placementGroupSelector"]})], "grouped-launch", "1.11.0")
	endswith(found.message, `does not allow "a:B" on "placement-group/*"`)
	reports([class({"uses": ["capacityReservationSelectorTerms"]})], "grouped-launch", "1.11.0") == set()
	count(reports([class({"uses": ["capacityReservationSelectorTerms"]})], "reserved-launch", "1.3.0")) == 1
}

test_for_fields if {
	every permission, value in {
		"capacity-reservations": {"uses": ["capacityReservationSelectorTerms"]},
		"placement-groups": {"uses": ["placementGroupSelector"]},
	} {
		count(reports([class(value)], permission, "1.12.0")) == 1
		reports([class({"instanceProfile": "nodes"})], permission, "1.12.0") == set()
		reports([class(value)], permission, "1.2.0") == set()
	}
}
