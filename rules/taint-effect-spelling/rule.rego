# METADATA
# title: The effect of a taint is spelled as in another API
# description: |
#   EKS and Kubernetes have the same three effects in two spellings:
#
#   | In a managed node group (API of EKS, Terraform) | In Kubernetes, eksctl and a pool |
#   |---|---|
#   | `NO_SCHEDULE` | `NoSchedule` |
#   | `NO_EXECUTE` | `NoExecute` |
#   | `PREFER_NO_SCHEDULE` | `PreferNoSchedule` |
#
#   Each refuses the spelling of the other. Teams that reserve a node group for Karpenter's controller write both, in the taint of the group and in
#   the tolerations of the chart.
#
#   **What you see.** For a node group `terraform plan` fails: `expected taint.0.effect to be one of ["NO_SCHEDULE" "NO_EXECUTE"
#   "PREFER_NO_SCHEDULE"], got NoSchedule` ([the resource of the AWS
#   provider](https://github.com/hashicorp/terraform-provider-aws/blob/v5.80.0/internal/service/eks/node_group.go)). For a toleration the API server
#   refuses the pod: `spec.tolerations[0].effect: Unsupported value: "NO_SCHEDULE"`.
#
#   **What to do.** Write the spelling of the API that reads it.
#
#   **Not reported.** Self-managed node groups, whose taints their scripts set in the spelling of Kubernetes; effects that are not known.
#
#   **Fix safety.** Safe for a toleration, because the written effect is refused. No automatic fix for a taint.
# related_resources:
# - description: AWS, Taint
#   ref: https://docs.aws.amazon.com/eks/latest/APIReference/API_Taint.html
# - description: Kubernetes, taints and tolerations
#   ref: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
# custom:
#   id: KL405
#   severity: error
#   scope: project
#   fix: safe
#   fix_note: only for a toleration
#   kinds: [NodeGroup, ChartInstallation]
#   needles: [karpenter]
package karplint.rules.taint_effect_spelling

import data.karplint.lib.installations

# A taint of a managed node group.
report contains {
	"resource": group.id,
	"path": ["taints", i, "written"],
	"message": sprintf("a managed node group has no effect %q", [taint.written]),
	"why": "EKS spells it in capitals, and refuses the node group",
	"help": sprintf("write %q", [spellings[taint.written]]),
} if {
	some group in input.project.by_kind.NodeGroup
	group.value.via in {"aws_eks_node_group", "eks_managed"}
	is_array(group.value.taints)
	some i, taint in group.value.taints
	is_string(taint.written)
	spellings[taint.written]
}

# A toleration.
report contains {
	"resource": resource.id,
	"path": array.concat(path, ["effect"]),
	"message": sprintf("Kubernetes has no effect %q", [toleration.effect]),
	"why": "the API server refuses the pods of the controller",
	"fix": {
		"title": sprintf("write %s", [kubernetes]),
		"safety": "safe",
		"ops": [{"do": "set", "path": array.concat(path, ["effect"]), "value": kubernetes}],
	},
} if {
	some resource in installations.controllers
	some i, toleration in resource.value.values.tolerations
	some kubernetes, eks in spellings
	toleration.effect == eks
	path := ["values", "tolerations", i]
}

# spellings: in Kubernetes → in EKS.
spellings := {"NoSchedule": "NO_SCHEDULE", "NoExecute": "NO_EXECUTE", "PreferNoSchedule": "PREFER_NO_SCHEDULE"}
