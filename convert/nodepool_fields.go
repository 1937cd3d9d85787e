package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// Where Karpenter's own conversion is written, and what v1 takes. The rows name these as their sources.
const (
	fromPool    = "karpenter@v1.0.8:pkg/apis/v1/nodepool_conversion.go"
	fromClass   = "karpenter-provider-aws@v1.0.8:pkg/apis/v1/ec2nodeclass_conversion.go"
	fromPoolV1  = "karpenter@v1.0.8:pkg/apis/crds/karpenter.sh_nodepools.yaml"
	fromClassV1 = "karpenter-provider-aws@v1.0.8:pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml"
)

// nodePool maps a v1beta1 NodePool to one of v1.
var nodePool = objectTable(pages.GuideV1, pages.NamesV1, slices.Concat(table{
	{from: "spec.weight", is: number, check: weight},
	{from: "spec.limits", is: mapping},
	{from: "spec.limits.*", is: quantity},
	{from: "spec.disruption", is: mapping, why: "written out where it is absent or {}: v1 requires consolidateAfter", source: fromPoolV1},
	{from: "spec.disruption.budgets", is: list},
	{from: "spec.disruption.budgets[]", is: mapping},
	{from: "spec.disruption.budgets[].nodes", is: text},
	{from: "spec.disruption.budgets[].schedule", is: text},
	{from: "spec.disruption.budgets[].duration", is: text},
	{from: "spec.disruption.consolidationPolicy", is: text, check: oneOf("WhenEmpty", "WhenUnderutilized"),
		why: "WhenUnderutilized is called WhenEmptyOrUnderutilized", source: fromPool},
	{from: "spec.disruption.consolidateAfter", is: text, check: duration,
		why: "0s beside WhenUnderutilized, which meant that; Never stays, which Karpenter's own conversion turns into 0s", source: fromPool},
	{from: "spec.disruption.expireAfter", is: text, to: "spec.template.spec.expireAfter", check: duration,
		why: "720h where it is absent, in both versions", source: fromPool},

	{from: "spec.template", is: mapping},
	{from: "spec.template.metadata", is: mapping},
	{from: "spec.template.metadata.annotations", is: mapping, how: betaAnnotations,
		why: "do-not-consolidate, which v1 does not obey, becomes do-not-disrupt where it is \"true\", and goes where it is not", source: pages.NamesV1},
	{from: "spec.template.metadata.annotations.*", is: text},
	{from: "spec.template.metadata.labels", is: mapping, how: nodeLabels, check: countLabels,
		why: "karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods go: no NodePool may set them", source: fromPoolV1},
	{from: "spec.template.metadata.labels.*", is: text, how: nodeLabel, check: checkLabel, why: "as spec.template.metadata.labels says", source: fromPoolV1},
	{from: "spec.template.spec", is: mapping},
	{from: "spec.template.spec.nodeClassRef", is: mapping, how: nodeClassRef, why: "names the group and the kind of the class, which v1 requires", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.apiVersion", is: text, becomes: "spec.template.spec.nodeClassRef.group", how: stay,
		why: "the text before the slash; karpenter.k8s.aws where it is absent", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.group", is: text, why: "a field of v1 alone, which may stand there already", source: fromPoolV1},
	{from: "spec.template.spec.nodeClassRef.kind", is: text, why: "EC2NodeClass where it is absent, for v1 requires it", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.name", is: text},
	{from: "spec.template.spec.requirements[].minValues", is: number},
	{from: "spec.template.spec.resources", is: anything, how: resources, gone: true, why: "nothing reads it, and 0.34 and later refuse it", source: fromPoolV1},
}, requirementFields(row{from: "spec.template.spec.requirements"}, fromPoolV1),
	taintFields("spec.template.spec.taints", "", "v1 refuses it", fromPoolV1), taintFields("spec.template.spec.startupTaints", "", "v1 refuses it", fromPoolV1),
	kubeletFields(row{from: "spec.template.spec.kubelet", how: stay, check: knownKubelet, becomes: "EC2NodeClass spec.kubelet", source: pages.Kubelet,
		why: "moves to spec.kubelet of the EC2NodeClass that the pool names; pools that share a class and do not agree get copies of it"},
		"v1 takes strings only", fromClassV1),
))

// absentInNodePool says what is written out for fields that a v1beta1 NodePool does not have.
var absentInNodePool = table{
	{from: "spec.disruption.consolidationPolicy", becomes: "spec.disruption.consolidationPolicy", why: "WhenEmptyOrUnderutilized, which v1beta1 meant", source: fromPool},
	{from: "spec.disruption.consolidateAfter", becomes: "spec.disruption.consolidateAfter", why: "0s beside WhenUnderutilized, which v1beta1 meant, and v1 requires the field", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.apiVersion", becomes: "spec.template.spec.nodeClassRef.group", why: "karpenter.k8s.aws, for v1 requires the field", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.kind", becomes: "spec.template.spec.nodeClassRef.kind", why: "EC2NodeClass, for v1 requires the field", source: fromPool},
}
