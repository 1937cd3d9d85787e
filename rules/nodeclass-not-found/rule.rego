# METADATA
# title: A pool refers to a class that does not exist
# description: |
#   A pool refers to the class of its nodes: `spec.template.spec.nodeClassRef.name` in a `NodePool`,
#   `spec.providerRef.name` in a `Provisioner`. Kubernetes accepts a name that does not exist. Karpenter then launches
#   no nodes for the pool, and pods stay `Pending`. The only sign is a line in the controller's log and, from v1, a pool
#   that is not `Ready`.
#
#   **What to do.** Use the name of an existing class, or add the class.
#
#   **Not reported.**
#
#   - Projects without any class of that kind, because the classes may be in another repository.
#   - Pools or classes with a templated name, or with a name that a patch of kustomize, Flux or Argo CD may replace.
#   - Classes of other products, such as `NodeClass` in the group `eks.amazonaws.com` (EKS Auto Mode) or Azure's.
#
#   A project is a Terraform root with its local modules and the manifests next to it, or the directory of manifests
#   around one installation of Karpenter. Classes in the directories above and below it count too, because several
#   clusters may share them.
#
#   **Fix safety.** No automatic fix: the files do not show which class is intended.
# related_resources:
# - description: Karpenter, nodeClassRef
#   ref: https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref
# custom:
#   id: KL506
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [nodeClassRef, providerRef]
#   options:
#     classes:
#       type: strings
#       default: []
#       description: names of classes that exist although no file of the project contains them
package karplint.rules.nodeclass_not_found

import data.karplint.lib.pools

report contains {
	"resource": pool.id,
	"path": ["class", "name"],
	"message": sprintf("%s refers to the %s %q, which is not in the project", [pools.title(pool), kind, name]),
	"why": "if it does not exist, Karpenter launches no nodes for the pool, and pods stay Pending",
	"help": sprintf("use an existing one (%s), or add it", [listed(names[kind])]),
} if {
	some pool in pools.pools
	name := pool.value.class.name
	is_string(name)
	kinds := pools.kinds_of_reference(pool)
	count(kinds) == 1
	some kind in kinds
	karpenters(pool.value.class)
	not name in names[kind]
	not elsewhere(name)
	not around(kind, name)
}

# around(kind, name): it is in a directory above or below the project's, where several clusters share it.
around(kind, name) if {
	some class in input.project.around_by_kind.Object
	class.value.kind == kind
	same_name(class.value.metadata.name, name)
}

same_name(known, name) if known == name

same_name(known, _) if not is_string(known)

elsewhere(name) if name in input.config.options.KL506.classes

# names: by kind, the names of the project's classes, if all of them are known.
names[kind] := found if {
	some kind in pools.class_kinds
	found := {name | some class in of_kind(kind); name := class.value.metadata.name}
	count(found) > 0
	every name in found {
		is_string(name)
	}
}

of_kind(kind) := [class | some class in pools.classes; class.value.kind == kind]

# karpenters(reference): the group, if there is one, is the one of Karpenter for AWS.
karpenters(reference) if {
	group := object.get(reference, "group", "")
	group in {"", "karpenter.k8s.aws"}
	api := object.get(reference, "apiVersion", "")
	is_string(api)
	regex.match(`^($|karpenter\.k8s\.aws/)`, api)
}

# listed(names): the first three in quotes.
listed(names) := sprintf("%s and %d more", [concat(", ", array.slice(quoted, 0, 3)), count(quoted) - 3]) if {
	quoted := [sprintf("%q", [name]) | some name in sort(names)]
	count(quoted) > 3
} else := concat(", ", [sprintf("%q", [name]) | some name in sort(names)])
