# METADATA
# title: The role of a class is still a placeholder
# description: |
#   An `EC2NodeClass` of v1beta1 names the IAM role of its nodes, an `AWSNodeTemplate` did not. So a converter cannot know it: `karpenter-convert`, and `karplint
#   convert` without `--role`, write `role: $KARPENTER_NODE_ROLE` for a person to replace. Kubernetes accepts that text as a role. Karpenter then asks AWS
#   for a role of that name, finds none, and starts no node; and until Karpenter 1.7 the role of a class cannot be changed, so the class has to be
#   deleted and made anew. An empty `role` or `instanceProfile` is refused at once.
#
#   **What to do.** Write the name of the role, no ARN: `role: KarpenterNodeRole-shop`. `karplint convert --role NAME` does so in the first place.
#
#   **A warning only**, where other names in the manifest are written in the same way (`$CLUSTER_NAME`): then it may well be a template that
#   `envsubst` fills in.
#
#   **Not reported.** What a template or Terraform fills in: `${KARPENTER_NODE_ROLE}`, `{{ .Values.role }}`, `$KARPENTER_NODE_IAM_ROLE_NAME`,
#   and the `<PLACEHOLDER>` of a text that is made to be copied. An empty text that comes from the default of a variable, or stands in a
#   kustomization's base.
#
#   **Fix safety.** No automatic fix: the name is not in the file.
# related_resources:
# - description: Usage notes of karpenter-convert
#   ref: https://github.com/aws/karpenter-provider-aws/blob/v0.32.10/tools/karpenter-convert/README.md
# - description: Karpenter, spec.role
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specrole
# custom:
#   id: KL526
#   severity: error
#   severity_note: warning where the manifest has other shell variables, which something may fill in
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
	"message": sprintf("role %q is the placeholder of a converter; write the name of the nodes' IAM role", [placeholder]),
} if {
	classes.spec.role == placeholder
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", field],
	"message": sprintf("%s is empty, and Kubernetes refuses it; %s", [field, advice(field)]),
} if {
	some field in ["role", "instanceProfile"]
	classes.spec[field] == ""
	literal.at(["spec", field])
	not classes.part
	not kustomize.patched(["spec", field])
}

placeholder := facts.alpha_to_v1beta1.role_placeholder

advice(field) := "write the name of the nodes' IAM role" if {
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
