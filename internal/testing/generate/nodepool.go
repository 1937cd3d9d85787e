package generate

// sibling returns a further pool of the class of pool, mostly with the same settings of the kubelet, which are those of the class in v1.
func (g *source) sibling(pool Object, name, class string, s served) Object {
	too := g.nodePool(name, class, s)
	if g.chance(85) {
		template := too.Tree.Get("spec", "template").(Map)
		spec := template.Get("spec").(Map)
		spec.Set("kubelet", pool.Tree.Get("spec", "template", "spec", "kubelet"))
		template.Set("spec", spec)
	}
	return too
}

// nodePool returns a v1beta1 NodePool that refers to the class.
func (g *source) nodePool(name, class string, s served) Object {
	ref := Map{{"name", class}}
	if g.chance(60) {
		ref = g.fields(1, 3, Entry{"name", class}, Entry{"apiVersion", "karpenter.k8s.aws/v1beta1"}, Entry{"kind", "EC2NodeClass"})
		ref.Set("name", class)
	}
	spec := &builder{g: g, m: Map{{"nodeClassRef", ref}, {"requirements", g.betaRequirements(s)}}}
	spec.maybe(40, "kubelet", func() any { return g.kubelet(false) })
	spec.maybe(40, "taints", func() any { return g.taints("", false) })
	spec.maybe(20, "startupTaints", func() any { return g.taints("startup.", false) })
	spec.null(8, "kubelet", "taints", "startupTaints")
	template := &builder{g: g}
	template.maybe(50, "metadata", func() any {
		m := &builder{g: g}
		m.maybe(60, "labels", g.nodeLabels)
		m.maybe(40, "annotations", func() any { return g.nodeAnnotations(false) })
		return m.m
	})
	template.null(4, "metadata")
	template.m.add("spec", shuffled(g, spec.m))
	b := &builder{g: g, m: Map{{"template", template.m}}}
	b.maybe(75, "disruption", func() any { return g.disruption(s) })
	b.maybe(50, "limits", func() any { return g.resources() })
	b.maybe(30, "weight", func() any { return 1 + g.intn(100) })
	b.null(4, "disruption", "limits", "weight")
	o := g.object("karpenter.sh/v1beta1", "NodePool", name, b.m)
	if g.chance(10) {
		o = g.printed(o, "karpenter.sh/nodepool-hash", "karpenter.sh/termination", Map{{"resources", Map{{"cpu", "12"}}}})
	}
	return o
}

func (g *source) disruption(s served) Map {
	b := &builder{g: g}
	switch g.intn(5) {
	case 1:
		b.m.add("consolidationPolicy", "WhenUnderutilized")
	case 2:
		b.m.add("consolidationPolicy", "WhenEmpty")
		b.m.add("consolidateAfter", pick(g, "30s", "0s", "1h30m", "Never", "5m", "720h"))
	case 3:
		b.m.add("consolidationPolicy", "WhenUnderutilized")
		b.m.add("consolidateAfter", "Never")
	case 4:
		b.m.add("consolidateAfter", "Never") // with the default policy
	}
	b.maybe(50, "expireAfter", func() any { return pick(g, "720h", "Never", "30s", "1h30m", "2592000s", "0s") })
	if s.isSince("0.34.0") {
		b.maybe(30, "budgets", func() any {
			return anys(sample(g, 0, 3, Map{{"nodes", "10%"}}, Map{{"nodes", "0"}, {"schedule", "0 9 * * mon-fri"}, {"duration", "8h"}},
				Map{{"nodes", "100%"}}, Map{{"nodes", "5"}, {"schedule", "@daily"}, {"duration", "10m"}}))
		})
	}
	return shuffled(g, b.m)
}

func (g *source) betaRequirements(s served) any {
	in := func(key string, values ...string) Map {
		m := Map{{"key", key}, {"operator", pick(g, "In", "In", "NotIn")}, {"values", anys(sample(g, 1, 3, values...))}}
		if s.isSince("0.35.0") && m.Get("operator") == "In" && g.chance(15) {
			m.add("minValues", 1)
		}
		return m
	}
	return g.requirements(
		in("kubernetes.io/os", "linux", "windows"),
		in("kubernetes.io/arch", "amd64", "arm64"),
		in("karpenter.sh/capacity-type", "spot", "on-demand"),
		in("node.kubernetes.io/instance-type", "m5.large", "m5.2xlarge"),
		in("karpenter.k8s.aws/instance-family", "m5", "c5", "r5"),
		in("karpenter.k8s.aws/instance-category", "c", "m", "r"),
		in("topology.kubernetes.io/zone", "us-west-2a", "us-west-2b"),
		Map{{"key", "karpenter.k8s.aws/instance-generation"}, {"operator", pick(g, "Gt", "Lt")}, {"values", []any{"4"}}},
		Map{{"key", "karpenter.k8s.aws/instance-gpu-count"}, {"operator", pick(g, "Exists", "DoesNotExist")}},
	)
}
