# METADATA
# title: The project mixes alpha objects with objects of the newer APIs
# description: |
#   The project has objects of Karpenter's alpha API (`Provisioner`, `AWSNodeTemplate`) and of the APIs that replaced it
#   (`NodePool`, `EC2NodeClass`). **Only Karpenter 0.32 serves both** alpha and v1beta1, and no version serves both
#   alpha and v1. Before 0.32 the API server rejects the new objects. From 0.33 it rejects the old ones. If their CRDs
#   are still in the cluster, it keeps them, but the controller ignores them: their nodes are no longer replaced, scaled
#   down or removed.
#
#   A project looks like this in the middle of a migration, which is what 0.32 is for. It also looks like this if the
#   migration was never finished.
#
#   **What to do.** With v1beta1: run 0.32 until each alpha object has its successor, move the workloads, delete the
#   alpha objects, then upgrade to 0.33. With v1: convert or delete the remaining alpha objects. `karplint convert FILE`
#   writes the successors, and with `--keep` it adds them next to the alpha objects.
#
#   **What is reported.** One finding for each project, at its first alpha object, and only if the Karpenter version is
#   unknown. If it is known, KL301 reports each object that the version does not serve. 0.32 serves all of them, so a
#   migration with `karpenter-version` set to 0.32 is not reported. If the project does not install Karpenter, there is
#   one finding for each directory that contains both.
#
#   **Not reported.** Objects that may be alternatives or not in use:
#
#   - objects in Helm templates, and Terraform blocks with `count` or a condition;
#   - files whose path contains an API version or `legacy`, `old`, `example`, `sample` or `demo`;
#   - manifests that belong to several installations of Karpenter, such as a collection for many clusters, or that are
#     in different directories without an installation;
#   - manifests in a directory whose name marks it as unused (`archived`, `backup`, `deprecated`, …).
#
#   **Fix safety.** No automatic fix: the conversion is a separate command, and which objects can be deleted is your
#   decision.
# related_resources:
# - description: Karpenter, v1beta1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure
# custom:
#   id: KL303
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [karpenter.sh/v1alpha, karpenter.k8s.aws/v1alpha]
package karplint.rules.mixed_alpha_and_beta

import data.karplint.lib.api
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.served
import data.karplint.lib.values
import data.karplint.lib.versions

report contains finding(objects) if {
	together
	not version_known
}

# If nothing shows what is installed, the objects in one directory are taken to be for one cluster.
report contains finding(found) if {
	not input.project.terraform
	not input.target.known
	count(installations.controllers) == 0
	some found in in_directories
}

# finding(found): undefined if all objects are alpha, or none is. found maps each API to its objects.
finding(found) := {
	"resource": alpha.id,
	"path": ["apiVersion"],
	"message": sprintf("%s is of the alpha API, and %s of %s", [pools.title(alpha), pools.title(successor), generation]),
	"why": why[generation],
	"help": help[generation],
	"related": [{"resource": successor.id, "path": ["apiVersion"], "message": sprintf("%s uses the newer API", [pools.title(successor)])}],
} if {
	alpha := found.alpha[0]
	generation := [each | some each in ["v1", "v1beta1"]; count(found[each]) > 0][0]
	successor := found[generation][0]
}

# in_directories: like objects, for each directory that contains an alpha object.
in_directories := {directory: {generation: [all[i] | all := objects[generation]; some i, _ in object.get(indexes, [generation, directory], {})] |
	some generation in ["alpha", "v1beta1", "v1"]
} |
	some directory in {values.parent(split(resource.file, "/")) | some resource in objects.alpha}
}

# indexes: by API and directory, the indexes of the objects there as keys.
indexes := object.union_n([{generation: {values.parent(split(resource.file, "/")): {i: true}}} |
	some generation, all in objects
	some i, resource in all
])

why := {"v1beta1": "only Karpenter 0.32 serves both", "v1": "no version of Karpenter serves both"}

help := {
	"v1beta1": "run 0.32 until the alpha objects are converted and deleted",
	"v1": "convert or delete the remaining alpha objects",
}

# objects: by API, the objects that are certainly used together.
objects[generation] := [resource |
	some resource in pools.objects({"Provisioner", "AWSNodeTemplate", "NodePool", "EC2NodeClass"})
	api.of(resource.value) == generation
	not optional(resource)
] if {
	some generation in ["alpha", "v1beta1", "v1"]
}

# optional(resource): it may be an alternative to the others.
optional(resource) if object.get(resource.value, "gate", "") != ""

optional(resource) if {
	resource.block == ""
	regex.match(`(?i)(^|/)templates/|v1alpha|v1beta|alpha[0-9]|beta[0-9]|legacy|(^|[/._-])(old|examples?|samples?|demo)([/._-]|$)`, resource.file)
}

# together: all objects of the project are for one cluster.
together if input.project.terraform

together if count(installations.controllers) == 1

# version_known: KL301 reports what is not served, or everything is served. A target derived from the objects
# themselves does not count, because that is the version that serves them all.
version_known if {
	some resources in objects
	served.never(resources[0].value.apiVersion, resources[0].value.kind)
}

version_known if {
	some controller in installations.controllers
	versions.range(controller.value.version)
}

version_known if input.target.min == input.target.max
