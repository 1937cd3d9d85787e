# METADATA
# title: Terraform replaces an object of Karpenter
# description: |
#   For Terraform, one resource is one object. If the `kind` or the `apiVersion` of its manifest changes, a `kubectl_manifest` or `kubernetes_manifest` is
#   replaced: Terraform deletes the old object, and then creates the new one. `terraform plan` shows this as `forces replacement`, and a review of the
#   files does not show it at all.
#
#   A `Provisioner` or `NodePool` has no finalizer: it is gone at once, and Karpenter drains and terminates all of its nodes. A class that is deleted
#   starts no nodes for its pools, and an `EC2NodeClass` stays in deletion until its last node is gone. With a new `apiVersion` the API server would
#   have taken the same object, because it serves both versions; only the provider replaces it.
#
#   **What to do.** If the kind changes, keep the old resource and add another one for the new object. `karplint convert --keep` writes both. Remove the
#   old one when its last node is replaced. A `moved` block does not help, because it moves the old object too.
#
#   If only the `apiVersion` changes, the object can stay:
#
#   - `upgrade_api_version = true` of a `kubectl_manifest` changes it in place. The provider alekc/kubectl has that, gavinbunney/kubectl does not.
#   - Otherwise let Terraform forget the object (`removed` with `destroy = false`, under its old address), and import it again.
#     `karplint plan` prints the commands.
#
#   **What is reported.** With `--new-from` or `--staged`, a change of `kind` or `apiVersion` of a Provisioner, NodePool, AWSNodeTemplate or EC2NodeClass
#   within the same address, wherever its manifest is written.
#
#   **Not reported.**
#
#   - A run over one state of the files: there is nothing to compare.
#   - Another address, which says itself that one object goes and another one comes.
#   - A `kustomization_resource`, which changes the `apiVersion` in place.
#   - `upgrade_api_version`, if only the `apiVersion` changes, and `apply_only = true`, with which nothing is deleted; also if their values are unknown.
#   - A kind or version that is unknown.
#
#   **Fix safety.** No automatic fix: the old resource is no longer in the files.
# related_resources:
# - description: What kubectl_manifest replaces (gavinbunney/kubectl)
#   ref: https://github.com/gavinbunney/terraform-provider-kubectl/blob/v1.19.0/kubernetes/resource_kubectl_manifest.go
# - description: upgrade_api_version (alekc/kubectl)
#   ref: https://registry.terraform.io/providers/alekc/kubectl/latest/docs/resources/kubectl_manifest
# - description: What kubernetes_manifest replaces
#   ref: https://github.com/hashicorp/terraform-provider-kubernetes/issues/1593
# - description: A pool that is deleted and created by Terraform
#   ref: https://github.com/aws-ia/terraform-aws-eks-blueprints/issues/1192
# custom:
#   id: KL205
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [NodePool, Provisioner, EC2NodeClass, AWSNodeTemplate]
#   before: true
package karplint.rules.replaced_in_place

import data.karplint.lib.pools
import data.karplint.lib.values

report contains {
	"resource": now.id,
	"path": [field],
	"message": sprintf("Terraform replaces this %s, because its %s changes to %s", [old.value.kind, field, now.value[field]]),
	"why": why(old.value.kind),
	"help": help(field, now.value.via),
} if {
	some address, now in now_applied
	old := old_applied[address]
	old.value.kind in (pools.pool_kinds | pools.class_kinds)
	pools.karpenters(old.value)
	field := changed(old.value, now.value)
	deletes(field, now.value)
}

now_applied := applied(input.project.resources)

old_applied := applied(input.before.resources)

# applied(resources): the object that each resource of Terraform applies, by its address.
applied(resources) := {address: object_ |
	some address, objects in object.union_n([{resource.address: {resource.id: resource}} |
		some resource in resources
		resource.kind == "Object"
		resource.value.via in {"kubectl_manifest", "kubernetes_manifest"}
		not resource.value.ignored
	])
	count(objects) == 1
	some object_ in objects
}

# changed(old, now): the field that Terraform replaces the object for.
changed(old, now) := "kind" if {
	differ(old.kind, now.kind)
} else := "apiVersion" if differ(old.apiVersion, now.apiVersion)

differ(one, two) if {
	is_string(one)
	is_string(two)
	one != two
}

# deletes(field, now): the old object is deleted.
deletes(field, now) if {
	not may(now, "apply_only")
	not in_place(field, now)
}

in_place("apiVersion", now) if may(now, "upgrade_api_version")

# may(now, argument): the argument is true, or unknown.
may(now, argument) if now[argument] == true

may(now, argument) if values.unknown(now[argument])

why(kind) := "Karpenter drains and terminates all nodes of a pool that is deleted" if {
	kind in pools.pool_kinds
} else := "without the class, and while it is in deletion, its pools start no nodes"

help("kind", _) := concat("", [
	"keep the old resource until its last node is replaced, and give the new object one of its own, ",
	"as karplint convert --keep does",
])

help("apiVersion", "kubectl_manifest") := concat("", [
	"set upgrade_api_version = true (provider alekc/kubectl), ",
	"or take the object out of the state (removed, destroy = false) and import it again",
])

help("apiVersion", "kubernetes_manifest") := concat("", [
	"take the object out of the state (removed with destroy = false) and import it again; ",
	"karplint plan prints the commands",
])
