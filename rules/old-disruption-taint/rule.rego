# METADATA
# title: A toleration matches the disruption taint of Karpenter 0.x, but not the one of 1.0
# description: |
#   Before Karpenter drains a node, it taints it. Up to 0.37 the taint is
#   `karpenter.sh/disruption=disrupting:NoSchedule`; from 1.0 it is `karpenter.sh/disrupted:NoSchedule`, with another
#   key and **without a value**. A toleration for the old key no longer tolerates anything. A DaemonSet that has to
#   outlive the other pods on the node, such as a CSI node plugin or a CNI agent, is evicted as well: before 1.1 while the
#   other pods are still stopping, from 1.1 on after most of them, but before Karpenter waits until volumes are detached.
#
#   **What to do.** Add `{key: karpenter.sh/disrupted, operator: Exists}` with the effect of the old entry. Renaming the
#   key is not enough if the entry has `operator: Equal` and `value: disrupting`, because the new taint has no value.
#   Keep the old entry until no 0.x controller is left: both taints occur during the upgrade and after a rollback.
#
#   Lists of tolerations are recognized by name, in pods and in Helm values. An application should tolerate neither
#   taint: if a Deployment, a StatefulSet or a Job has the old toleration, the advice is to delete it. Below 1.0 KL404
#   reports that. karplint does not know whether the pods of a custom resource (a `RayService`, a `Workflow`) are an
#   application. There the finding is a warning, and its help names both remedies.
#
#   **Not reported.** A list that also tolerates the new taint, including by `operator: Exists` without a key, and a
#   list with a template that may do so.
#
#   **Fix safety.** Safe: the fix only adds an entry, which restores the effect of the old one. Unsafe in an
#   application, where it deletes the entry.
# related_resources:
# - description: v1 migration, changed taint
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#changelog
# - description: aws-ebs-csi-driver tolerates both taints
#   ref: https://github.com/kubernetes-sigs/aws-ebs-csi-driver/pull/2165
# custom:
#   id: KL402
#   severity: error
#   severity_note: warning in an application, which should tolerate neither taint, and in a custom resource, which may be one
#   scope: resource
#   fix: safe
#   fix_note: adds an entry next to the old one; unsafe in an application, where it deletes the entry; none in a custom resource
#   when: ">= 1.0"
#   kinds: ["*"]
#   needles: [karpenter.sh/disruption]
package karplint.rules.old_disruption_taint

import data.karplint.lib.applications
import data.karplint.lib.taints
import data.karplint.lib.target
import data.karplint.lib.tolerations
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": array.concat(list.path, [i]),
		"message": fact,
		"why": "the pods are evicted when Karpenter drains their node",
		"help": add_title,
	},
	add_new(list.path, i, list.items[i]),
) if {
	some list in lists
	not list.application
	not custom
	i := first_old(list.items)
}

report contains {
	"resource": input.resource.address,
	"path": array.concat(list.path, [i]),
	"severity": "warning",
	"message": fact,
	"why": "the pods are evicted when Karpenter drains their node",
	"help": sprintf("delete it, or, if pods of this %s have to run while their node is drained, %s", [input.resource.kind, add_title]),
} if {
	custom
	some list in lists
	not list.application
	i := first_old(list.items)
}

report contains {
	"resource": input.resource.address,
	"path": array.concat(list.path, [i]),
	"severity": "warning",
	"message": fact,
	"why": sprintf("it has no effect, and with %q instead the application would never be drained", [taints.new.key]),
	"fix": {
		"title": "delete the toleration",
		"safety": "unsafe",
		"ops": [{"do": "delete", "path": array.concat(list.path, [i])}],
	},
} if {
	target.at_least("1.0")
	some list in lists
	list.application
	i := first_old(list.items)
}

fact := sprintf("toleration %q matches no taint from Karpenter 1.0 on", [taints.old.key])

add_title := sprintf("add %s with operator Exists next to it", [taints.new.key])

# lists: the lists of tolerations that do not tolerate the new taint.
lists contains {"path": path, "items": items, "application": of_application(path)} if {
	input.resource.kind != "CustomResourceDefinition"
	some [path, items] in karplint.keys_like(input.resource.value, ["tolerations"])
	is_array(items)
	named_tolerations(values.last(path))
	not tolerations.may_tolerate(items, taints.new)
}

# custom: the pods are those of a kind that karplint does not know. They may be an application, which would never be drained if it
# tolerated the new taint.
custom if {
	is_string(input.resource.value.apiVersion)
	not input.resource.kind in known_kinds
}

known_kinds := (applications.kinds | {"DaemonSet", "PodTemplate"}) | installers

# installers: the kinds that have values of a chart, and those that have texts or patches of other objects.
installers := {"Application", "ApplicationSet", "ConfigMap", "HelmChart", "HelmChartConfig", "HelmRelease", "Kustomization", "Secret"}

named_tolerations(step) if {
	is_string(step)
	endswith(lower(step), "tolerations")
}

default of_application(_) := false

of_application(path) if path in applications.toleration_paths

# first_old(items): the index of the first entry that tolerates the old taint by its key.
first_old(items) := min([i |
	some i, toleration in items
	toleration.key == taints.old.key
	tolerations.may(toleration, taints.old)
])

# add_new(path, i, old): the fix that adds the new entry after the old one, with the same effect. There is no fix
# for an unknown effect.
add_new(path, i, old) := {"fix": {
	"title": add_title,
	"safety": "safe",
	"ops": [{"do": "insert", "path": path, "index": i + 1, "value": addition}],
}} if {
	not values.unknown(object.get(old, "effect", ""))
	addition := object.union(
		{"key": taints.new.key, "operator": "Exists"},
		{key: effect | some key, effect in object.filter(old, ["effect"]); effect != null},
	)
}

else := {}
