package fields

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// Sources of rows: Karpenter's own conversion, and the schema of v1.
const (
	fromPool    = "karpenter@v1.0.8:pkg/apis/v1/nodepool_conversion.go"
	fromClass   = "karpenter-provider-aws@v1.0.8:pkg/apis/v1/ec2nodeclass_conversion.go"
	fromPoolV1  = "karpenter@v1.0.8:pkg/apis/crds/karpenter.sh_nodepools.yaml"
	fromClassV1 = "karpenter-provider-aws@v1.0.8:pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml"
)

// onlyV1 is the reason for rows of fields that v1beta1 does not have.
const onlyV1 = "a field of v1 only, which may be there already"

// nodePool converts a v1beta1 NodePool to v1.
var nodePool = ObjectTable(pages.GuideV1, pages.NamesV1, slices.Concat(Table{
	{From: "spec.weight", Is: number, Check: weight},
	{From: "spec.limits", Is: mapping},
	{From: "spec.limits.*", Is: quantity},
	{From: "spec.disruption", Is: mapping, Why: "written out where it is absent or {}: v1 requires consolidateAfter", Source: fromPoolV1},
	{From: "spec.disruption.budgets", Is: list},
	{From: "spec.disruption.budgets[]", Is: mapping},
	{From: "spec.disruption.budgets[].nodes", Is: text},
	{From: "spec.disruption.budgets[].schedule", Is: text},
	{From: "spec.disruption.budgets[].duration", Is: text},
	{From: "spec.disruption.budgets[].reasons", Is: list, Check: noteOfV1, Why: onlyV1, Source: fromPoolV1},
	{From: "spec.disruption.consolidationPolicy", Is: text, Check: oneOf("WhenEmpty", "WhenUnderutilized", "WhenEmptyOrUnderutilized"),
		Why: "WhenUnderutilized is called WhenEmptyOrUnderutilized", Source: fromPool},
	{From: "spec.disruption.consolidateAfter", Is: text, Check: checkDuration,
		Why: "0s with WhenUnderutilized, which consolidated at once; Never is kept, which Karpenter's own conversion changes to 0s", Source: fromPool},
	{From: "spec.disruption.expireAfter", Is: text, To: "spec.template.spec.expireAfter", Check: checkDuration,
		Why: "720h where it is absent, in both versions", Source: fromPool},

	{From: "spec.template.spec.expireAfter", Is: text, How: keepExpireAfter, Why: onlyV1 + "; spec.disruption.expireAfter wins, which v1beta1 read",
		Source: fromPoolV1},
	{From: "spec.template.spec.terminationGracePeriod", Is: text, Check: noteOfV1, Why: onlyV1, Source: fromPoolV1},
	{From: "spec.template", Is: mapping},
	{From: "spec.template.metadata", Is: mapping},
	{From: "spec.template.metadata.annotations", Is: mapping, How: renameBetaAnnotations,
		Why: "do-not-consolidate, which v1 ignores, becomes do-not-disrupt if it is \"true\", and is removed if it is not", Source: pages.NamesV1},
	{From: "spec.template.metadata.annotations.*", Is: text},
	{From: "spec.template.metadata.labels", Is: mapping, How: dropEmptyLabels, Check: countLabels,
		Why: "karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods are removed: no NodePool may set them", Source: fromPoolV1},
	{From: "spec.template.metadata.labels.*", Is: text, How: dropLabel, Check: checkLabel, Why: "as in spec.template.metadata.labels",
		Source: fromPoolV1},
	{From: "spec.template.spec", Is: mapping},
	{From: "spec.template.spec.nodeClassRef", Is: mapping, How: completeNodeClassRef,
		Why: "gets the group and the kind of the class, which v1 requires", Source: fromPool},
	{From: "spec.template.spec.nodeClassRef.apiVersion", Is: text, Becomes: "spec.template.spec.nodeClassRef.group", How: leave,
		Why: "the text before the slash; karpenter.k8s.aws where it is absent", Source: fromPool},
	{From: "spec.template.spec.nodeClassRef.group", Is: text, Why: "a field of v1 only, which may be there already", Source: fromPoolV1},
	{From: "spec.template.spec.nodeClassRef.kind", Is: text, Why: "EC2NodeClass where it is absent, because v1 requires it", Source: fromPool},
	{From: "spec.template.spec.nodeClassRef.name", Is: text},
	{From: "spec.template.spec.requirements[].minValues", Is: number},
	{From: "spec.template.spec.resources", Is: anyForm, How: dropResources, Gone: true, Why: "nothing reads it, and 0.34 and later reject it",
		Source: fromPoolV1},
}, requirementFields(Row{From: "spec.template.spec.requirements"}, fromPoolV1),
	taintFields("spec.template.spec.taints", "", "v1 rejects it", fromPoolV1),
	taintFields("spec.template.spec.startupTaints", "", "v1 rejects it", fromPoolV1),
	kubeletFields(Row{From: "spec.template.spec.kubelet", How: leave, Check: checkVisibleKubelet, Becomes: "EC2NodeClass spec.kubelet",
		Source: pages.Kubelet,
		Why:    "moves to spec.kubelet of the pool's EC2NodeClass; pools that share a class and have different settings are a decision"},
		"v1 accepts only strings", fromClassV1),
))

// absentInNodePool has the rows of fields that are written out because a v1beta1 NodePool lacks them.
var absentInNodePool = Table{
	{From: "spec.disruption.consolidationPolicy", Becomes: "spec.disruption.consolidationPolicy", Why: "WhenEmptyOrUnderutilized, which v1beta1 meant",
		Source: fromPool},
	{From: "spec.disruption.consolidateAfter", Becomes: "spec.disruption.consolidateAfter",
		Why: "0s with WhenUnderutilized, as in v1beta1; v1 requires the field", Source: fromPool},
	{From: "spec.template.spec.nodeClassRef.apiVersion", Becomes: "spec.template.spec.nodeClassRef.group",
		Why: "karpenter.k8s.aws, because v1 requires the field", Source: fromPool},
	{From: "spec.template.spec.nodeClassRef.kind", Becomes: "spec.template.spec.nodeClassRef.kind", Why: "EC2NodeClass, because v1 requires the field",
		Source: fromPool},
}
