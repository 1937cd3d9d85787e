# METADATA
# title: Something needs a feature gate that is off
# description: |
#   Some parts of Karpenter's API work only behind a feature gate, which the values of its chart switch on below `settings.featureGates`. The CRDs
#   have the fields and kinds in any case, so the API server accepts them, and nothing happens.
#
#   | What | gate | off by default |
#   |---|---|---|
#   | `replicas` of a NodePool (static capacity) | `staticCapacity` | from 1.8 on |
#   | NodeOverlay | `nodeOverlay` | from 1.7 on |
#   | CapacityBuffer | `capacityBuffer` | from 1.14 on |
#   | the capacity type `reserved`, and `capacityReservationSelectorTerms` of an EC2NodeClass | `reservedCapacity` | in 1.3 to 1.5 |
#
#   **What you see in the cluster.** No event and no line in the log. A static pool has no nodes, and pods that only it could run stay pending:
#   Karpenter leaves the pool out
#   ([provisioner.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/controllers/provisioning/provisioner.go)). A NodeOverlay and a
#   CapacityBuffer get no conditions in their status. No node starts in a capacity reservation.
#
#   **What to do.** Set the gate to `true` in the values of the chart. All but `reservedCapacity` are alpha: they may change with each release.
#
#   **Not reported.** Installations of which not all values are known, or that set `FEATURE_GATES` themselves; plain manifests; installations by an
#   umbrella chart or a module of EKS Blueprints; projects in which any installation has the gate on; pools of EKS Auto Mode and of other clouds; a
#   CapacityBuffer beside an installation of the cluster autoscaler, which reads it too; releases that do not know the field or kind, which KL542 and
#   KL301 report. karplint does not look into `postRenderers` of Flux: if they set `FEATURE_GATES`, add `# karplint:ignore KL558`.
#
#   **Fix safety.** Unsafe: Karpenter then does what the object says, such as starting nodes.
# related_resources:
# - description: Karpenter, feature gates
#   ref: https://karpenter.sh/docs/reference/settings/#feature-gates
# custom:
#   id: KL558
#   severity: warning
#   scope: project
#   fix: unsafe
#   fix_note: none with several installations, or with one in another directory tree than the object
#   kinds: [Object]
#   needles: [NodePool, NodeOverlay, CapacityBuffer, capacityReservationSelectorTerms]
package karplint.rules.feature_gate_off

import data.karplint.lib.chart_settings
import data.karplint.lib.chart_values
import data.karplint.lib.charts
import data.karplint.lib.conditions
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values

# One finding for each gate, at the first place that needs it.
report contains object.union(
	{
		"resource": need.resource.id,
		"path": need.path,
		"message": sprintf("%s only behind the feature gate %s, which is off", [need.fact, gate]),
		"why": need.why,
		"related": array.concat(
			[{"resource": release.id, "path": ["values"], "message": "Karpenter is installed here"}],
			[{"resource": other.resource.id, "path": other.path, "message": "this needs it as well"} | some other in others],
		),
	},
	fix(gate, need.resource),
) if {
	some gate in {one.gate | some one in needs}
	all := [one | some one in needs; one.gate == gate]
	need := all[0]
	others := array.slice(all, 1, 4)
	release := installations.controllers[0]
	every controller in installations.controllers {
		is_off(controller, gate)
	}
}

needs contains {
	"resource": pool,
	"path": ["replicas"],
	"gate": "staticCapacity",
	"fact": "replicas of a NodePool work",
	"why": "Karpenter starts no nodes for the pool",
} if {
	some pool in pools.pools
	is_number(pool.value.replicas)
	is_certain(pool)
}

needs contains {
	"resource": overlay,
	"path": ["kind"],
	"gate": "nodeOverlay",
	"fact": "a NodeOverlay works",
	"why": "Karpenter does not read the object",
} if {
	some overlay in pools.objects({"NodeOverlay"})
	is_certain(overlay)
}

needs contains {
	"resource": buffer,
	"path": ["kind"],
	"gate": "capacityBuffer",
	"fact": "a CapacityBuffer works",
	"why": "Karpenter does not read the object",
} if {
	some buffer in input.project.by_kind.Object
	buffer.value.kind == "CapacityBuffer"
	startswith(buffer.value.apiVersion, "autoscaling.x-k8s.io/")
	is_certain(buffer)
	not has_autoscaler
}

needs contains {
	"resource": class,
	"path": ["capacityReservationSelectorTerms"],
	"gate": "reservedCapacity",
	"fact": "capacity reservations work",
	"why": "Karpenter does not look for capacity reservations",
} if {
	some class in pools.classes
	is_certain(class)
	"capacityReservationSelectorTerms" in class.value.uses
}

needs contains {
	"resource": pool,
	"path": ["requirements", i, "values", j],
	"gate": "reservedCapacity",
	"fact": "the capacity type reserved works",
	"why": "Karpenter starts no node in a capacity reservation",
} if {
	some pool in pools.pools
	is_certain(pool)
	some i, item in pools.requirements(pool)
	item.key == "karpenter.sh/capacity-type"
	item.operator == "In"
	some j, value in item.values
	value == "reserved"
}

is_certain(resource) if {
	not resource.value.unread
	not resource.value.gate
}

has_autoscaler if {
	some release in installations.all
	is_autoscaler(release.value)
}

is_autoscaler(value) if contains(sprintf("%v", [value.chart]), "autoscaler")

is_autoscaler(value) if values.unknown(value.chart)

# is_off(controller, gate): its chart leaves the gate off, and nothing switches it on.
is_off(controller, gate) if {
	controller.value.via in {"helm_release", "module", "eks", "HelmRelease", "Application", "helmfile", "helmCharts"}
	not controller.value.umbrella
	not conditions.maybe_off(controller)
	scope := chart_values.scope_of(charts.version_of(controller.value, "version"))
	chart_values.within(scope, chart_values.interval(data.karplint.facts.feature_gates.gates[gate]))
	chart_values.within(scope, chart_values.table(chart_values.facts))
	chart_settings.unset(controller, sprintf("settings.featureGates.%s", [gate]))
	values.nothing_at(controller.value.values, ["controller", "envFrom"])
}

# fix(gate, object): none where the installation may be that of another cluster.
fix(gate, object_) := {"fix": {
	"title": sprintf("set settings.featureGates.%s to true", [gate]),
	"safety": "unsafe",
	"ops": [{"do": "set", "resource": controller.id, "path": ["values", "settings", "featureGates", gate], "value": true}],
}} if {
	[controller] := installations.controllers
	is_one_tree(controller, object_)
} else := {"help": sprintf("set settings.featureGates.%s to true in the values of Karpenter's chart", [gate])}

# is_one_tree(one, other): Terraform applies both, or one of the files is in or below the directory of the other.
is_one_tree(one, other) if {
	one.block != ""
	other.block != ""
}

is_one_tree(one, other) if startswith(other.file, directory(one.file))

is_one_tree(one, other) if startswith(one.file, directory(other.file))

directory(file) := regex.replace(file, `[^/]*$`, "")
