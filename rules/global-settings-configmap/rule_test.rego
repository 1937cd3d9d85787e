package karplint.rules.global_settings_configmap_test

import data.karplint.lib.given
import data.karplint.rules.global_settings_configmap

reports(text, version) := found if {
	found := global_settings_configmap.report with input as given.manifest(text, version)
}

settings := `
apiVersion: v1
kind: ConfigMap
metadata: {name: karpenter-global-settings, namespace: karpenter}
data:
  aws.clusterName: main
  aws.interruptionQueueName: main
  aws.defaultInstanceProfile: node
  batchMaxDuration: 10s
  featureGates.driftEnabled: "true"
`

test_successors if {
	some found in reports(settings, "0.33.0")
	found.path == ["metadata", "name"]
	found.help == concat("", [
		`set "settings.batchMaxDuration", "settings.clusterName", "settings.featureGates.drift", "settings.interruptionQueue" `,
		"in the values of Karpenter's chart, and delete it",
	])
}

test_drift_is_gone if {
	some found in reports(settings, "1.0.8")
	not contains(found.help, "drift")
	reports(settings, "unknown") == set()
}

test_without_data if {
	some found in reports(`{kind: ConfigMap, metadata: {name: karpenter-global-settings}}`, "1.0.8")
	contains(found.help, "set what it contains in the values of Karpenter's chart")
}

test_kustomize if {
	some generated in reports(`{kind: Kustomization, configMapGenerator: [{name: other}, {name: karpenter-global-settings, literals: ["aws.clusterName=main"]}]}`, "1.0.8")
	generated.path == ["configMapGenerator", 1, "name"]
	contains(generated.help, `set "settings.clusterName"`)
	some patched in reports(`{kind: Kustomization, patches: [{path: a.yaml, target: {kind: ConfigMap, name: karpenter-global-settings}}]}`, "1.0.8")
	patched.path == ["patches", 0, "target", "name"]
}

test_others if {
	reports(`{kind: ConfigMap, metadata: {name: config-logging}}`, "1.0.8") == set()
	reports(`{kind: Kustomization, configMapGenerator: [{name: settings}], patches: [{path: a.yaml}]}`, "1.0.8") == set()
}
