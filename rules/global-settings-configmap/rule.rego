# METADATA
# title: The ConfigMap karpenter-global-settings is no longer read
# description: |
#   Up to 0.32 Karpenter took its settings from a ConfigMap, `karpenter-global-settings`, which its chart created, and
#   which some teams wrote or patched themselves. **From 0.33 nothing reads it.** The API server accepts it as before,
#   so the cluster name, the interruption queue or the feature gates in it silently have no effect.
#
#   **What to do.** Set the values of the chart instead, and delete the ConfigMap:
#
#   | Key of the ConfigMap | Value of the chart |
#   |---|---|
#   | `aws.clusterName`, `aws.clusterEndpoint`, `aws.isolatedVPC`, `aws.vmMemoryOverheadPercent`, `aws.reservedENIs` | the same below `settings`, without `aws` |
#   | `aws.interruptionQueueName` | `settings.interruptionQueue` |
#   | `batchMaxDuration`, `batchIdleDuration` | the same below `settings` |
#   | `featureGates.driftEnabled` | `settings.featureGates.drift`, up to 0.37 |
#   | `aws.defaultInstanceProfile`, `aws.tags` | `role` or `instanceProfile`, and `tags`, of each EC2NodeClass |
#
#   **What is reported.** A ConfigMap of that name in manifests, templates and Terraform, and one that kustomize generates or
#   patches.
#
#   **Not reported.** ConfigMaps of other names, versions that are below 0.33 or unknown, and a copy of an old chart of Karpenter, whose own version counts.
#
#   **Fix safety.** No automatic fix: the settings belong in the values of the installation.
# related_resources:
# - description: Karpenter, upgrading to 0.33.0
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330
# - description: Karpenter, v1beta1 migration, global settings
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#global-settings
# custom:
#   id: KL604
#   severity: error
#   scope: resource
#   fix: none
#   when: ">= 0.33"
#   kinds: [ConfigMap, Kustomization]
#   needles: [karpenter-global-settings]
package karplint.rules.global_settings_configmap

import data.karplint.lib.chart_values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": found.path,
	"message": sprintf("Karpenter does not read ConfigMap %q from 0.33.0 on", [name]),
	"why": "the settings in it have no effect",
	"help": sprintf("%s, and delete it", [advice(found.data)]),
} if {
	versions.target
	some found in config_maps
}

name := data.karplint.facts.settings.config_map

# config_maps: where the ConfigMap is written, with its data; {} if that is not in the object.
config_maps contains {"path": ["metadata", "name"], "data": entries} if {
	input.resource.kind == "ConfigMap"
	input.resource.value.metadata.name == name
	entries := object.get(input.resource.value, "data", {})
}

config_maps contains {"path": ["configMapGenerator", i, "name"], "data": entries} if {
	input.resource.kind == "Kustomization"
	some i, generator in input.resource.value.configMapGenerator
	generator.name == name
	entries := {key: "" | some literal in generator.literals; key := split(literal, "=")[0]}
}

config_maps contains {"path": ["patches", i, "target", "name"], "data": {}} if {
	input.resource.kind == "Kustomization"
	some i, patch in input.resource.value.patches
	patch.target.kind == "ConfigMap"
	patch.target.name == name
}

# advice(entries): the values that the keys have become.
advice(entries) := sprintf("set %s in the values of Karpenter's chart", [concat(", ", quoted)]) if {
	quoted := [sprintf("%q", [value]) | some value in sort({value | some key in object.keys(entries); value := successor(key)})]
	count(quoted) > 0
} else := "set what it contains in the values of Karpenter's chart"

successor(key) := chart_values.current(versions.target, sprintf("settings.%s", [key]))
