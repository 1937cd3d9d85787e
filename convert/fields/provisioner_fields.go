package fields

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

// Provisioner maps a v1alpha5 Provisioner to a v1beta1 NodePool.
var Provisioner = ObjectTable(pages.Guide, pages.Names, slices.Concat(Table{
	{From: "spec.annotations", Is: mapping, To: "spec.template.metadata.annotations", How: nodeAnnotations, Source: pages.Names,
		Why: "do-not-consolidate becomes do-not-disrupt if it is \"true\", and is removed if it is not, because the new annotation has an effect with any value"},
	{From: "spec.annotations.*", Is: text},
	{From: "spec.labels", Is: mapping, To: "spec.template.metadata.labels", How: nodeLabels, Check: countLabels, Source: fromPoolCRD,
		Why: "karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods are removed: no NodePool may set them"},
	{From: "spec.labels.*", Is: text, How: nodeLabel, Check: checkLabel, Why: "as spec.labels says", Source: fromPoolCRD},
},
	taintFields("spec.taints", "spec.template.spec.taints", "v1beta1 rejects it", fromPoolCRD),
	taintFields("spec.startupTaints", "spec.template.spec.startupTaints", "v1beta1 rejects it", fromPoolCRD),
	requirementFields(Row{From: "spec.requirements", How: requirements, Becomes: "spec.template.spec.requirements", Source: fromDefaults,
		Why: "the defaults of the alpha API are appended, unless --ignore-defaults is set"}, fromPoolCRD),
	kubeletFields(Row{From: "spec.kubeletConfiguration", To: "spec.template.spec.kubelet", How: emptyKubelet, Check: kubelet, Source: fromAlphaPool,
		Why: "left out if it contained only containerRuntime"}, "a rule of the CRD accepts only strings", fromPoolCRD),
	Table{
		{From: "spec.kubeletConfiguration.containerRuntime", Is: text, How: containerRuntime, Gone: true, Source: fromAlphaKubelet,
			Why: "dropped, because only containerd is left; dockerd is a decision"},

		{From: "spec.provider", Is: anything, How: inlineProvider, Becomes: "spec.template.spec.nodeClassRef", Source: pages.Provider,
			Why: "becomes an EC2NodeClass with the Provisioner's name, after the NodePool"},
		{From: "spec.providerRef", Is: mapping, To: "spec.template.spec.nodeClassRef", How: classRef, Source: pages.Pool,
			Why: "apiVersion and kind of an EC2NodeClass, whatever they were before"},
		{From: "spec.providerRef.apiVersion", Is: text, Why: "karpenter.k8s.aws/v1beta1", Source: pages.Pool},
		{From: "spec.providerRef.kind", Is: text, Why: "EC2NodeClass", Source: pages.Pool},
		{From: "spec.providerRef.name", Is: text},

		{From: "spec.limits", Is: mapping, Check: limits},
		{From: "spec.limits.resources", Is: mapping, To: "spec.limits"},
		{From: "spec.limits.resources.*", Is: quantity, How: amount, Why: "a number with a fraction is quoted, as every version requires", Source: fromPoolCRD},
		{From: "spec.weight", Is: number, Check: weight},

		// These decide together what stands in spec.disruption: see disrupt.
		{From: "spec.consolidation", Is: mapping, How: stay, Becomes: "spec.disruption", Source: pages.Consolidate,
			Why: "decides the policy, together with spec.ttlSecondsAfterEmpty"},
		{From: "spec.consolidation.enabled", Is: boolean, How: stay, Becomes: "spec.disruption.consolidationPolicy", Source: pages.Consolidate,
			Why: "WhenUnderutilized where it is true, else WhenEmpty"},
		{From: "spec.ttlSecondsAfterEmpty", Is: number, How: stay, Becomes: "spec.disruption.consolidateAfter", Source: pages.Empty,
			Why: "a duration in the largest unit of h, m and s that divides it; removed beside consolidation, where the alpha API rejects it"},
		{From: "spec.ttlSecondsUntilExpired", Is: number, How: stay, Becomes: "spec.disruption.expireAfter", Source: pages.Expiry,
			Why: "a duration in the largest unit of h, m and s that divides it"},
	}))

