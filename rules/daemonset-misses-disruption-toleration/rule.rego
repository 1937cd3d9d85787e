# METADATA
# title: A DaemonSet that pods need while they stop is evicted as well
# description: |
#   Before Karpenter removes a node, it taints the node (`karpenter.sh/disrupted:NoSchedule`, before 1.0
#   `karpenter.sh/disruption=disrupting:NoSchedule`) and evicts every pod that does not tolerate the taint, including
#   pods of DaemonSets. Most agents can be evicted. But a CSI node plugin has to unmount the volumes of pods that are
#   still stopping, and without the CNI agent those pods lose the network. If these go first, volumes stay attached,
#   StatefulSets wait minutes for their volume on the next node, and data may not be written back.
#
#   **Which pods go first.** Karpenter evicts pods of DaemonSets after the others, and critical pods (`system-cluster-critical`
#   and `system-node-critical`) last. Before 1.1 it did not wait until the earlier ones had stopped. From 1.1 on it does, for
#   their grace period and a minute more
#   ([terminator.go](https://github.com/kubernetes-sigs/karpenter/blob/v1.1.0/pkg/controllers/node/termination/terminator/terminator.go)).
#   What still loses the DaemonSet from 1.1 on: critical pods, if it is not critical itself; pods that tolerate the taint; pods
#   that take longer to stop; and volumes, because Karpenter waits until they are detached only after all evictions.
#
#   **What to do.** Make the DaemonSet tolerate the taint, or everything (`operator: Exists` without a key). If the
#   target version is unknown, or if both generations may run, tolerate both taints.
#
#   **How such DaemonSets are recognized.**
#
#   - By the names of known add-ons.
#   - A CSI node plugin by its node-driver-registrar, or by a host path below the kubelet's `plugins` directory that
#     contains `csi`.
#   - A CNI agent by a container that can write to the host path `/etc/cni/net.d`.
#   - A chart (`helm_release` and modules of Terraform, Flux HelmRelease, Argo CD Application, `helmCharts` of a
#     kustomization) or an EKS add-on (`configuration_values`) by what its version tolerates by default and what the
#     values change. `node.tolerateAllTaints: false` is harmless from aws-ebs-csi-driver 2.36.0 on, whose templates add
#     the toleration themselves. Before 2.11.0 it is the default, so a release without any values is reported.
#
#   **Not reported.**
#
#   - Charts with unchanged tolerations that tolerate everything (aws-ebs-csi-driver since 2.11.0, aws-efs-csi-driver,
#     aws-vpc-cni, cilium).
#   - `operator: Exists` without a key, also as one entry for each effect.
#   - Other values of the same chart, such as `operator.tolerations` of cilium.
#   - DaemonSets pinned to nodes that Karpenter does not manage (control plane, managed node groups, Fargate).
#   - A list with a template that may tolerate the taint, and patches that do not change the tolerations.
#   - Values files, which do not show which chart they are for.
#   - A toleration for only the old taint when the target is 1.0 or later, which KL402 reports.
#   - A target below 0.32, where nodes are marked unschedulable while they are drained, which every DaemonSet tolerates.
#
#   You may have read that the EBS CSI driver tolerates the taint "since 1.37". It tolerates the taint by name since
#   chart 2.36.0 (driver 1.36.0), and it has tolerated everything by default since chart 2.11.0.
#
#   **Fix safety.** Safe: the fix only adds a toleration for a taint that only Karpenter sets.
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
#       description: names of additional DaemonSets that pods need until they have stopped, such as your own storage or network agent
#       needle: true
package karplint.rules.daemonset_misses_disruption_toleration

import data.karplint.lib.charts
import data.karplint.lib.placement
import data.karplint.lib.taints
import data.karplint.lib.target
import data.karplint.lib.tolerations
import data.karplint.lib.values

# A DaemonSet itself.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("%s %q does not tolerate %q", [role_names[role], name, needed_key]),
	"why": consequence(role),
	"fix": fix(path, list, ""),
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

# A chart or an EKS add-on whose values remove the toleration.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(chart.path, setting.path),
		"message": sprintf("DaemonSet of %s %q%s does not tolerate %q", [chart.what, chart.name, by_default(chart, setting), needed_key]),
		"why": consequence(chart.role),
	},
	chart_fix(chart, keys, setting.list),
) if {
	count(needed) > 0
	some [chart, keys] in installed
	setting := changed(chart, keys)
	not protected(setting.list)
	not protected_beside(chart, keys)
}

# installed: the charts and EKS add-ons with such a DaemonSet, each with the known part of its values.
installed contains [object.union(chart, {"what": "chart", "role": addon.role}), addon.chart] if {
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
		"role": addon.role,
		"name": input.resource.value.name,
		"version": version(input.resource.value),
		"values": configuration,
		"path": ["configuration"],
		"others": charts.is_open(configuration),
	}
}

