# METADATA
# title: An add-on cannot be scheduled on the controller's node group
# description: |
#   Karpenter's controller needs nodes that Karpenter does not manage, so teams give it a small managed node group. Many
#   keep other pods off that group with the taint `karpenter.sh/controller=true:NoSchedule` (`NO_SCHEDULE` in
#   Terraform). If it is the only node group, everything that must run before Karpenter can launch a node has to
#   tolerate the taint as well:
#
#   - CoreDNS, because the controller resolves the names of AWS services when it starts;
#   - the controllers of the CSI drivers;
#   - the AWS Load Balancer Controller;
#   - Karpenter's own chart, which tolerates only `CriticalAddonsOnly` by default.
#
#   Without the toleration their pods stay `Pending`. An EKS add-on becomes `DEGRADED`, and `terraform apply` waits for
#   it until it times out.
#
#   **What to do.** Add the toleration to the value that the add-on reads it from:
#
#   | Add-on | Key |
#   |---|---|
#   | EKS add-on `coredns` | `tolerations` in `configuration_values` |
#   | EKS add-on `aws-ebs-csi-driver` | `controller.tolerations` in `configuration_values` |
#   | charts `aws-ebs-csi-driver`, `aws-efs-csi-driver` | `controller.tolerations` |
#   | charts `aws-load-balancer-controller`, `karpenter` | `tolerations` |
#   | chart `cilium` (from 1.19) | `operator.tolerations` |
#
#   ```hcl
#   coredns = {
#     configuration_values = jsonencode({
#       tolerations = [{ key = "karpenter.sh/controller", operator = "Exists", effect = "NoSchedule" }]
#     })
#   }
#   ```
#
#   Your list replaces the add-on's default list, so include the default entries. The effect of a toleration is
#   `NoSchedule`, even though the taint of a managed node group is written `NO_SCHEDULE`.
#
#   Old versions of an add-on do not accept tolerations. `coredns` accepts them from `v1.9.3-eksbuild.1`,
#   `aws-ebs-csi-driver` from `v1.14.0-eksbuild.1`. If `addon_version` pins an older one, EKS rejects the
#   configuration. Leave `addon_version` out, so that EKS or the module chooses a version for the cluster, or pin a
#   later one: `addon_version = "v1.14.0-eksbuild.1"`.
#
#   **Not reported.**
#
#   - A *label* `karpenter.sh/controller`, which keeps no pods away.
#   - Clusters that have a node group without the taint, a Fargate profile for the add-on's namespace, EKS Auto Mode, or
#     node groups that karplint cannot see.
#   - Taints and tolerations whose values are unknown.
#   - DaemonSets such as `kube-proxy`, `vpc-cni` and the CSI node plugins, which tolerate everything.
#   - A chart that may be installed in any of several clusters.
#
#   **Severity.** Error for EKS add-ons and for Karpenter itself. Warning for other charts: once Karpenter runs, it
#   launches nodes for them.
#
#   **Fix safety.** Safe where the list exists, and where the chart's default is known: the fix then writes the default
#   entries and the new one. Unsafe for CoreDNS, whose default differs between builds of the add-on. There is no fix for
#   an unknown configuration, or for a new list in the values of a chart that Terraform installs.
# related_resources:
# - description: the EBS CSI add-on on tainted nodes
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3067
# - description: tolerations of the CoreDNS add-on
#   ref: https://github.com/aws/containers-roadmap/issues/1930
# - description: tolerations of the EBS CSI add-on
#   ref: https://github.com/aws/containers-roadmap/issues/1706
# custom:
#   id: KL403
#   severity: error
#   severity_note: warning for charts other than Karpenter's
#   scope: project
#   fix: safe
#   fix_note: unsafe where the add-on's default list is not known for certain
#   kinds: [Addon, ChartInstallation, NodeGroup, FargateProfile, Cluster]
#   needles: [karpenter.sh/controller, aws-ebs-csi-driver, aws-efs-csi-driver, aws-load-balancer-controller, cilium]
package karplint.rules.addon_misses_controller_toleration

import data.karplint.lib.charts
import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.values

