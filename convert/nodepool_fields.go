package convert

import "slices"

// Where Karpenter's own conversion is written, and what v1 takes. The rows name these as their sources.
const (
	fromPool    = "karpenter@v1.0.8:pkg/apis/v1/nodepool_conversion.go"
	fromClass   = "karpenter-provider-aws@v1.0.8:pkg/apis/v1/ec2nodeclass_conversion.go"
	fromPoolV1  = "karpenter@v1.0.8:pkg/apis/crds/karpenter.sh_nodepools.yaml"
	fromClassV1 = "karpenter-provider-aws@v1.0.8:pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml"
)

// nodePool maps a v1beta1 NodePool to one of v1.
var nodePool = objectTable(guideV1, seeNamesV1, slices.Concat(table{
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
		why: "do-not-consolidate, which v1 does not obey, becomes do-not-disrupt where it is \"true\", and goes where it is not", source: seeNamesV1},
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
	{from: "spec.template.spec.requirements", is: list},
	{from: "spec.template.spec.requirements[]", is: mapping, how: requirement, check: checkRequirement, source: fromPoolV1,
		why: "those on karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods go: no NodePool may have them"},
	{from: "spec.template.spec.requirements[].key", is: text},
	{from: "spec.template.spec.requirements[].operator", is: text, check: operators},
	{from: "spec.template.spec.requirements[].values", is: list},
	{from: "spec.template.spec.requirements[].values[]", is: text, check: checkLabelValue},
	{from: "spec.template.spec.requirements[].minValues", is: number},
	{from: "spec.template.spec.resources", is: anything, how: resources, gone: true, why: "nothing reads it, and 0.34 and later refuse it", source: fromPoolV1},
}, betaTaints("spec.template.spec.taints"), betaTaints("spec.template.spec.startupTaints"),
	kubeletFields("spec.template.spec.kubelet", row{how: stay, check: knownKubelet, becomes: "EC2NodeClass spec.kubelet",
		why:    "moves to spec.kubelet of the EC2NodeClass that the pool names; pools that share a class and do not agree get copies of it",
		source: seeKubelet}),
))

// absentInNodePool says what is written out for fields that a v1beta1 NodePool does not have.
var absentInNodePool = table{
	{from: "spec.disruption.consolidationPolicy", becomes: "spec.disruption.consolidationPolicy", why: "WhenEmptyOrUnderutilized, which v1beta1 meant", source: fromPool},
	{from: "spec.disruption.consolidateAfter", becomes: "spec.disruption.consolidateAfter", why: "0s beside WhenUnderutilized, which v1beta1 meant, and v1 requires the field", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.apiVersion", becomes: "spec.template.spec.nodeClassRef.group", why: "karpenter.k8s.aws, for v1 requires the field", source: fromPool},
	{from: "spec.template.spec.nodeClassRef.kind", becomes: "spec.template.spec.nodeClassRef.kind", why: "EC2NodeClass, for v1 requires the field", source: fromPool},
}

func betaTaints(at string) table {
	return table{
		{from: at, is: list},
		{from: at + "[]", is: mapping, check: taint},
		{from: at + "[].key", is: text, check: taintKey},
		{from: at + "[].value", is: text, how: taintValue, check: checkTaintValue, why: "\"\" goes, which means the same as none: v1 refuses it", source: fromPoolV1},
		{from: at + "[].effect", is: text, check: effects},
		{from: at + "[].timeAdded", is: text},
	}
}

// kubeletFields returns the rows of the kubelet's settings, which stand at a path; the row of that path has the how of whole.
func kubeletFields(at string, whole row) table {
	whole.from, whole.is = at, mapping
	return table{
		whole,
		{from: at + ".clusterDNS", is: list},
		{from: at + ".clusterDNS[]", is: text},
		{from: at + ".cpuCFSQuota", is: boolean},
		{from: at + ".evictionHard", is: mapping},
		{from: at + ".evictionHard.*", is: text, check: evictionThreshold},
		{from: at + ".evictionMaxPodGracePeriod", is: number},
		{from: at + ".evictionSoft", is: mapping},
		{from: at + ".evictionSoft.*", is: text, check: evictionThreshold},
		{from: at + ".evictionSoftGracePeriod", is: mapping},
		{from: at + ".evictionSoftGracePeriod.*", is: text},
		{from: at + ".imageGCHighThresholdPercent", is: number},
		{from: at + ".imageGCLowThresholdPercent", is: number},
		{from: at + ".kubeReserved", is: mapping},
		{from: at + ".kubeReserved.*", is: quantity, how: reserved, check: checkReserved, why: "numbers are put in quotes, for v1 takes strings only", source: fromClassV1},
		{from: at + ".maxPods", is: number},
		{from: at + ".podsPerCore", is: number},
		{from: at + ".systemReserved", is: mapping},
		{from: at + ".systemReserved.*", is: quantity, how: reserved, check: checkReserved, why: "numbers are put in quotes, for v1 takes strings only", source: fromClassV1},
	}
}
