package generate

import "github.com/Masterminds/semver/v3"

// served tells which fields a version of Karpenter has.
type served struct{ version *semver.Version }

func serving(version string) served { return served{semver.MustParse(version)} }

func (s served) isSince(version string) bool { return !s.version.LessThan(semver.MustParse(version)) }

// nodeClass returns a v1beta1 EC2NodeClass.
func (g *source) nodeClass(name string, s served) Object {
	families := []string{"AL2", "Bottlerocket", "Ubuntu", "Windows2019", "Windows2022"}
	if s.isSince("0.35.0") {
		families = append(families, "AL2023")
	}
	b := &builder{g: g, m: Map{{"amiFamily", pick(g, families...)}, {"subnetSelectorTerms", g.terms("subnet")},
		{"securityGroupSelectorTerms", g.terms("sg")}}}
	b.maybe(40, "amiSelectorTerms", func() any { return g.terms("ami") })
	if b.m.Get("amiSelectorTerms") != nil && g.chance(20) {
		b.m.Set("amiFamily", "Custom")
	}
	if s.isSince("0.32.2") && g.chance(50) {
		b.m.add("instanceProfile", "KarpenterNodeInstanceProfile-demo")
	} else {
		b.m.add("role", "KarpenterNodeRole-demo")
	}
	b.maybe(40, "tags", func() any { return g.tags() })
	b.maybe(40, "metadataOptions", func() any { return g.metadataOptions() })
	b.maybe(40, "blockDeviceMappings", g.betaDevices)
	b.maybe(10, "context", func() any { return "a-context" })
	b.maybe(30, "userData", g.userData)
	b.maybe(30, "detailedMonitoring", func() any { return g.chance(50) })
	if s.isSince("0.34.0") {
		b.maybe(20, "instanceStorePolicy", func() any { return "RAID0" })
	}
	if s.isSince("0.35.0") {
		b.maybe(20, "associatePublicIPAddress", func() any { return g.chance(50) })
	}
	b.null(4, "amiSelectorTerms", "tags", "metadataOptions", "blockDeviceMappings", "context", "userData", "detailedMonitoring")
	o := g.object("karpenter.k8s.aws/v1beta1", "EC2NodeClass", name, b.m)
	if g.chance(10) {
		o = g.printed(o, "karpenter.k8s.aws/ec2nodeclass-hash", "karpenter.k8s.aws/termination",
			Map{{"subnets", []any{Map{{"id", "subnet-1"}, {"zone", "us-west-2a"}}}}})
	}
	return o
}

func (g *source) betaDevices() any {
	list := []any{}
	for i := range g.intn(3) {
		device := Map{{"deviceName", g.deviceName(i)}, {"ebs", g.volume(Entry{"volumeSize", pick(g, "100Gi", "1Ti", "50G", "2T", "58Ti")})}}
		if i == 0 && g.chance(30) {
			device.add("rootVolume", true)
		}
		list = append(list, device)
	}
	return list
}

// terms returns a list of terms of v1beta1 for kind: subnet, sg or ami.
func (g *source) terms(kind string) any {
	list := []any{}
	for range 1 + g.intn(3) {
		tags := g.fields(1, 3, Entry{"karpenter.sh/discovery", "my-cluster"}, Entry{"Name", pick(g, "*private*", "a-name", "*")}, Entry{"tier", "a"},
			Entry{"number", "17"})
		term := Map{{"tags", tags}}
		switch n := g.intn(4); {
		case n == 1:
			term = Map{{"id", g.id(kind)}}
		case n == 2 && kind != "subnet":
			term = Map{{"name", pick(g, "a-name", "other*")}}
		}
		if kind == "ami" && term.Get("id") == nil && g.chance(30) {
			term.add("owner", pick(g, "self", "111122223333", "amazon"))
		}
		list = append(list, term)
	}
	return list
}
