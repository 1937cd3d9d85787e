package convert

import (
	"math"
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// Where Karpenter says what its alpha API means, and what the successor of a field is. The rows name these as their sources.
const (
	fromAlphaPool    = "karpenter@v0.32.10:pkg/utils/nodepool/nodepool.go"
	fromDefaults     = "karpenter-provider-aws@v0.32.10:pkg/apis/v1alpha5/provisioner.go"
	fromProvider     = "karpenter-provider-aws@v0.32.10:pkg/apis/v1alpha1/provider.go"
	fromPoolCRD      = "karpenter@v0.32.10:pkg/apis/crds/karpenter.sh_nodepools.yaml"
	fromClassCRD     = "karpenter-provider-aws@v0.32.10:pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml"
	fromAlphaKubelet = "karpenter@v0.32.10:pkg/apis/v1beta1/nodeclaim.go"
)

// provisioner maps a v1alpha5 Provisioner to a v1beta1 NodePool.
var provisioner = objectTable(pages.Guide, pages.Names, slices.Concat(table{
	{from: "spec.annotations", is: mapping, to: "spec.template.metadata.annotations", how: nodeAnnotations, source: pages.Names,
		why: "do-not-consolidate becomes do-not-disrupt where it is \"true\", and goes where it is not, for there the mere presence of the new one counts"},
	{from: "spec.annotations.*", is: text},
	{from: "spec.labels", is: mapping, to: "spec.template.metadata.labels", how: nodeLabels, check: countLabels, source: fromPoolCRD,
		why: "karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods go: no NodePool may set them"},
	{from: "spec.labels.*", is: text, how: nodeLabel, check: checkLabel, why: "as spec.labels says", source: fromPoolCRD},
},
	taintFields("spec.taints", "spec.template.spec.taints", "v1beta1 refuses it", fromPoolCRD),
	taintFields("spec.startupTaints", "spec.template.spec.startupTaints", "v1beta1 refuses it", fromPoolCRD),
	requirementFields(row{from: "spec.requirements", how: requirements, becomes: "spec.template.spec.requirements", source: fromDefaults,
		why: "the defaults of the alpha API are appended, unless --ignore-defaults says otherwise"}, fromPoolCRD),
	kubeletFields(row{from: "spec.kubeletConfiguration", to: "spec.template.spec.kubelet", how: emptyKubelet, check: kubelet, source: fromAlphaPool,
		why: "left out where it held containerRuntime alone"}, "a rule of the CRD takes strings only", fromPoolCRD),
	table{
		{from: "spec.kubeletConfiguration.containerRuntime", is: text, how: containerRuntime, gone: true, source: fromAlphaKubelet,
			why: "dropped, because containerd is all there is; dockerd is a decision"},

		{from: "spec.provider", is: anything, how: inlineProvider, becomes: "spec.template.spec.nodeClassRef", source: pages.Provider,
			why: "becomes an EC2NodeClass of the Provisioner's name, behind the NodePool"},
		{from: "spec.providerRef", is: mapping, to: "spec.template.spec.nodeClassRef", how: classRef, source: pages.Pool,
			why: "apiVersion and kind are those of an EC2NodeClass, whatever stood there"},
		{from: "spec.providerRef.apiVersion", is: text, why: "karpenter.k8s.aws/v1beta1", source: pages.Pool},
		{from: "spec.providerRef.kind", is: text, why: "EC2NodeClass", source: pages.Pool},
		{from: "spec.providerRef.name", is: text},

		{from: "spec.limits", is: mapping, check: limits},
		{from: "spec.limits.resources", is: mapping, to: "spec.limits"},
		{from: "spec.limits.resources.*", is: quantity, how: amount, why: "a number with a fraction is put in quotes, as every version insists", source: fromPoolCRD},
		{from: "spec.weight", is: number, check: weight},

		// These decide together what stands in spec.disruption: see disrupt.
		{from: "spec.consolidation", is: mapping, how: stay, becomes: "spec.disruption", source: pages.Consolidate,
			why: "says the policy, together with spec.ttlSecondsAfterEmpty"},
		{from: "spec.consolidation.enabled", is: boolean, how: stay, becomes: "spec.disruption.consolidationPolicy", source: pages.Consolidate,
			why: "WhenUnderutilized where it is true, else WhenEmpty"},
		{from: "spec.ttlSecondsAfterEmpty", is: number, how: stay, becomes: "spec.disruption.consolidateAfter", source: pages.Empty,
			why: "a duration in the largest unit of h, m and s that divides it; the alpha API refuses it beside consolidation, and there it goes"},
		{from: "spec.ttlSecondsUntilExpired", is: number, how: stay, becomes: "spec.disruption.expireAfter", source: pages.Expiry,
			why: "a duration in the largest unit of h, m and s that divides it"},
	}))

// absentInProvisioner says what is written out for fields that are not there.
var absentInProvisioner = table{
	{from: "spec.requirements", becomes: "spec.template.spec.requirements", source: fromDefaults,
		why: "the defaults of the alpha API that no requirement on the same key, or a kindred one, takes the place of: kubernetes.io/os In linux; kubernetes.io/arch In amd64; karpenter.sh/capacity-type In on-demand; karpenter.k8s.aws/instance-category In c, m, r and karpenter.k8s.aws/instance-generation Gt 2"},
	{from: "spec.consolidation.enabled", becomes: "spec.disruption.consolidationPolicy", source: pages.Consolidate,
		why: "WhenEmpty: the alpha API did not consolidate unless told to, v1beta1 does"},
	{from: "spec.ttlSecondsAfterEmpty", becomes: "spec.disruption.consolidateAfter", source: pages.Empty,
		why: "Never, unless spec.consolidation.enabled is true: empty nodes stayed"},
	{from: "spec.ttlSecondsUntilExpired", becomes: "spec.disruption.expireAfter", source: pages.Expiry,
		why: "Never: nodes lived for ever, and v1beta1 ends them after 720h"},
}

// taintFields returns the rows of a list of taints; refused says why an empty value goes.
func taintFields(at, to, refused, source string) table {
	return table{
		{from: at, is: list, to: to},
		{from: at + "[]", is: mapping, check: taint},
		{from: at + "[].key", is: text, check: taintKey},
		{from: at + "[].value", is: text, how: taintValue, check: checkTaintValue, why: "\"\" goes, which means the same as none: " + refused, source: source},
		{from: at + "[].effect", is: text, check: effects},
		{from: at + "[].timeAdded", is: text},
	}
}

// requirementFields returns the rows of a list of requirements, of which the first one is given.
func requirementFields(whole row, source string) table {
	at := whole.from
	whole.is = list
	return table{
		whole,
		{from: at + "[]", is: mapping, how: requirement, check: checkRequirement, source: source,
			why: "those on karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods go: no NodePool may have them"},
		{from: at + "[].key", is: text},
		{from: at + "[].operator", is: text, check: operators},
		{from: at + "[].values", is: list},
		{from: at + "[].values[]", is: text, check: checkLabelValue},
	}
}

// kubeletFields returns the rows of the kubelet's settings, of which the first one is given; quoted says why numbers are put in quotes.
func kubeletFields(whole row, quoted, source string) table {
	at := whole.from
	whole.is = mapping
	quoted = "numbers are put in quotes, for " + quoted
	return table{
		whole,
		{from: at + ".clusterDNS", is: list},
		{from: at + ".clusterDNS[]", is: text},
		{from: at + ".cpuCFSQuota", is: boolean},
		{from: at + ".evictionHard", is: mapping, check: keyed(signals)},
		{from: at + ".evictionHard.*", is: text, check: evictionThreshold},
		{from: at + ".evictionMaxPodGracePeriod", is: number},
		{from: at + ".evictionSoft", is: mapping, check: keyed(signals)},
		{from: at + ".evictionSoft.*", is: text, check: evictionThreshold},
		{from: at + ".evictionSoftGracePeriod", is: mapping, check: keyed(signals)},
		{from: at + ".evictionSoftGracePeriod.*", is: text},
		{from: at + ".imageGCHighThresholdPercent", is: number, check: between(0, 100)},
		{from: at + ".imageGCLowThresholdPercent", is: number, check: between(0, 100)},
		{from: at + ".kubeReserved", is: mapping, check: keyed(reservable)},
		{from: at + ".kubeReserved.*", is: quantity, how: reserved, check: checkReserved, why: quoted, source: source},
		{from: at + ".maxPods", is: number, check: between(0, math.MaxInt32)},
		{from: at + ".podsPerCore", is: number, check: between(0, math.MaxInt32)},
		{from: at + ".systemReserved", is: mapping, check: keyed(reservable)},
		{from: at + ".systemReserved.*", is: quantity, how: reserved, check: checkReserved, why: quoted, source: source},
	}
}
