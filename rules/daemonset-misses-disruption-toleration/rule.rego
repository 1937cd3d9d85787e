# METADATA
# title: A DaemonSet that others need to stop is evicted before them
# description: |
#   Before Karpenter removes a node it puts a taint on it (`karpenter.sh/disrupted:NoSchedule`, before 1.0
#   `karpenter.sh/disruption=disrupting:NoSchedule`) and evicts every pod that does not tolerate it, those of
#   DaemonSets too. For most agents that is fine. But a CSI node plugin has to unmount the volumes of the pods that
#   are still stopping, and without the CNI agent those pods lose the network. When they go first, volumes stay
#   attached, StatefulSets wait minutes for their volume on the next node, and data may not be
#   written back.
#
#   **What to do.** Let the DaemonSet tolerate the taint, or everything (`operator: Exists` without a key). Where the
#   target version is not known, or both generations may run, tolerate both taints.
#
#   **How they are recognised.** By the names of known add-ons; a CSI node plugin by its node-driver-registrar or by a
#   host path below the kubelet's `plugins` that names CSI; a CNI agent by a container that may write the host
#   path `/etc/cni/net.d`. A chart (`helm_release` and modules of Terraform, Flux HelmRelease, Argo CD Application, `helmCharts` of a
#   kustomization) or an EKS add-on (`configuration_values`) is judged
#   by what its version tolerates by default and what the values change: `node.tolerateAllTaints: false` is
#   harmless from aws-ebs-csi-driver 2.36.0, whose templates add the taint themselves; before 2.11.0 it is the
#   default, so that a release without any values is reported.
#
#   **Not reported.** Charts whose tolerations nobody changed and that tolerate everything (aws-ebs-csi-driver
#   since 2.11.0, aws-efs-csi-driver, aws-vpc-cni, cilium); `operator: Exists` without a key, also once for each
#   effect; other values of the same chart, such as `operator.tolerations` of cilium; DaemonSets pinned to nodes
#   that Karpenter does not own (control plane, managed node groups, Fargate); a list with a template in it that
#   may tolerate the taint; patches that leave the tolerations alone; values files, which do not say whose
#   values they are; a toleration of the old taint alone for a target from 1.0, which is KL402; a target below 0.32,
#   where drained nodes are marked unschedulable, which every DaemonSet tolerates.
#
#   You may have read that the EBS CSI driver tolerates the taint "since 1.37". It names the taint since chart
#   2.36.0 (driver 1.36.0), and has tolerated everything by default since chart 2.11.0.
#
#   **Fix safety.** Safe: one toleration is added, for a taint that only Karpenter sets.
# related_resources:
# - description: aws-ebs-csi-driver tolerates the taints of Karpenter
#   ref: https://github.com/kubernetes-sigs/aws-ebs-csi-driver/pull/2165
# - description: DaemonSets that are evicted too early
#   ref: https://github.com/aws/karpenter-provider-aws/issues/7451
# - description: v1 migration, changed taint
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# custom:
#   id: KL401
#   severity: warning
#   scope: resource
#   fix: safe
#   kinds: [DaemonSet, ChartInstallation, Addon]
#   needles:
#   - driver-registrar
#   - kubelet-registration-path
#   - /plugins/
#   - cni/net.d
#   - ebs-csi-node
#   - efs-csi-node
#   - fsx-csi-node
#   - s3-csi-node
#   - aws-node
#   - cilium
#   - calico-node
#   - kube-proxy
#   - node-local-dns
#   - eks-pod-identity-agent
#   - aws-ebs-csi-driver
#   - aws-efs-csi-driver
#   - aws-fsx-csi-driver
#   - aws-mountpoint-s3-csi-driver
#   - vpc-cni
#   - aws_efs_csi_driver
#   - aws_fsx_csi_driver
#   - secrets-store
#   - secrets_store_csi_driver
#   options:
#     daemonsets:
#       type: strings
#       default: []
#       description: names of further DaemonSets that pods need until they have stopped, such as a storage or network agent of your own
#       needle: true
package karplint.rules.daemonset_misses_disruption_toleration

