# METADATA
# title: What Karpenter's controller may do in AWS
# description: >-
#   A controller is a policy or the call of a module that lets Karpenter launch instances. It lacks a permission if
#   certainly nothing in the project gives it to its role. The table permissions contains from which version on, and
#   for what, Karpenter needs each permission.
package karplint.lib.permissions

import data.karplint.facts.permissions
import data.karplint.lib.modules
import data.karplint.lib.target

# lacking(names): {"resource", "kind", "attached", "lack", "row"} for each controller and each of these permissions that it lacks. attached: its role
# is certainly known, and may be that of a controller.
lacking(names) := [found |
	some controller in object.get(input.project, "controllers", [])
	some lack in controller.lacks
	lack.permission in names
	row := permissions.permissions[lack.permission]
	not target.below(object.get(row, "since", "0.0.0"))
	some resource in input.project.resources
	resource.id == controller.resource
	found := {
		"resource": resource, "kind": controller.kind, "attached": object.get(controller, "attached", false),
		"roles": object.get(controller, "roles", []),
		"place": controller.place, "lack": lack, "row": row,
	}
]

# classes: Karpenter's classes in the current API: those of the project, or if it has none, those near it.
classes := [resource |
	some resource in objects
	resource.value.kind == "EC2NodeClass"
]

# templates: the classes of the alpha API.
templates := [resource |
	some resource in objects
	resource.value.kind == "AWSNodeTemplate"
]

# A class near the project may belong to another one, or to a page of documentation. So it only counts if the project has none.
objects := own if {
	some resource in own
	resource.value.kind in {"EC2NodeClass", "AWSNodeTemplate"}
} else := array.concat(own, object.get(input.project.around_by_kind, "Object", []))

own := object.get(input.project.by_kind, "Object", [])

# with_field(field): the classes that have the field: role, or another one for which Karpenter asks AWS for more.
with_field(field) := [class |
	some class in classes
	has_field(class, field)
]

has_field(class, field) if class.value[field]

# The variable that switches a class on may also add the statement that allows it.
has_field(class, field) if {
	field in class.value.uses
	not class.value.off == true
}

# place(found): where to report that a controller lacks a permission.
place(found) := found.lack.place if {
	count(found.lack.place) > 0
	not coarse(found)
} else := [] if {
	found.kind == "ModuleCall"
} else := ["statements"] if {
	found.resource.value.text
} else := array.slice(found.place, 0, 2)

# coarse(found): only statements of the policy have a position, and of a text not even those.
coarse(found) if found.resource.block == ""

coarse(found) if found.resource.value.read_from

# remedy(found): what to do.
remedy(found) := sprintf("set %s", [setting(found.lack.input)]) if {
	found.lack.input != ""
} else := sprintf("use %s or later of %s with %s", [found.lack.since, found.resource.value.title, setting(found.lack.since_input)]) if {
	found.lack.since_input != ""
	found.lack.since != ""
} else := sprintf("use %s or later of %s", [found.lack.since, found.resource.value.title]) if {
	found.kind == "ModuleCall"
	found.lack.since != ""
} else := sprintf("allow %s with a policy of your own", [pronoun(found)]) if {
	found.kind == "ModuleCall"
} else := sprintf("allow %s", [pronoun(found)])

# setting(input): the argument with the value that grants a permission.
setting(input_) := sprintf("%s = the ARN of the queue", [input_]) if endswith(input_, "queue_arn")

else := sprintf("%s = true", [input_])

pronoun(found) := "it" if count(found.lack.actions) == 1

else := "them"

# subject(found): the policy or the module, for a message.
subject(found) := "the controller's policy" if {
	found.kind == "IAMPolicy"
} else := modules.subject(found.resource)

# actions(found): the missing actions, for a message.
actions(found) := sprintf("%q", [found.lack.actions[0]]) if {
	count(found.lack.actions) == 1
} else := sprintf("%q and %q", found.lack.actions) if {
	count(found.lack.actions) == 2
} else := sprintf("%q and %d more actions", [shown, count(found.lack.actions) - 1]) if {
	shown := [action | some action in found.lack.actions; contains(action, "Create")][0]
} else := sprintf("%q and %d more actions", [found.lack.actions[0], count(found.lack.actions) - 1])

# upgrade_severity: that of a permission which Karpenter 1.0 uses on the instances of earlier releases. From 1.1 on these are gone, unless
# an old object shows that the upgrade is still to come.
default upgrade_severity := "error"

upgrade_severity := "warning" if {
	target.at_least("1.1")
	not upgrading
}

upgrading if {
	some resource in objects
	resource.value.apiVersion in {"karpenter.sh/v1alpha5", "karpenter.k8s.aws/v1alpha1", "karpenter.sh/v1beta1", "karpenter.k8s.aws/v1beta1"}
}

# title(class): kind and name, for a message.
title(class) := sprintf("%s %q", [class.value.kind, name]) if {
	name := object.get(class.value, ["metadata", "name"], "")
	is_string(name)
	name != ""
} else := class.value.kind
