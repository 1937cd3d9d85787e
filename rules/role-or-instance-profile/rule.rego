# METADATA
# title: A class sets neither a role nor an instance profile, or both
# description: |
#   The nodes that Karpenter launches need an IAM role, or they cannot join the cluster. An `EC2NodeClass` defines it in
#   one of two ways: with `role`, for which Karpenter creates the instance profile itself, or with `instanceProfile`, a
#   profile that you created. Exactly one of the two must be set. With neither or both, Kubernetes rejects the class:
#   `must specify exactly one of ['role', 'instanceProfile']`.
#
#   The field is easily lost in a migration from alpha: an `AWSNodeTemplate` needed neither, because the controller had
#   the setting `aws.defaultInstanceProfile` as a default. That setting has no successor.
#
#   **What to do.** Set `role` to the *name* of the role (not its ARN). Use `instanceProfile` if Karpenter is not
#   allowed to create profiles, or cannot: in a private cluster IAM is not reachable. Karpenter 0.32.0 and 0.32.1 only
#   support `role`; use 0.32.2 or later for an instance profile.
#
#   **Not reported.**
#
#   - Objects that may be part of a class: without its selector terms, in a kustomize directory such as `base` or
#     `overlays`, or with "patch" in the name.
#   - Classes to which a patch of kustomize, Flux or Argo CD adds one of the two.
#   - Classes in which a template or a Terraform expression decides which of the two is set:
#     `{{ if .Values.role }}role: … {{ else }}instanceProfile: …{{ end }}` contains both and renders one.
#   - An empty `role`, which KL526 reports.
#
#   **Fix safety.** No automatic fix: the file does not show which role is intended.
# related_resources:
# - description: Karpenter, spec.role
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specrole
# - description: v1beta1 migration, instance profile
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#instanceprofile
# custom:
#   id: KL525
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   needles: [EC2NodeClass]
package karplint.rules.role_or_instance_profile

import data.karplint.lib.classes
import data.karplint.lib.literal
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": ["spec", "role"],
	"claims": [["spec"]],
	"message": sprintf("the class has %s", [missing]),
	"why": "the API server rejects the class",
	"help": "set role to the name of the nodes' IAM role",
} if {
	classes.is_whole
	certain
	every field in ["role", "instanceProfile"] {
		classes.lacks(field)
	}
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "instanceProfile"],
	"claims": [["spec", "role"], ["spec"]],
	"message": sprintf("the class has both role %q and instanceProfile %q", [classes.spec.role, classes.spec.instanceProfile]),
	"why": "the API server rejects the class",
	"help": "delete one of them",
	"related": [{"resource": input.resource.address, "path": ["spec", "role"], "message": "the role is set here"}],
} if {
	certain
	named("role")
	named("instanceProfile")
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "instanceProfile"],
	"message": sprintf("instanceProfile %q is not supported by Karpenter 0.32.0 and 0.32.1", [classes.spec.instanceProfile]),
	"why": "the API server rejects the class, which has no role",
	"help": "set role, or install 0.32.2 or later",
} if {
	role_only
	named("instanceProfile")
	not "role" in object.keys(classes.spec)
}

# certain: no template or expression decides what the class contains.
certain if {
	literal.at(["spec"])
	not values.open(classes.spec)
}

named(field) if {
	is_string(classes.spec[field])
	classes.spec[field] != ""
}

default role_only := false

role_only if {
	target.at_least("0.32.0")
	target.below("0.32.2")
}

default missing := "neither role nor instanceProfile"

missing := "no role" if role_only
