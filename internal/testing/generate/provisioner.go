package generate

// provisioner returns a Provisioner that refers to the class.
func (g *source) provisioner(name, class string) Object {
	ref := Map{{"name", class}}
	if g.chance(40) {
		ref = g.fields(1, 3, Entry{"name", class}, Entry{"apiVersion", "karpenter.k8s.aws/v1alpha1"}, Entry{"kind", "AWSNodeTemplate"})
		ref.Set("name", class)
	}
	return g.pool(name, Map{{"providerRef", ref}})
}

// inlineProvisioner returns a Provisioner that contains its class.
func (g *source) inlineProvisioner(name string) Object {
	b := &builder{g: g, m: g.classFields()}
	b.maybe(30, "apiVersion", func() any { return "extensions.karpenter.sh/v1alpha1" })
	b.maybe(30, "kind", func() any { return "AWS" })
	return g.pool(name, Map{{"provider", shuffled(g, b.m)}})
}

func (g *source) pool(name string, class Map) Object {
	b := &builder{g: g, m: class}
	b.maybe(30, "annotations", func() any { return g.nodeAnnotations(true) })
	b.maybe(40, "labels", g.nodeLabels)
	b.maybe(40, "taints", func() any { return g.taints("", true) })
	b.maybe(20, "startupTaints", func() any { return g.taints("startup.", true) })
	b.maybe(75, "requirements", g.alphaRequirements)
	b.maybe(40, "kubeletConfiguration", func() any { return g.kubelet(true) })
	b.maybe(50, "limits", g.alphaLimits)
	b.maybe(30, "weight", func() any { return 1 + g.intn(100) })
	b.maybe(50, "ttlSecondsUntilExpired", func() any { return g.seconds() })
	switch g.intn(5) {
	case 1:
		b.m.add("consolidation", Map{{"enabled", true}})
	case 2:
		b.m.add("ttlSecondsAfterEmpty", g.seconds())
	case 3:
		b.m.add("consolidation", Map{{"enabled", false}})
		b.maybe(50, "ttlSecondsAfterEmpty", func() any { return g.seconds() })
	case 4:
		b.maybe(30, "consolidation", func() any { return pick(g, Map{}, Map{{"enabled", nil}}) })
	}
	b.null(4, "annotations", "labels", "taints", "startupTaints", "requirements", "kubeletConfiguration", "limits", "weight", "ttlSecondsUntilExpired",
		"ttlSecondsAfterEmpty", "consolidation")
	o := g.object("karpenter.sh/v1alpha5", "Provisioner", name, b.m)
	if g.chance(10) {
		o = g.printed(o, "karpenter.sh/provisioner-hash", "karpenter.sh/termination", Map{{"resources", Map{{"cpu", "12"}, {"memory", "16Gi"}}}})
	}
	return o
}

func (g *source) seconds() int {
	return pick(g, 0, 1, 30, 59, 60, 90, 120, 3599, 3600, 5400, 7201, 86400, 2592000, 2592001, 315360000)
}

func (g *source) alphaLimits() any {
	if g.chance(10) {
		return Map{}
	}
	if g.chance(5) {
		return Map{{"resources", nil}}
	}
	return Map{{"resources", g.resources()}}
}

func (g *source) resources() Map {
	return g.fields(0, 4, Entry{"cpu", pick[any](g, "1000", 1000, "500m", "1k", "1e3", "1.5", 0)},
		Entry{"memory", pick(g, "1000Gi", "1Ti", "1000000", "0.5Gi", "128974848000m")},
		Entry{"nvidia.com/gpu", pick[any](g, 2, "2")}, Entry{"pods", "500"}, Entry{"ephemeral-storage", "10Ti"})
}

func (g *source) alphaRequirements() any {
	in := func(key string, values ...string) Map {
		return Map{{"key", key}, {"operator", pick(g, "In", "In", "NotIn")}, {"values", anys(sample(g, 1, 3, values...))}}
	}
	number := func(key string) Map {
		return Map{{"key", key}, {"operator", pick(g, "Gt", "Lt")}, {"values", []any{pick(g, "4", "0", "128")}}}
	}
	bare := func(key string) Map {
		m := Map{{"key", key}, {"operator", pick(g, "Exists", "DoesNotExist")}}
		if g.chance(30) {
			m.add("values", []any{})
		}
		return m
	}
	return g.requirements(
		in("kubernetes.io/os", "linux", "windows"),
		in("kubernetes.io/arch", "amd64", "arm64"),
		in("beta.kubernetes.io/arch", "amd64"),
		in("beta.kubernetes.io/os", "linux"),
		in("failure-domain.beta.kubernetes.io/zone", "us-west-2a"),
		in("karpenter.sh/capacity-type", "spot", "on-demand"),
		in("node.kubernetes.io/instance-type", "m5.large", "m5.2xlarge", "m5.metal"),
		in("beta.kubernetes.io/instance-type", "m5.large"),
		in("karpenter.k8s.aws/instance-family", "m5", "c5", "r5"),
		in("karpenter.k8s.aws/instance-category", "c", "m", "r"),
		in("karpenter.k8s.aws/instance-size", "nano", "micro", "small"),
		in("topology.kubernetes.io/zone", "us-west-2a", "us-west-2b"),
		in("example.com/empty", "", "a"),
		number("karpenter.k8s.aws/instance-generation"),
		number("karpenter.k8s.aws/instance-cpu"),
		bare("karpenter.k8s.aws/instance-gpu-count"),
		bare("karpenter.k8s.aws/instance-accelerator-name"),
		Map{{"key", "karpenter.k8s.aws/instance-pods"}, {"operator", "Lt"}, {"values", []any{"10"}}},
	)
}

func (g *source) requirements(from ...Map) any {
	list := []any{}
	for _, r := range sample(g, 0, 9, from...) {
		list = append(list, shuffled(g, r))
	}
	return list
}