import data.karplint.lib.charts
import data.karplint.lib.placement
import data.karplint.lib.taints
import data.karplint.lib.tolerations
import data.karplint.lib.values

# A DaemonSet itself.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("%s %q does not tolerate %q and is evicted while pods still need it; add the toleration", [
		role,
		name,
		needed_key,
	]),
	"fix": fix(path, list),
} if {
	input.resource.kind == "DaemonSet"
	count(needed) > 0
	spec := input.resource.value.spec.template.spec
	role := roles[0]
	path := ["spec", "template", "spec", "tolerations"]
	list := own_list(spec)
	not protected(list)
	not placement.off_karpenter(spec)
}

# A chart or an EKS add-on whose values take the toleration away.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, setting.path),
		"message": sprintf("%s %q: %s its DaemonSet does not tolerate %q and is evicted while pods still need it; add the toleration to %q", [
			chart.what,
			chart.name,
			cause(chart, setting),
			needed_key,
			concat(".", keys.tolerations),
		]),
	},
	chart_fix(chart, keys, setting.list),
) if {
	count(needed) > 0
	some [chart, keys] in installed
	setting := changed(chart, keys)
	not protected(setting.list)
	not protected_beside(chart, keys)
}

# installed: the charts and EKS add-ons with such a DaemonSet, each with what is known of its values.
installed contains [object.union(chart, {"what": "chart"}), addon.chart] if {
	some chart in charts.installed
	some addon in addons
	chart.name in addon.chart.names
}

installed contains [chart, addon.eks_addon] if {
	input.resource.kind == "Addon"
	some addon in addons
	addon.eks_addon.name == input.resource.value.name
	configuration := input.resource.value.configuration
	is_object(configuration)
	chart := {
		"what": "add-on",
		"name": input.resource.value.name,
		"version": version(input.resource.value),
		"values": configuration,
		"path": ["configuration"],
		"others": charts.is_open(configuration),
	}
}

# version(addon): the build of an add-on, "?" where it is not known: without one it depends on the cluster's version.
version(addon) := addon.version if is_string(addon.version)

else := "?"

# name: as the author wrote it, also as a template.
name := text_of(object.get(input.resource.value, ["metadata", "name"], "?"))

addons := [addon |
	some addon in data.karplint.facts.addon_tolerations.addons
	addon.should_tolerate
]

# needed are the taints to tolerate, the one of the newest version last.
needed := [taint |
	some taint in [taints.old, taints.new]
	taint in taints.possible
]

needed_key := needed[count(needed) - 1].key

# protected(list): it tolerates one of the taints, or a template in it may. A list that knows only the
# taint of another version is KL402's matter.
protected(list) if {
	some taint in needed
	tolerations.may_tolerate(list, taint)
}

protected(list) if {
	target_from_1_0
	tolerations.tolerates(list, taints.old)
}

target_from_1_0 if not taints.old in taints.possible

fix(path, list) := {
	"title": sprintf("tolerate %s", [concat(" and ", [taint.key | some taint in needed])]),
	"safety": "safe",
	"ops": ops(path, list),
}

ops(path, list) := [{"do": "set", "path": path, "value": additions}] if count(list) == 0

else := [{"do": "insert", "path": path, "index": -1, "value": addition} | some addition in additions]

additions := [taints.toleration(taint) | some taint in needed]

# own_list(spec): the tolerations of a DaemonSet; undefined where they are not known. A manifest without a
# selector is a patch, which changes the list only if it says so: null takes it away.
own_list(spec) := spec.tolerations if is_array(spec.tolerations)

else := [] if {
	values.absent(spec, "tolerations")
	input.resource.value.spec.selector
}

else := [] if {
	"tolerations" in object.keys(spec)
	spec.tolerations == null
}

