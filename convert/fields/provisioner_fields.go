package fields

import (
	"math"
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// Sources of rows: the code of Karpenter's alpha API, and the schema of its successor.
const (
	fromAlphaPool    = "karpenter@v0.32.10:pkg/utils/nodepool/nodepool.go"
	fromDefaults     = "karpenter-provider-aws@v0.32.10:pkg/apis/v1alpha5/provisioner.go"
	fromProvider     = "karpenter-provider-aws@v0.32.10:pkg/apis/v1alpha1/provider.go"
	fromPoolCRD      = "karpenter@v0.32.10:pkg/apis/crds/karpenter.sh_nodepools.yaml"
	fromClassCRD     = "karpenter-provider-aws@v0.32.10:pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml"
	fromAlphaKubelet = "karpenter@v0.32.10:pkg/apis/v1beta1/nodeclaim.go"
)

// Provisioner converts a v1alpha5 Provisioner to a v1beta1 NodePool.
var Provisioner = ObjectTable(pages.Guide, pages.Names, slices.Concat(Table{
	{From: "spec.annotations", Is: mapping, To: "spec.template.metadata.annotations", How: renameNodeAnnotations, Source: pages.Names,
		Why: "do-not-consolidate becomes do-not-disrupt if it is \"true\", and is removed if it is not, because the new annotation has an effect with " +
			"any value"},
	{From: "spec.annotations.*", Is: text},
	{From: "spec.labels", Is: mapping, To: "spec.template.metadata.labels", How: dropEmptyLabels, Check: countLabels, Source: fromPoolCRD,
		Why: "karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods are removed: no NodePool may set them"},
	{From: "spec.labels.*", Is: text, How: dropLabel, Check: checkLabel, Why: "as in spec.labels", Source: fromPoolCRD},
},
	taintFields("spec.taints", "spec.template.spec.taints", "v1beta1 rejects it", fromPoolCRD),
	taintFields("spec.startupTaints", "spec.template.spec.startupTaints", "v1beta1 rejects it", fromPoolCRD),
	requirementFields(Row{From: "spec.requirements", How: convertRequirements, Becomes: "spec.template.spec.requirements", Source: fromDefaults,
		Why: "the defaults of the alpha API are appended, unless --ignore-defaults is set"}, fromPoolCRD),
	kubeletFields(Row{From: "spec.kubeletConfiguration", To: "spec.template.spec.kubelet", How: dropEmptyKubelet, Check: checkKubelet,
		Source: fromAlphaPool,
		Why:    "left out if it contained only containerRuntime"}, "a rule of the CRD accepts only strings", fromPoolCRD),
	Table{
		{From: "spec.kubeletConfiguration.containerRuntime", Is: text, How: dropContainerRuntime, Gone: true, Source: fromAlphaKubelet,
			Why: "dropped, because only containerd is left; dockerd is a decision"},

		{From: "spec.provider", Is: anyForm, How: inlineProvider, Becomes: "spec.template.spec.nodeClassRef", Source: pages.Provider,
			Why: "becomes an EC2NodeClass with the Provisioner's name, after the NodePool; name-provider if a class has that name"},
		{From: "spec.providerRef", Is: mapping, To: "spec.template.spec.nodeClassRef", How: convertProviderRef, Source: pages.Pool,
			Why: "apiVersion and kind of an EC2NodeClass, whatever they were before"},
		{From: "spec.providerRef.apiVersion", Is: text, Why: "karpenter.k8s.aws/v1beta1", Source: pages.Pool},
		{From: "spec.providerRef.kind", Is: text, Why: "EC2NodeClass", Source: pages.Pool},
		{From: "spec.providerRef.name", Is: text},

		{From: "spec.limits", Is: mapping, Check: checkLimits},
		{From: "spec.limits.resources", Is: mapping, To: "spec.limits"},
		{From: "spec.limits.resources.*", Is: quantity, How: checkQuantity, Why: "a number with a fraction is quoted, as every version requires",
			Source: fromPoolCRD},
		{From: "spec.weight", Is: number, Check: weight},

		// convertDisruption combines these fields into spec.disruption.
		{From: "spec.consolidation", Is: mapping, How: leave, Becomes: "spec.disruption", Source: pages.Consolidate,
			Why: "decides the policy, together with spec.ttlSecondsAfterEmpty"},
		{From: "spec.consolidation.enabled", Is: boolean, How: leave, Becomes: "spec.disruption.consolidationPolicy", Source: pages.Consolidate,
			Why: "WhenUnderutilized where it is true, else WhenEmpty"},
		{From: "spec.ttlSecondsAfterEmpty", Is: number, How: leave, Becomes: "spec.disruption.consolidateAfter", Source: pages.Empty,
			Why: "a duration in the largest unit of h, m and s that divides it; removed beside consolidation, where the alpha API rejects it"},
		{From: "spec.ttlSecondsUntilExpired", Is: number, How: leave, Becomes: "spec.disruption.expireAfter", Source: pages.Expiry,
			Why: "a duration in the largest unit of h, m and s that divides it"},
	}))

// absentInProvisioner has the rows of fields that are written out because they are missing.
var absentInProvisioner = Table{
	{From: "spec.requirements", Becomes: "spec.template.spec.requirements", Source: fromDefaults,
		Why: "the defaults of the alpha API, except where a requirement on the same key or a related one replaces them: kubernetes.io/os In linux; " +
			"kubernetes.io/arch In amd64; karpenter.sh/capacity-type In on-demand; karpenter.k8s.aws/instance-category In c, m, r and " +
			"karpenter.k8s.aws/instance-generation Gt 2"},
	{From: "spec.consolidation.enabled", Becomes: "spec.disruption.consolidationPolicy", Source: pages.Consolidate,
		Why: "WhenEmpty: the alpha API did not consolidate by default, v1beta1 does"},
	{From: "spec.ttlSecondsAfterEmpty", Becomes: "spec.disruption.consolidateAfter", Source: pages.Empty,
		Why: "Never, unless spec.consolidation.enabled is true: empty nodes were kept"},
	{From: "spec.ttlSecondsUntilExpired", Becomes: "spec.disruption.expireAfter", Source: pages.Expiry,
		Why: "Never: nodes did not expire, and in v1beta1 they expire after 720h"},
}

// taintFields returns the rows of a list of taints. refused tells why an empty value is removed.
func taintFields(path, to, refused, source string) Table {
	return Table{
		{From: path, Is: list, To: to},
		{From: path + "[]", Is: mapping, Check: checkTaint},
		{From: path + "[].key", Is: text, Check: checkTaintKey},
		{From: path + "[].value", Is: text, How: dropTaintValue, Check: checkTaintValue, Why: "\"\" is removed, which means the same as none: " + refused,
			Source: source},
		{From: path + "[].effect", Is: text, Check: effects},
		{From: path + "[].timeAdded", Is: text},
	}
}

// requirementFields returns the rows of a list of requirements. requirement becomes their first row.
func requirementFields(requirement Row, source string) Table {
	path := requirement.From
	requirement.Is = list
	return Table{
		requirement,
		{From: path + "[]", Is: mapping, How: dropRequirement, Check: checkRequirement, Source: source,
			Why: "those on karpenter.sh/provisioner-name and karpenter.k8s.aws/instance-pods are removed: no NodePool may have them"},
		{From: path + "[].key", Is: text},
		{From: path + "[].operator", Is: text, Check: operators},
		{From: path + "[].values", Is: list},
		{From: path + "[].values[]", Is: text, Check: checkLabelValue},
	}
}

// kubeletFields returns the rows of the kubelet settings. kubelet becomes their first row; quoted tells why numbers are quoted.
func kubeletFields(kubelet Row, quoted, source string) Table {
	path := kubelet.From
	kubelet.Is = mapping
	quoted = "numbers are quoted, because " + quoted
	return Table{
		kubelet,
		{From: path + ".clusterDNS", Is: list},
		{From: path + ".clusterDNS[]", Is: text},
		{From: path + ".cpuCFSQuota", Is: boolean},
		{From: path + ".evictionHard", Is: mapping, Check: keysOf(signals)},
		{From: path + ".evictionHard.*", Is: text, Check: checkThreshold},
		{From: path + ".evictionMaxPodGracePeriod", Is: number},
		{From: path + ".evictionSoft", Is: mapping, Check: keysOf(signals)},
		{From: path + ".evictionSoft.*", Is: text, Check: checkThreshold},
		{From: path + ".evictionSoftGracePeriod", Is: mapping, Check: keysOf(signals)},
		{From: path + ".evictionSoftGracePeriod.*", Is: text},
		{From: path + ".imageGCHighThresholdPercent", Is: number, Check: inRange(0, 100)},
		{From: path + ".imageGCLowThresholdPercent", Is: number, Check: inRange(0, 100)},
		{From: path + ".kubeReserved", Is: mapping, Check: keysOf(reservable)},
		{From: path + ".kubeReserved.*", Is: quantity, How: quoteReserved, Check: checkReserved, Why: quoted, Source: source},
		{From: path + ".maxPods", Is: number, Check: inRange(0, math.MaxInt32)},
		{From: path + ".podsPerCore", Is: number, Check: inRange(0, math.MaxInt32)},
		{From: path + ".systemReserved", Is: mapping, Check: keysOf(reservable)},
		{From: path + ".systemReserved.*", Is: quantity, How: quoteReserved, Check: checkReserved, Why: quoted, Source: source},
	}
}