# version(addon): the build of an add-on, "?" if unknown: the default depends on the cluster's version.
version(addon) := addon.version if is_string(addon.version)

else := "?"

# name: the name as written, which may be a template.
name := text_of(object.get(input.resource.value, ["metadata", "name"], "?"))

addons := [addon |
	some addon in data.karplint.facts.addon_tolerations.addons
	addon.should_tolerate
]

# needed: the taints to tolerate, the one of the newest version last.
needed := [taint |
	some taint in [taints.old, taints.new]
	taint in taints.possible
]

needed_key := needed[count(needed) - 1].key

# protected(list): it tolerates one of the taints, or a template in it may. KL402 reports a list with only the
# taint of another version.
protected(list) if {
	some taint in needed
	tolerations.may_tolerate(list, taint)
}

protected(list) if {
	target_from_1_0
	tolerations.tolerates(list, taints.old)
}

target_from_1_0 if not taints.old in taints.possible

# consequence(role): what it means that the pods of the role are evicted. From 1.1 on Karpenter first waits until most other pods have stopped.
consequence(role) := object.get(consequences_from_1_1, role, "pods that Karpenter evicts after it, or not at all, may still need it") if {
	target.at_least("1.1")
}

else := object.get(consequences, role, "it may be evicted before other pods, which need it until they have stopped")

consequences_from_1_1 := {
	"csi-node": "it is evicted before Karpenter waits until the volumes of the node are detached",
	"cni": "pods that Karpenter evicts after it, or not at all, lose the network",
}

consequences := {
	"csi-node": "it may be evicted before other pods, whose volumes then cannot be unmounted",
	"cni": "it may be evicted before other pods, which then lose the network",
}

# fix(path, list, place): it adds the tolerations to the list at the path; place is where that is, in words.
fix(path, list, place) := {
	"title": sprintf("tolerate %s%s", [concat(" and ", [taint.key | some taint in needed]), place]),
	"safety": "safe",
	"ops": ops(path, list),
}

ops(path, list) := [{"do": "set", "path": path, "value": additions}] if count(list) == 0

else := [{"do": "insert", "path": path, "index": -1, "value": addition} | some addition in additions]

additions := [taints.toleration(taint) | some taint in needed]

# own_list(spec): the tolerations of a DaemonSet; undefined if unknown. A manifest without a selector is a patch,
# which changes the list only if it contains the key: null removes the list.
own_list(spec) := spec.tolerations if is_array(spec.tolerations)

else := [] if {
	values.absent(spec, "tolerations")
	input.resource.value.spec.selector
}

else := [] if {
	"tolerations" in object.keys(spec)
	spec.tolerations == null
}

# roles: the roles of the DaemonSet; empty for one that may be evicted.
roles := array.concat(
	[addon.role |
		some addon in addons
		addon.kind == "DaemonSet"
		input.resource.name in addon.workloads
	],
	array.concat(
		["csi-node" | is_csi],
		array.concat(
			["cni" | is_cni],
			["own" | input.resource.name in input.config.options.KL401.daemonsets],
		),
	),
)

role_names := {
	"csi-node": "CSI node plugin",
	"cni": "CNI agent",
	"proxy": "network proxy",
	"dns": "DNS cache",
	"identity": "pod identity agent",
	"own": "DaemonSet",
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

# names_of(container): its name and its image, or the expression of a templated one.
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

# changed(chart, keys): the setting that replaces the chart's default tolerations, with the resulting list.
# Undefined if nothing is changed or the result is unknown.
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

# by_default(chart, setting): the version, if its default is at fault and not a value.
by_default(chart, setting) := sprintf(" %s", [chart.version]) if setting.path == []

else := ""

# tolerates_all(chart, keys): the switch that tolerates everything is on, or may be.
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

# nothing_at(map, path): there is certainly no value at the path.
nothing_at(map, path) if {
	object.get(map, path, null) in {null, []}
	every n in numbers.range(0, count(path) - 1) {
		above := object.get(map, array.slice(path, 0, n), {})
		not values.open(above)
		not values.unknown(above)
	}
}

# protected_beside(chart, keys): the templates of this version add the toleration themselves, or may do so.
protected_beside(chart, keys) if {
	some beside in keys.beside
	not charts.outside(chart.version, beside)
	protected(beside.tolerations)
}

chart_fix(chart, keys, list) := {"fix": fix(
	array.concat(chart.path, keys.tolerations),
	list,
	sprintf(" in %s", [concat(".", keys.tolerations)]),
)}