# EKS add-ons.
report contains object.union(
	{
		"resource": addon.id,
		"path": place(addon, path),
		"message": sprintf("add-on %q does not tolerate %q", [addon.value.name, hosting.key]),
		"why": sprintf("its pods stay Pending: %s", [shut_out]),
		"help": sprintf("add the toleration to %q in configuration_values%s", [concat(".", path), version_note(addon, entry)]),
		"related": related(cluster),
	},
	addon_fix(addon, entry, list, hosting.toleration(cluster)),
) if {
	some cluster in hosting.tainted_clusters
	some addon in hosting.possible(cluster, "Addon")
	some entry in needed
	entry.eks_addon.name == addon.value.name
	path := entry.eks_addon.keys[0].path
	list := list_at(addon.value, array.concat(["configuration"], path))
	hosting.shut_out(cluster, list, "kube-system")
}

# A toleration that the pinned version of the add-on does not take.
report contains {
	"resource": addon.id,
	"path": ["version"],
	"message": sprintf("add-on %q %s does not accept %q", [addon.value.name, addon.value.version, concat(".", path)]),
	"why": "EKS rejects the configuration",
	"help": sprintf("set addon_version = %q or a later one, or leave it out", [entry.eks_addon.keys[0].since]),
	"related": [{"resource": addon.id, "path": array.concat(["configuration"], path), "message": "the tolerations"}],
} if {
	some addon in input.project.by_kind.Addon
	some entry in needed
	entry.eks_addon.name == addon.value.name
	too_old(addon, entry)
	path := entry.eks_addon.keys[0].path
	some toleration in object.get(addon.value, array.concat(["configuration"], path), [])
	toleration.key == hosting.key
}

shut_out := "every node group of the cluster has this taint"

# version_note(addon, entry): what else is needed if the pinned version of the add-on takes no tolerations.
version_note(addon, entry) := sprintf(", which needs addon_version %q or later: set that, or leave it out", [entry.eks_addon.keys[0].since]) if {
	too_old(addon, entry)
} else := ""

# too_old(addon, entry): the pinned version is below the first one whose configuration takes tolerations.
too_old(addon, entry) if build(addon.value.version) < build(entry.eks_addon.keys[0].since)

# build(text): the numbers of a version of an add-on: v1.9.3-eksbuild.2.
build(text) := [to_number(number) | some number in array.slice(found[0], 1, 5)] if {
	is_string(text)
	found := regex.find_all_string_submatch_n(`^v?(\d+)\.(\d+)\.(\d+)-eksbuild\.(\d+)$`, text, 1)
	count(found) == 1
}

# place(addon, path): the list, or where it is missing.
place(addon, path) := array.concat(["configuration"], path) if {
	is_array(object.get(addon.value, array.concat(["configuration"], path), null))
} else := ["configuration"] if {
	addon.value.configuration
} else := ["name"] if {
	object.get(addon.value, "via", "") != "aws_eks_addon"
} else := ["configuration"]

# Charts whose cluster is known.
report contains object.union(
	{
		"resource": release.id,
		"path": array.concat(["values"], path),
		"message": sprintf("chart %q does not tolerate %q", [release.value.chart, hosting.key]),
		"why": sprintf("its pods stay Pending%s: %s", [until(entry), shut_out]),
		"help": sprintf("add the toleration to value %q", [concat(".", path)]),
		"severity": severity_of(entry),
		"related": related(cluster),
	},
	chart_fix(release, entry, list, hosting.toleration(cluster)),
) if {
	some cluster in hosting.tainted_clusters
	some entry in needed
	some release in installed(entry)
	hosting.goes_to(release, cluster)
	path := entry.chart.tolerations
	list := list_at(release.value, array.concat(["values"], path))
	effective := in_effect(release, entry, list)
	hosting.shut_out(cluster, effective, object.get(release.value, "namespace", "default"))
}

# installed(entry): the releases of the entry's chart; Karpenter for other clouds has a chart of the same name.
installed(entry) := installations.controllers if {
	entry.role == "autoscaler"
} else := [release | some release in installations.all; release.value.chart in entry.chart.names]

