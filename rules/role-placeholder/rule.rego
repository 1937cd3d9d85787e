# METADATA
# title: The role of a class is still a placeholder
# description: |
#   An `EC2NodeClass` of v1beta1 sets the IAM role of its nodes; an `AWSNodeTemplate` did not. A converter therefore
#   cannot know the role: `karpenter-convert`, and `karplint convert` without `--role`, write
#   `role: $KARPENTER_NODE_ROLE` for someone to replace. Kubernetes accepts that text as a role. Karpenter then asks AWS for
#   a role of that name, finds none, and launches no nodes. Until Karpenter 1.7 the role of a class cannot be changed,
#   so the class has to be deleted and created again. Kubernetes rejects an empty `role` or `instanceProfile` at once.
#
#   **What to do.** Set the name of the role, not its ARN: `role: KarpenterNodeRole-shop`.
#   `karplint convert --role NAME` avoids the placeholder in the first place.
#
#   **Only a warning** if other values in the manifest have the same form (`$CLUSTER_NAME`): it may then be a template
#   that `envsubst` fills in.
#
#   **Not reported.** Values that a template or Terraform fills in: `${KARPENTER_NODE_ROLE}`, `{{ .Values.role }}`,
#   `$KARPENTER_NODE_IAM_ROLE_NAME`, and the `<PLACEHOLDER>` of a text that is meant to be copied. An empty value that
#   comes from the default of a variable or is in the base of a kustomization.
#
#   **Fix safety.** No automatic fix: the file does not contain the name.
# related_resources:
# - description: Usage notes of karpenter-convert
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v0.32.10/tools/karpenter-convert/README.md
# - description: Karpenter, spec.role
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specrole
# custom:
#   id: KL526
#   severity: error
#   severity_note: warning if the manifest has other shell variables that may be filled in
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   needles: [EC2NodeClass]
package karplint.rules.role_placeholder

import data.karplint.facts
import data.karplint.lib.classes
import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": ["spec", "role"],
	"severity": severity,
	"message": sprintf("role %q is a converter's placeholder", [placeholder]),
	"why": "AWS has no role of that name, and Karpenter launches no nodes",
	"help": set_role,
} if {
	classes.spec.role == placeholder
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", field],
	"message": sprintf("%s is empty", [field]),
	"why": "the API server rejects the class",
	"help": advice(field),
} if {
	some field in ["role", "instanceProfile"]
	classes.spec[field] == ""
	literal.at(["spec", field])
	not classes.part
	not kustomize.patched(["spec", field])
}

placeholder := facts.alpha_to_v1beta1.role_placeholder

set_role := "set role to the name of the nodes' IAM role"

advice(field) := set_role if {
	every other in {"role", "instanceProfile"} - {field} {
		object.get(classes.spec, other, "") in {"", null}
	}
} else := "delete it"

default severity := "error"

severity := "warning" if {
	walk(object.remove(input.resource.value, ["kind"]), [path, value])
	path != ["spec", "role"]
	not "userData" in path
	regex.match(`\$(\{[A-Z_][A-Z0-9_]*\}|[A-Z_][A-Z0-9_]*)`, text(value))
}

text(value) := value["$unknown"] if values.unknown(value)

else := value if is_string(value)
