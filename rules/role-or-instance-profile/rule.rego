# METADATA
# title: A class names no role for its nodes, or both a role and an instance profile
# description: |
#   The nodes that Karpenter starts need an IAM role, or they cannot join the cluster. An `EC2NodeClass` says which: by `role`, and Karpenter
#   makes the instance profile itself, or by `instanceProfile`, one that you made. Exactly one of the two must be there. With none, or with
#   both, Kubernetes refuses the class: `must specify exactly one of ['role', 'instanceProfile']`.
#
#   It is easily lost on the way from alpha: an `AWSNodeTemplate` needed neither, because a setting of the controller,
#   `aws.defaultInstanceProfile`, stood in. That setting has no successor.
#
#   **What to do.** Set `role` to the *name* of the role (no ARN). Use `instanceProfile` where Karpenter may not create profiles, or cannot:
#   in a private cluster IAM cannot be reached. Karpenter 0.32.0 and 0.32.1 know `role` only; use 0.32.2 or later for an instance profile.
#
#   **Not reported.** What may be a part of a class: without its selector terms, in a directory of a kustomization such as `base` or `overlays`, or with
#   "patch" in its name, and one to which a patch of a kustomization, of Flux or Argo CD adds one of the two. Classes in which a template or an expression of Terraform decides which of the two is there:
#   `{{ if .Values.role }}role: … {{ else }}instanceProfile: …{{ end }}` holds both, and renders one. An empty `role` is KL526.
#
#   **Fix safety.** No automatic fix: which role was meant is not in the file.
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
	"message": sprintf("the class has %s, and Kubernetes refuses it; set role to the name of the nodes' IAM role", [missing]),
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
	"message": sprintf("the class has role %q and instanceProfile %q, and Kubernetes refuses both together; delete one of them", [
		classes.spec.role,
		classes.spec.instanceProfile,
	]),
	"related": [{"resource": input.resource.address, "path": ["spec", "role"], "message": "the role is here"}],
} if {
	certain
	named("role")
	named("instanceProfile")
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "instanceProfile"],
	"message": sprintf("instanceProfile %q is no field of Karpenter 0.32.0 and 0.32.1; write role, or install 0.32.2 or later", [classes.spec.instanceProfile]),
} if {
	role_only
	named("instanceProfile")
	not "role" in object.keys(classes.spec)
}

# certain: the class holds what it shows.
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