# needed: what has to run before Karpenter can launch a node.
needed := [entry |
	some entry in data.karplint.facts.addon_tolerations.addons
	not entry.tolerates_controller_taint
	entry.role in {"dns", "csi-controller", "load-balancer", "autoscaler", "cni-operator"}
]

related(cluster) := [{"resource": place.resource, "path": place.path, "message": "the taint is set here"} |
	some place in hosting.taint_places(cluster)
]

# Karpenter does not launch nodes for itself.
severity_of(entry) := "error" if {
	entry.role == "autoscaler"
} else := "warning"

until(entry) := "" if {
	entry.role == "autoscaler"
} else := " until Karpenter launches a node"

# list_at(value, path): the tolerations set at the path, [] if there are certainly none, undefined if that is unknown.
list_at(value, path) := list if {
	list := object.get(value, path, null)
	is_array(list)
	not values.open(value[path[0]])
} else := [] if {
	object.get(value, path, null) == null
	every n in numbers.range(0, count(path) - 1) {
		may_hold_nothing(object.get(value, array.slice(path, 0, n), null))
	}
}

may_hold_nothing(null)

may_hold_nothing(above) if {
	is_object(above)
	not values.open(above)
	not values.unknown(above)
}

# in_effect(release, entry, list): the list that the chart renders; undefined if nothing is set and this version's default is
# unknown.
in_effect(release, entry, list) := list if {
	count(list) > 0
} else := chart_default(release, entry)

# chart_default(release, entry): the default list of the chart's version.
chart_default(release, entry) := default_.tolerations if {
	some default_ in entry.chart.defaults
	charts.in_interval(charts.version_of(release.value, "version"), default_)
}

# A default that never changed also holds for an unknown version.
chart_default(_, entry) := entry.chart.defaults[0].tolerations if {
	constant(entry)
}

constant(entry) if {
	count(entry.chart.defaults) == 1
	not entry.chart.defaults[0].since
	not entry.chart.defaults[0].until
}

addon_fix(addon, entry, list, toleration) := {} if {
	too_old(addon, entry)
} else := inserted(array.concat(["configuration"], entry.eks_addon.keys[0].path), toleration) if {
	count(list) > 0
} else := fix(entry, path, {"do": "set", "path": array.concat(["configuration"], path), "value": new}) if {
	is_object(addon.value.configuration)
	path := entry.eks_addon.keys[0].path
	new := array.concat(addon_default(entry), [toleration])
} else := fix(entry, path, {"do": "set", "path": ["configuration"], "value": {"$call": "jsonencode", "args": [nested(path, new)]}}) if {
	"configuration" in object.get(addon, "writable", [])
	path := entry.eks_addon.keys[0].path
	new := array.concat(addon_default(entry), [toleration])
} else := {}

# addon_default(entry): the usual list of an EKS add-on, taken from its chart if it has one.
addon_default(entry) := entry.eks_addon.defaults

addon_default(entry) := entry.chart.defaults[0].tolerations if constant(entry)

# In Terraform the new key could go into a list of YAML texts or into a set block.
chart_fix(release, entry, list, toleration) := inserted(array.concat(["values"], entry.chart.tolerations), toleration) if {
	count(list) > 0
} else := fix(entry, path, {"do": "set", "path": array.concat(["values"], path), "value": new}) if {
	release.block == ""
	count(object.get(release.value, "values", {})) > 0
	path := entry.chart.tolerations
	new := array.concat(chart_default(release, entry), [toleration])
} else := {}

inserted(path, toleration) := {"fix": {
	"title": title(array.slice(path, 1, count(path))),
	"safety": "safe",
	"ops": [{"do": "insert", "path": path, "index": -1, "value": toleration}],
}}

fix(entry, path, op) := {"fix": {"title": title(path), "safety": safety(entry), "ops": [op]}}

# title(path): the remedy; path is where the add-on reads tolerations from.
title(path) := sprintf("tolerate %s in %s", [hosting.key, concat(".", path)])

# For an add-on without a chart only the usual list is known.
safety(entry) := "unsafe" if {
	entry.eks_addon.defaults
} else := "safe"

# nested(path, value): the value below the path, which has one or two keys.
nested(path, value) := {path[0]: value} if {
	count(path) == 1
} else := {path[0]: {path[1]: value}}