// absentInProvisioner says what is written out for fields that are not there.
var absentInProvisioner = Table{
	{From: "spec.requirements", Becomes: "spec.template.spec.requirements", Source: fromDefaults,
		Why: "the defaults of the alpha API, except where a requirement on the same key or a related one replaces them: kubernetes.io/os In linux; kubernetes.io/arch In amd64; karpenter.sh/capacity-type In on-demand; karpenter.k8s.aws/instance-category In c, m, r and karpenter.k8s.aws/instance-generation Gt 2"},
	{From: "spec.consolidation.enabled", Becomes: "spec.disruption.consolidationPolicy", Source: pages.Consolidate,
		Why: "WhenEmpty: the alpha API did not consolidate by default, v1beta1 does"},
	{From: "spec.ttlSecondsAfterEmpty", Becomes: "spec.disruption.consolidateAfter", Source: pages.Empty,
		Why: "Never, unless spec.consolidation.enabled is true: empty nodes were kept"},
	{From: "spec.ttlSecondsUntilExpired", Becomes: "spec.disruption.expireAfter", Source: pages.Expiry,
		Why: "Never: nodes did not expire, and in v1beta1 they expire after 720h"},
}

// taintFields returns the rows of a list of taints; refused says why an empty value goes.
func taintFields(at, to, refused, source string) Table {
	return Table{
		{From: at, Is: list, To: to},
		{From: at + "[]", Is: mapping, Check: taint},
		{From: at + "[].key", Is: text, Check: taintKey},
		{From: at + "[].value", Is: text, How: taintValue, Check: checkTaintValue, Why: "\"\" is removed, which means the same as none: " + refused, Source: source},
		{From: at + "[].effect", Is: text, Check: effects},
		{From: at + "[].timeAdded", Is: text},
	}
}

// requirementFields returns the rows of a list of requirements, of which the first one is given.
func requirementFields(whole Row, source string) Table {
	at := whole.From
	whole.Is = list
	return Table{
		whole,
		{From: at + "[]", Is: mapping, How: requirement, Check: checkRequirement, Source: source,
			Why: "those on karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods are removed: no NodePool may have them"},
		{From: at + "[].key", Is: text},
		{From: at + "[].operator", Is: text, Check: operators},
		{From: at + "[].values", Is: list},
		{From: at + "[].values[]", Is: text, Check: checkLabelValue},
	}
}

// kubeletFields returns the rows of the kubelet's settings, of which the first one is given; quoted says why numbers are put in quotes.
func kubeletFields(whole Row, quoted, source string) Table {
	at := whole.From
	whole.Is = mapping
	quoted = "numbers are quoted, because " + quoted
	return Table{
		whole,
		{From: at + ".clusterDNS", Is: list},
		{From: at + ".clusterDNS[]", Is: text},
		{From: at + ".cpuCFSQuota", Is: boolean},
		{From: at + ".evictionHard", Is: mapping, Check: keyed(signals)},
		{From: at + ".evictionHard.*", Is: text, Check: evictionThreshold},
		{From: at + ".evictionMaxPodGracePeriod", Is: number},
		{From: at + ".evictionSoft", Is: mapping, Check: keyed(signals)},
		{From: at + ".evictionSoft.*", Is: text, Check: evictionThreshold},
		{From: at + ".evictionSoftGracePeriod", Is: mapping, Check: keyed(signals)},
		{From: at + ".evictionSoftGracePeriod.*", Is: text},
		{From: at + ".imageGCHighThresholdPercent", Is: number, Check: between(0, 100)},
		{From: at + ".imageGCLowThresholdPercent", Is: number, Check: between(0, 100)},
		{From: at + ".kubeReserved", Is: mapping, Check: keyed(reservable)},
		{From: at + ".kubeReserved.*", Is: quantity, How: reserved, Check: checkReserved, Why: quoted, Source: source},
		{From: at + ".maxPods", Is: number, Check: between(0, math.MaxInt32)},
		{From: at + ".podsPerCore", Is: number, Check: between(0, math.MaxInt32)},
		{From: at + ".systemReserved", Is: mapping, Check: keyed(reservable)},
		{From: at + ".systemReserved.*", Is: quantity, How: reserved, Check: checkReserved, Why: quoted, Source: source},
	}
}
