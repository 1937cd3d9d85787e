package convert_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// entries is a map in the order in which it is to be written.
type entries []entry

type entry struct {
	key   string
	value any // entries, []any, string, int or bool
}

func (m *entries) add(key string, value any) { *m = append(*m, entry{key, value}) }

// generator makes random objects that the alpha API accepts.
type generator struct{ *rand.Rand }

func (g generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

// some returns between min and max different items of from, in random order.
func some[T any](g generator, least, most int, from ...T) []T {
	g.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	return from[:least+g.IntN(min(most, len(from))-least+1)]
}

func anys(texts []string) []any {
	var list []any
	for _, t := range texts {
		list = append(list, t)
	}
	return list
}

// provisioner returns a legal Provisioner. It refers to a class.
func (g generator) provisioner(name, class string) entries {
	var spec entries
	maybe := func(percent int, key string, value func() any) {
		if g.chance(percent) {
			spec.add(key, value())
		}
	}
	ref := entries{{"name", class}}
	if g.chance(40) {
		ref = some(g, 3, 3, entry{"name", class}, entry{"apiVersion", "karpenter.k8s.aws/v1alpha1"}, entry{"kind", "AWSNodeTemplate"})
	}
	spec.add("providerRef", ref)
	maybe(30, "annotations", g.nodeAnnotations)
	maybe(40, "labels", g.nodeLabels)
	maybe(40, "taints", g.taints)
	maybe(20, "startupTaints", g.taints)
	maybe(75, "requirements", g.requirements)
	maybe(40, "kubeletConfiguration", g.kubelet)
	maybe(50, "limits", g.limits)
	maybe(30, "weight", func() any { return 1 + g.IntN(100) })
	maybe(50, "ttlSecondsUntilExpired", func() any { return pick(g, 0, 1, 90, 120, 3600, 86400, 2592000, 2592001) })
	switch g.IntN(5) {
	case 0:
		spec.add("consolidation", entries{{"enabled", true}})
	case 1:
		spec.add("ttlSecondsAfterEmpty", pick(g, 0, 30, 60, 3600, 7201))
	case 2:
		spec.add("consolidation", entries{{"enabled", false}})
		if g.chance(50) {
			spec.add("ttlSecondsAfterEmpty", 30)
		}
	case 3:
		if g.chance(30) {
			spec.add("consolidation", entries{})
		}
	}
	g.Shuffle(len(spec), func(i, j int) { spec[i], spec[j] = spec[j], spec[i] })
	return g.object("karpenter.sh/v1alpha5", "Provisioner", name, spec)
}

func (g generator) object(apiVersion, kind, name string, spec entries) entries {
	meta := entries{{"name", name}}
	if g.chance(30) {
		meta.add("labels", g.labels())
	}
	if g.chance(30) {
		meta.add("annotations", entries{{"example.com/owner", "team"}, {"kubectl.kubernetes.io/last-applied-configuration", "{}"}}[:1+g.IntN(2)])
	}
	object := entries{{"apiVersion", apiVersion}, {"kind", kind}, {"metadata", meta}, {"spec", spec}}
	if g.chance(10) {
		object[2], object[3] = object[3], object[2]
	}
	return object
}

func (g generator) labels() any {
	return entries(some(g, 0, 4, entry{"team", "data"}, entry{"example.com/intent", "apps"}, entry{"billing-team", "my-team"},
		entry{"node.kubernetes.io/exclude-from-external-load-balancers", "true"}, entry{"empty", ""}, entry{"number", "17"}))
}

// nodeLabels are labels of nodes, which may be well known or gone.
func (g generator) nodeLabels() any {
	return append(g.labels().(entries), some(g, 0, 4, entry{"karpenter.sh/capacity-type", "spot"}, entry{"topology.kubernetes.io/zone", "us-west-2a"},
		entry{"node.kubernetes.io/instance-type", "m5.large"}, entry{"kops.k8s.io/instancegroup", "nodes"}, entry{"karpenter.k8s.aws/instance-hypervisor", "nitro"},
		entry{"kubernetes.io/arch", "amd64"}, entry{"beta.kubernetes.io/os", "linux"}, entry{"node-restriction.kubernetes.io/team", "a"},
		entry{"node.kubernetes.io/windows-build", "10.0.17763"}, entry{"karpenter.k8s.aws/instance-pods", "29"})...)
}

func (g generator) nodeAnnotations() any {
	return entries(some(g, 0, 4, entry{"example.com/owner", "my-team"}, entry{"example.com/text", "a: b, [c] {d} #e"},
		entry{"karpenter.sh/do-not-consolidate", pick(g, "true", "false")}, entry{"karpenter.sh/do-not-evict", pick(g, "true", "false")},
		entry{"karpenter.sh/do-not-disrupt", pick(g, "true", "false")}))
}

func (g generator) taints() any {
	var list []any
	for i := range g.IntN(4) {
		taint := entries{{"key", fmt.Sprintf("example.com/taint-%d", i)}, {"effect", pick(g, "NoSchedule", "PreferNoSchedule", "NoExecute")}}
		if g.chance(60) {
			taint.add("value", pick(g, "", "true", "special"))
		}
		if g.chance(10) {
			taint.add("timeAdded", "2023-05-01T12:00:00Z")
		}
		list = append(list, taint)
	}
	return list
}

func (g generator) requirements() any {
	in := func(key string, values ...string) entries {
		return entries{{"key", key}, {"operator", pick(g, "In", "In", "NotIn")}, {"values", anys(some(g, 1, 3, values...))}}
	}
	var list []any
	for _, r := range some(g, 0, 9,
		in("kubernetes.io/os", "linux", "windows"),
		in("kubernetes.io/arch", "amd64", "arm64"),
		in("beta.kubernetes.io/arch", "amd64"),
		in("karpenter.sh/capacity-type", "spot", "on-demand"),
		in("node.kubernetes.io/instance-type", "m5.large", "m5.2xlarge"),
		in("karpenter.k8s.aws/instance-family", "m5", "c5", "r5"),
		in("karpenter.k8s.aws/instance-category", "c", "m", "r"),
		in("topology.kubernetes.io/zone", "us-west-2a", "us-west-2b"),
		entries{{"key", "karpenter.k8s.aws/instance-generation"}, {"operator", pick(g, "Gt", "Lt")}, {"values", []any{"4"}}},
		entries{{"key", "karpenter.k8s.aws/instance-gpu-count"}, {"operator", pick(g, "Exists", "DoesNotExist")}},
		entries{{"key", "karpenter.k8s.aws/instance-gpu-name"}, {"operator", "Exists"}, {"values", []any{}}}[:2+g.IntN(2)],
		entries{{"key", "karpenter.k8s.aws/instance-pods"}, {"operator", "Gt"}, {"values", []any{"10"}}},
	) {
		g.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		list = append(list, r)
	}
	return list
}

func (g generator) kubelet() any {
	reserved := func() entries {
		return some(g, 0, 3, entry{"cpu", pick[any](g, "200m", "1", 1)}, entry{"memory", "100Mi"}, entry{"ephemeral-storage", "3Gi"}, entry{"pid", pick[any](g, "100", 100)})
	}
	hard := func() entries {
		return some(g, 0, 3, entry{"memory.available", pick(g, "5%", "5.25%", "100Mi")}, entry{"nodefs.available", "10%"}, entry{"nodefs.inodesFree", "10%"})
	}
	fields := entries{
		{"clusterDNS", []any{"10.0.1.100"}}, {"containerRuntime", "containerd"}, {"cpuCFSQuota", g.chance(50)},
		{"systemReserved", reserved()}, {"kubeReserved", reserved()}, {"evictionHard", hard()},
		{"evictionMaxPodGracePeriod", 60}, {"imageGCHighThresholdPercent", 85}, {"imageGCLowThresholdPercent", 80},
		{"maxPods", g.IntN(200)}, {"podsPerCore", g.IntN(20)},
	}
	fields = some(g, 0, 11, fields...)
	if g.chance(30) {
		soft := hard()
		var period entries
		for _, e := range soft {
			period.add(e.key, pick(g, "1m", "1m30s", "90s"))
		}
		fields.add("evictionSoft", soft)
		fields.add("evictionSoftGracePeriod", period)
	}
	return fields
}

func (g generator) limits() any {
	if g.chance(10) {
		return entries{}
	}
	return entries{{"resources", entries(some(g, 0, 3, entry{"cpu", pick[any](g, "1000", 1000, "500m")}, entry{"memory", "1000Gi"}, entry{"nvidia.com/gpu", 2}))}}
}

// template returns a legal AWSNodeTemplate.
func (g generator) template(name string) entries {
	spec := entries{{"subnetSelector", g.selector("subnet")}, {"securityGroupSelector", g.selector("sg")}}
	maybe := func(percent int, key string, value func() any) {
		if g.chance(percent) {
			spec.add(key, value())
		}
	}
	ami := false
	maybe(40, "amiSelector", func() any { ami = true; return g.selector("ami") })
	maybe(60, "amiFamily", func() any {
		if ami {
			return pick(g, "AL2", "Bottlerocket", "Ubuntu", "Custom", "Windows2019", "Windows2022")
		}
		return pick(g, "AL2", "Bottlerocket", "Ubuntu", "Windows2019", "Windows2022")
	})
	if !ami {
		maybe(5, "amiSelector", func() any { return entries{} })
	}
	maybe(60, "instanceProfile", func() any { return pick(g, "KarpenterNodeInstanceProfile-demo", "") })
	maybe(40, "tags", func() any {
		return entries(some(g, 0, 3, entry{"team", "data"}, entry{"Name", "karpenter node"}, entry{"cost-center", "0042"}, entry{"empty", ""}))
	})
	maybe(40, "metadataOptions", func() any {
		return entries(some(g, 0, 4, entry{"httpEndpoint", pick(g, "enabled", "disabled")}, entry{"httpProtocolIPv6", pick(g, "enabled", "disabled")},
			entry{"httpPutResponseHopLimit", 1 + g.IntN(3)}, entry{"httpTokens", pick(g, "required", "optional")}))
	})
	maybe(40, "blockDeviceMappings", g.devices)
	maybe(30, "userData", func() any {
		return pick(g, "#!/bin/bash\necho hello # no comment\nstatus: {}\n", "[settings.kubernetes]\n  \"a\" = \"b\"\n\nmax-pods = 10", "one line", "trailing \nresources: {}\n")
	})
	maybe(30, "detailedMonitoring", func() any { return g.chance(50) })
	maybe(10, "context", func() any { return "a-context" })
	g.Shuffle(len(spec), func(i, j int) { spec[i], spec[j] = spec[j], spec[i] })
	return g.object("karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate", name, spec)
}

func (g generator) selector(kind string) any {
	if g.chance(30) {
		ids := fmt.Sprintf("%s-%08x", kind, g.IntN(1<<30))
		for range g.IntN(3) {
			ids += pick(g, ",", ", ") + fmt.Sprintf("%s-%08x", kind, g.IntN(1<<30))
		}
		if kind == "ami" {
			return entries{{pick(g, "aws-ids", "aws::ids"), ids}}
		}
		return entries{{"aws-ids", ids}}
	}
	from := entries{
		{"karpenter.sh/discovery", "my-cluster"}, {"Name", pick(g, "*private*", "a-name", "*")}, {"kubernetes.io/cluster/demo", "*"},
		{"tier", pick(g, "a,b", "a, b", "a,b,", "one,two,three", "a,,b")}, {"zone", pick(g, "x,y", "x")},
	}
	if kind == "ami" {
		from = append(from, entry{"aws::name", pick(g, "my-ami", "my-ami,other*")}, entry{"aws::owners", pick(g, "self", "amazon, 111122223333", "111122223333")})
	}
	return entries(some(g, 1, 4, from...))
}

func (g generator) devices() any {
	var list []any
	for i := range 1 + g.IntN(2) {
		ebs := entries{{"volumeSize", pick(g, "100Gi", "20480Mi", "1.5Ti", "18Ti", "50G", "21474836480", "2Ti", "100.0Gi", "1024000Mi")}}
		ebs = append(ebs, some(g, 0, 5, entry{"volumeType", "gp3"}, entry{"iops", 10000}, entry{"throughput", 125}, entry{"encrypted", true},
			entry{"kmsKeyID", "1234abcd-12ab-34cd-56ef-1234567890ab"}, entry{"deleteOnTermination", true}, entry{"snapshotID", "snap-0123456789"})...)
		list = append(list, entries{{"deviceName", "/dev/xvd" + string(rune('a'+i))}, {"ebs", ebs}})
	}
	return list
}

// other returns an object of another kind with old names in it.
func (g generator) other(name string) entries {
	template := entries{{"metadata", entries{{"annotations", entries{{"karpenter.sh/do-not-evict", "true"}}}}}}
	spec := entries{{"containers", []any{entries{{"name", "app"}, {"image", "app:1"}, {"args", []any{"--a=b", "c"}}}}}}
	switch g.IntN(3) {
	case 0:
		spec.add("nodeSelector", entries{{"karpenter.sh/provisioner-name", "default"}, {"kubernetes.io/arch", "amd64"}})
	case 1:
		expression := entries{{"key", "karpenter.sh/provisioner-name"}, {"operator", pick(g, "In", "DoesNotExist", "Exists")}}
		if expression[1].value == "In" {
			expression.add("values", []any{"default"})
		}
		spec.add("affinity", entries{{"nodeAffinity", entries{{"requiredDuringSchedulingIgnoredDuringExecution", entries{{"nodeSelectorTerms", []any{
			entries{{"matchExpressions", []any{expression}}},
		}}}}}}})
	case 2:
		template = nil
	}
	template.add("spec", spec)
	return entries{{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"metadata", entries{{"name", name}}}, {"spec", entries{{"template", template}}}}
}

// plainSafe says whether a text may stand without quotes and stay a string.
func plainSafe(text string) bool {
	if text == "" || text == "true" || text == "false" || text == "null" || strings.ContainsAny(text, ",[]{}#&*!|>'\"%@`\n\\") || strings.Contains(text, ": ") {
		return false
	}
	if strings.HasPrefix(text, "-") || strings.TrimSpace(text) != text || strings.HasSuffix(text, ":") {
		return false
	}
	return !(text[0] >= '0' && text[0] <= '9' || text[0] == '.' || text[0] == '+')
}
