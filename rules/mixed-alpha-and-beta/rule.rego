# METADATA
# title: Alpha objects beside those of the new APIs
# description: |
#   The project has objects of Karpenter's alpha API (`Provisioner`, `AWSNodeTemplate`) and of the APIs that have replaced it (`NodePool`,
#   `EC2NodeClass`). **Only Karpenter 0.32 knows both** the alpha API and v1beta1, and no version knows both alpha and v1. Before 0.32 the
#   API server refuses the new objects. From 0.33 it refuses the old ones, or, where their definitions are left in the cluster,
#   keeps them and nobody looks at them: their nodes are no longer replaced, scaled down or removed.
#
#   This is how a project looks in the middle of a migration, for which 0.32 is made. It is also how it looks when somebody stopped there.
#
#   **What to do.** With v1beta1: run 0.32 until each alpha object has its successor, move the workloads, delete the alpha objects, then go on to
#   0.33. With v1: convert or delete what is left of alpha. `karplint convert FILE` writes the successors, and with `--keep` beside
#   the alpha object.
#
#   **What is reported.** Once for each project, at its first alpha object, and only where the version of Karpenter is not known. Where it is, KL301
#   reports each object that it does not serve, and 0.32 serves all: a migration for which `karpenter-version` says 0.32 is
#   left in peace. Where no installation of Karpenter is at hand, once for each directory that has both.
#
#   **Not reported.** What may be an alternative to the rest: objects in Helm templates, blocks of Terraform with `count` or a
#   condition, files whose path names a version of the API or says `legacy`, `old`, `example`, `sample` or `demo`. Manifests that belong to several
#   installations of Karpenter, such as a collection for many clusters, or lie in different directories without one, and those that are put
#   aside by the name of their directory (`archived`, `backup`, `deprecated`, …).
#
#   **Fix safety.** No automatic fix: the conversion is a command of its own, and which objects may go is a decision.
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

# Where nothing says what is installed, what stands in one directory is for one cluster.
report contains finding(found) if {
	not input.project.terraform
	not input.target.known
	count(installations.controllers) == 0
	some found in in_directories
}

# finding(found): undefined if the objects are of one side only. found has lists of them by their API.
finding(found) := {
	"resource": alpha.id,
	"path": ["apiVersion"],
	"message": sprintf("%s is of the alpha API, and %s of %s: %s; %s", [
		pools.title(alpha),
		pools.title(successor),
		successor.value.apiVersion,
		fact[generation],
		advice[generation],
	]),
	"related": [{"resource": successor.id, "path": ["apiVersion"], "message": sprintf("%s of the newer API", [pools.title(successor)])}],
} if {
	alpha := found.alpha[0]
	generation := [each | some each in ["v1", "v1beta1"]; count(found[each]) > 0][0]
	successor := found[generation][0]
}

# in_directories: the same as objects, of the directories that hold one of alpha.
in_directories[directory] := {generation: [all[i] | all := objects[generation]; some i in object.get(numbers_in, [[generation, directory]], [])] |
	some generation in ["alpha", "v1beta1", "v1"]
} if {
	some resource in objects.alpha
	directory := values.parent(split(resource.file, "/"))
}

# numbers_in: by API and directory, the numbers of the objects there.
numbers_in[label] contains i if {
	some generation, all in objects
	some i, resource in all
	label := [generation, values.parent(split(resource.file, "/"))]
}

fact := {"v1beta1": "only Karpenter 0.32 knows both", "v1": "no version of Karpenter knows both"}

advice := {
	"v1beta1": "run 0.32 until the alpha objects are converted and gone",
	"v1": "convert or delete what is left of alpha",
}

# objects: by their API, those that surely are in use together.
objects[generation] := [resource |
	some resource in pools.objects({"Provisioner", "AWSNodeTemplate", "NodePool", "EC2NodeClass"})
	api.of(resource.value) == generation
	not optional(resource)
] if {
	some generation in ["alpha", "v1beta1", "v1"]
}

# optional(resource): it may well be an alternative to the others.
optional(resource) if object.get(resource.value, "gate", "") != ""

optional(resource) if {
	resource.block == ""
	regex.match(`(?i)(^|/)templates/|v1alpha|v1beta|alpha[0-9]|beta[0-9]|legacy|(^|[/._-])(old|examples?|samples?|demo)([/._-]|$)`, resource.file)
}

# together: what the project holds is for one cluster.
together if input.project.terraform

together if count(installations.controllers) == 1

# version_known: KL301 says what is not served, or all is. What the objects themselves tell of the target does not
# count: that is the version that knows them all.
version_known if {
	some resources in objects
	served.never(resources[0].value.apiVersion, resources[0].value.kind)
}

version_known if {
	some controller in installations.controllers
	versions.range(controller.value.version)
}

version_known if input.target.min == input.target.max
