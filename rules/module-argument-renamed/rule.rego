# METADATA
# title: An argument or output of a module has another name in this version
# description: |
#   Two major versions of terraform-aws-eks renamed most arguments that concern Karpenter and the cluster:
#
#   | Since | Module | Old | New |
#   |---|---|---|---|
#   | 20.0 | `modules/karpenter` | `irsa_*`, `create_irsa`, `policies`, for the controller's role | `iam_role_*`, `create_iam_role`, `iam_role_policies` |
#   | 20.0 | `modules/karpenter` | `iam_role_*`, `create_iam_role`, for the role of the nodes | `node_iam_role_*`, `create_node_iam_role` |
#   | 20.0 | `modules/karpenter`, outputs | `irsa_arn`, `irsa_name`, `role_arn`, `role_name` | `iam_role_arn`, `iam_role_name`, `node_iam_role_arn`, `node_iam_role_name` |
#   | 21.0 | the module itself | `cluster_*`, `cluster_version` | without `cluster_`, `kubernetes_version` |
#   | 21.0 | modules of node groups | `cluster_version` | `kubernetes_version` |
#
#   20.0 also removed `enable_karpenter_instance_profile_creation` and the arguments of aws-auth. 21.0 removed
#   `enable_v1_permissions`, `enable_irsa` and `irsa_*`. For most old names Terraform stops with
#   `Unsupported argument`. For `iam_role_name` and others of `modules/karpenter` it does not: they mean the role of the nodes
#   before 20.0, and the role of the controller from 20.0 on. So rename all of them at once.
#
#   **What to do.** Rename the arguments as the message says, and read the guide: defaults changed as well (from 20.0 the role of the
#   nodes has a random suffix unless `node_iam_role_use_name_prefix = false`, and IRSA needs `enable_irsa = true`). Or stay below the
#   version.
#
#   **Not reported.** `cluster_name` of `modules/karpenter`, `cluster_tags` and all `cluster_*` outputs, which stay; arguments that
#   exist in both versions, unless another one shows that the call is an old one; calls that may be of an older version, of an
#   unknown one, or of a fork.
#
#   **Fix safety.** Unsafe: the fix only renames arguments. Arguments without a successor, changed defaults and
#   outputs are left to you.
# related_resources:
# - description: terraform-aws-eks, upgrade from 19 to 20
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-20.0.md
# - description: terraform-aws-eks, upgrade from 20 to 21
#   ref: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-21.0.md
# custom:
#   id: KL801
#   severity: error
#   scope: resource
#   fix: unsafe
#   kinds: [ModuleCall]
#   needles: [terraform-aws-modules/eks, terraform-aws-eks]
package karplint.rules.module_argument_renamed

import data.karplint.lib.modules
import data.karplint.lib.versions

report contains object.union(fix(change, old[0]), {
	"resource": input.resource.address,
	"path": ["given", old[0]],
	"message": sprintf("%s has no argument %s", [modules.subject(call), quoted(old)]),
	"why": sprintf("from %s on terraform plan fails with \"Unsupported argument\"", [change.since]),
	"help": renaming(change, old[0]),
	"related": [{"resource": input.resource.address, "path": ["given", name], "message": sprintf("rename it to %s", [successor])} |
		some name, successor in renamed(change)
		name != old[0]
	],
}) if {
	some change in changed
	old := given(object.get(change, "renamed", {}))
	count(old) > 0
}

report contains {
	"resource": input.resource.address,
	"path": ["given", old[0]],
	"message": sprintf("%s has no argument %s", [modules.subject(call), quoted(old)]),
	"why": sprintf("from %s on terraform plan fails with \"Unsupported argument\"", [change.since]),
	"help": sprintf("delete %s", [pronoun(old)]),
	"related": [{"resource": input.resource.address, "path": ["given", name], "message": "delete it"} |
		some name in array.slice(old, 1, count(old))
	],
} if {
	some change in changed
	old := given({name: true | some name in object.get(change, "removed", [])})
	count(old) > 0
}

report contains {
	"resource": input.resource.address,
	"path": ["outputs", i],
	"message": sprintf("%s has no output %q", [modules.subject(call), output]),
	"why": sprintf("from %s on terraform plan fails", [change.since]),
	"help": sprintf("read %q", [change.outputs[output]]),
} if {
	some change in changed
	some i, output in call.value.outputs
	output in object.keys(object.get(change, "outputs", {}))
}

# changed: the changes that every version has which the call admits.
changed := [change |
	some change in modules.row.changes
	versions.exact(call.value.since) >= versions.exact(change.since)
]

call := input.resource

# given(names): those of the names that are arguments of the call, in order.
given(names) := [name | some name, _ in names; call.value.given[name]]

# renamed(change): the new names of the old arguments, and of those that now mean something else. A call that has one of the
# names for what these meant has been changed already.
renamed(change) := object.union(moved(change), {name: successor |
	some name, successor in object.get(change, "renamed", {})
	call.value.given[name]
})

moved(change) := {} if {
	some successor in object.get(change, "moved", {})
	call.value.given[successor]
} else := {name: successor |
	some name, successor in object.get(change, "moved", {})
	call.value.given[name]
}

quoted(names) := sprintf("%q", [names[0]]) if {
	count(names) == 1
} else := sprintf("%q and %d more", [names[0], count(names) - 1])

pronoun(names) := "it" if {
	count(names) == 1
} else := "them"

# renaming(change, first): what to rename. Of many arguments it names the first; the related places name the others.
renaming(change, first) := sprintf("rename %s", [concat(", ", pairs)]) if {
	pairs := [sprintf("%s to %s", [name, successor]) | some name, successor in renamed(change)]
	count(pairs) <= 3
} else := sprintf("rename %s to %s, and %d more", [first, renamed(change)[first], count(renamed(change)) - 1])

# fix(change, first): names that have a new meaning are renamed first, because other arguments get these names.
fix(change, first) := {"fix": {
	"title": renaming(change, first),
	"safety": "unsafe",
	"ops": array.concat(
		[rename(name, successor) | some name, successor in moved(change)],
		[rename(name, successor) | some name, successor in renamed(change); not moved(change)[name]],
	),
}} if {
	every successor in renamed(change) {
		not stays(change, successor)
	}
} else := {}

rename(name, successor) := {"do": "rename", "path": ["given", name], "key": successor}

stays(change, name) if {
	call.value.given[name]
	not renamed(change)[name]
}
