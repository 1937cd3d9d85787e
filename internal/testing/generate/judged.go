package generate

import (
	"fmt"

	"pgregory.net/rapid"
)

// Judged returns a generator of files with one NodePool, or one NodeOverlay in v1alpha1. Their labels, taints and requirements
// concern checks of Karpenter itself, beyond the CRDs. About half of them are valid.
func Judged(apiVersion string) *rapid.Generator[File] {
	return rapid.Custom(func(t *rapid.T) File {
		g := &judged{source: &source{t}}
		g.wrong = pick(g.source, 0, 0, 10, 40)
		kind, spec := "NodePool", g.judgedPool
		if apiVersion == "karpenter.sh/v1alpha1" {
			kind, spec = "NodeOverlay", g.judgedOverlay
		}
		tree := Map{{"apiVersion", apiVersion}, {"kind", kind}, {"metadata", Map{{"name", "default"}}}, {"spec", spec()}}
		return g.file([]Object{{APIVersion: apiVersion, Kind: kind, Name: "default", Tree: tree}})
	})
}

// judged draws the parts of a pool.
type judged struct {
	*source
	wrong int // the percentage of values that are drawn from wrong ones
}

func (g *judged) judgedPool() Map {
	spec := Map{{"nodeClassRef", Map{{"group", "karpenter.k8s.aws"}, {"kind", "EC2NodeClass"}, {"name", "default"}}}}
	spec.add("requirements", g.judgedRequirements())
	for _, list := range []string{"taints", "startupTaints"} {
		if g.chance(60) {
			spec.add(list, g.judgedTaints(list))
		}
	}
	if g.chance(60) {
		return Map{{"template", Map{{"metadata", Map{{"labels", g.judgedLabels()}}}, {"spec", spec}}}}
	}
	return Map{{"template", Map{{"spec", spec}}}}
}

func (g *judged) judgedOverlay() Map {
	spec := Map{{"requirements", g.judgedRequirements()}}
	if g.chance(50) {
		resource := g.either([]string{"example.com/dongle", "smarter-devices/fuse"},
			[]string{"cpu", "pods", "vpc.amazonaws.com/efa", "aws.amazon.com/neuron"})
		spec.add("capacity", Map{{resource, 1}})
	}
	return spec
}

// either draws from the right values, or with the file's probability from the wrong ones. These may be right by chance.
func (g *judged) either(right, wrong []string) string {
	if g.chance(g.wrong) {
		return pick(g.source, wrong...)
	}
	return pick(g.source, right...)
}

var (
	rightKeys = []string{
		"team", "example.com/team", "karpenter.sh/capacity-type", "kubernetes.io/arch", "kubernetes.io/os", "topology.kubernetes.io/zone",
		"node.kubernetes.io/instance-type", "karpenter.k8s.aws/instance-family", "karpenter.k8s.aws/instance-category",
		"karpenter.k8s.aws/instance-generation", "karpenter.k8s.aws/instance-cpu", "karpenter.k8s.aws/instance-gpu-name", "beta.kubernetes.io/arch",
		"topology.k8s.aws/zone-id", "x.node.kubernetes.io/a", "node-restriction.kubernetes.io/a", "kops.k8s.io/a", "A_b.c",
	}
	wrongKeys = []string{
		"karpenter.sh/nodepool", "kubernetes.io/hostname", "karpenter.sh/team", "x.karpenter.sh/team", "mykarpenter.sh/team", "kubernetes.io/team",
		"x.k8s.io/a", "myk8s.io/a", "karpenter.k8s.aws/instance-famliy", "karpenter.k8s.aws/instance-tenancy", "x.karpenter.k8s.aws/a",
		"karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz", "karpenter.k8s.aws/capacity-reservation-id", "beta.kubernetes.io/zone",
		"two words", "a/b/c", "/a", "a/", "", "-a", "a-", "UPPER.com/a", "a..b/c", "ä", long("a", 63), long("a", 64), long("a", 253) + "/a",
		long("a", 254) + "/a",
	}
	rightValues = []string{"a", "b", "amd64", "arm64", "spot", "on-demand", "linux", "m5", "c6g", "m5.large", "5", "0", "", long("v", 63), "A_b.c"}
	wrongValues = []string{"two words", "-a", "a.", "a/b", "ä", long("v", 64), "ondemand", "-1", "1.5", "99999999999999999999", "+4", "x86_64"}
)

func long(letter string, n int) string {
	return fmt.Sprintf("%0*d", n, 0)[:n-1] + letter
}

func (g *judged) judgedLabels() Map {
	labels := Map{}
	for range g.intn(4) {
		labels.Set(g.either(rightKeys, wrongKeys), g.either(rightValues, wrongValues))
	}
	return labels
}

func (g *judged) judgedTaints(list string) []any {
	var taints []any
	for i := range g.intn(4) {
		key := fmt.Sprintf("%s-%d", list, i)
		if g.chance(g.wrong) {
			key = pick(g.source, "taints-0", g.either(rightKeys, wrongKeys))
		}
		taint := Map{{"key", key}, {"effect", g.either([]string{"NoSchedule", "PreferNoSchedule", "NoExecute"}, []string{"noSchedule", "", "No"})}}
		if g.chance(40) {
			taint.add("value", g.either([]string{"a", "true", "example.com/a", ""}, wrongValues))
		}
		if g.chance(g.wrong) {
			taint = taint[g.intn(2):]
		}
		taints = append(taints, taint)
	}
	return taints
}

func (g *judged) judgedRequirements() []any {
	var requirements []any
	key := ""
	for range g.intn(4) {
		if key == "" || !g.chance(40) { // the others are on the same label
			key = g.either(rightKeys, wrongKeys)
		}
		operator := g.either([]string{"In", "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"}, []string{"Gte", "Lte", "in", "Equals", ""})
		r := Map{{"key", key}, {"operator", operator}}
		values := g.judgedValues(operator)
		if len(values) > 0 || g.chance(50) {
			r.add("values", values)
		}
		if g.chance(g.wrong) {
			r.add("minValues", 1+g.intn(4))
		}
		requirements = append(requirements, r)
	}
	return requirements
}

// judgedValues mostly returns as many values as the operator needs.
func (g *judged) judgedValues(operator string) []any {
	n := 1 + g.intn(3)
	switch operator {
	case "Exists", "DoesNotExist":
		n = 0
	case "Gt", "Lt", "Gte", "Lte":
		if !g.chance(g.wrong) {
			return []any{pick(g.source, "0", "4", "007", "100000")}
		}
		n = g.intn(3)
	default:
		if g.chance(g.wrong) {
			n = 0
		}
	}
	values := []any{}
	for range n {
		values = append(values, g.either(rightValues, wrongValues))
	}
	return values
}