# roles: what the DaemonSet is; empty for those that may be evicted.
roles := array.concat(
	[role_names[addon.role] |
		some addon in addons
		addon.kind == "DaemonSet"
		input.resource.name in addon.workloads
	],
	array.concat(
		["CSI node plugin" | is_csi],
		array.concat(
			["CNI agent" | is_cni],
			["DaemonSet" | input.resource.name in input.config.options.KL401.daemonsets],
		),
	),
)

role_names := {
	"csi-node": "CSI node plugin",
	"cni": "CNI agent",
	"proxy": "network proxy",
	"dns": "DNS cache",
	"identity": "pod identity agent",
}

pod := input.resource.value.spec.template.spec

is_csi if {
	some container in pod.containers
	some name in names_of(container)
	contains(name, "driver-registrar")
}

is_csi if {
	some container in pod.containers
	some argument in container.args
	startswith(argument, "--kubelet-registration-path")
}

is_csi if {
	some volume in pod.volumes
	regex.match(`/plugins/[^/]*csi`, volume.hostPath.path)
}

# names_of(container): its name and its image, of a templated image the expression.
names_of(container) := {text |
	some value in object.filter(container, ["name", "image"])
	text := text_of(value)
}

text_of(value) := value["$unknown"] if values.unknown(value)

else := value if is_string(value)

# Scanners mount the directory too, but only to read it.
is_cni if {
	some volume in pod.volumes
	trim_suffix(volume.hostPath.path, "/") == "/etc/cni/net.d"
	some list in ["containers", "initContainers"]
	some mount in pod[list][_].volumeMounts
	mount.name == volume.name
	not mount.readOnly
}

# changed(chart, keys): the setting that replaces the chart's default tolerations, with the list that it
# leaves. Undefined where nothing is changed or the result is not known.
changed(chart, keys) := {"path": keys.tolerations, "list": list} if {
	not tolerates_all(chart, keys)
	list := object.get(chart.values, keys.tolerations, null)
	is_array(list)
}

else := {"path": keys.tolerate_all, "list": []} if {
	object.get(chart.values, keys.tolerate_all, null) == false
	not chart.others
	nothing_at(chart.values, keys.tolerations)
}

else := {"path": [], "list": default_.tolerations} if {
	not chart.others
	nothing_at(chart.values, keys.tolerations)
	some default_ in keys.defaults
	default_.tolerate_all == false
	object.get(chart.values, keys.tolerate_all, null) == null
	charts.in_interval(chart.version, default_)
}

# cause(chart, setting): what takes the toleration away: a value, or the chart's own default.
cause(chart, setting) := sprintf("by default of version %q", [chart.version]) if setting.path == []

else := sprintf("with the value %q", [concat(".", setting.path)])

# tolerates_all(chart, keys): the switch for everything is on, or may be.
tolerates_all(chart, keys) if {
	values_there := object.get(chart.values, keys.tolerate_all, null)
	not values_there in {null, false}
}

tolerates_all(chart, keys) if {
	object.get(chart.values, keys.tolerate_all, null) == null
	not off_by_default(chart, keys)
}

off_by_default(chart, keys) if {
	some default_ in keys.defaults
	default_.tolerate_all == false
	charts.in_interval(chart.version, default_)
}

# nothing_at(map, path): surely nothing stands there.
nothing_at(map, path) if {
	object.get(map, path, null) in {null, []}
	every n in numbers.range(0, count(path) - 1) {
		above := object.get(map, array.slice(path, 0, n), {})
		not values.open(above)
		not values.unknown(above)
	}
}

# protected_beside(chart, keys): the templates of this version add the toleration themselves, or may.
protected_beside(chart, keys) if {
	some beside in keys.beside
	not charts.outside(chart.version, beside)
	protected(beside.tolerations)
}

chart_fix(chart, keys, list) := {"fix": fix(array.concat(chart.path, keys.tolerations), list)}
