package generate

// nodeTemplate returns an AWSNodeTemplate.
func (g *source) nodeTemplate(name string) Object {
	b := &builder{g: g, m: g.classFields()}
	b.maybe(40, "amiSelector", func() any { return g.selector("ami") })
	if b.m.Get("amiSelector") != nil {
		if b.m.Get("amiFamily") != nil && g.chance(20) {
			b.m.Set("amiFamily", "Custom")
		}
	} else {
		b.maybe(5, "amiSelector", func() any { return Map{} })
	}
	b.maybe(30, "userData", g.userData)
	b.maybe(30, "detailedMonitoring", func() any { return g.chance(50) })
	b.maybe(5, "apiVersion", func() any { return "extensions.karpenter.sh/v1alpha1" })
	b.maybe(5, "kind", func() any { return "AWS" })
	b.null(4, "amiSelector", "amiFamily", "userData", "detailedMonitoring", "instanceProfile", "tags", "metadataOptions", "blockDeviceMappings",
		"context", "launchTemplate")
	o := g.object("karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate", name, b.m)
	if g.chance(10) {
		o = g.printed(o, "karpenter.k8s.aws/nodetemplate-hash", "karpenter.k8s.aws/termination",
			Map{{"subnets", []any{Map{{"id", "subnet-1"}, {"zone", "us-west-2a"}}}}, {"securityGroups", []any{Map{{"id", "sg-1"}}}}})
	}
	return o
}

// classFields are the fields that an AWSNodeTemplate and spec.provider share.
func (g *source) classFields() Map {
	b := &builder{g: g, m: Map{{"subnetSelector", g.selector("subnet")}, {"securityGroupSelector", g.selector("sg")}}}
	b.maybe(60, "amiFamily", func() any { return pick(g, "AL2", "Bottlerocket", "Ubuntu", "Windows2019", "Windows2022") })
	b.maybe(70, "instanceProfile", func() any {
		return pick(g, "KarpenterNodeInstanceProfile-demo", "KarpenterNodeInstanceProfile-demo", "")
	})
	b.maybe(40, "tags", func() any { return g.tags() })
	b.maybe(40, "metadataOptions", func() any { return g.metadataOptions() })
	b.maybe(40, "blockDeviceMappings", g.alphaDevices)
	b.maybe(10, "context", func() any { return "a-context" })
	return b.m
}

func (g *source) tags() Map {
	return g.fields(0, 3, Entry{"team", "data"}, Entry{"Name", "karpenter node"}, Entry{"cost-center", "0042"}, Entry{"empty", ""},
		Entry{"owner", "a@example.com"}, Entry{"k8s.io/cluster-autoscaler/enabled", "true"})
}

func (g *source) metadataOptions() Map {
	return g.fields(0, 4, Entry{"httpEndpoint", pick(g, "enabled", "disabled")}, Entry{"httpProtocolIPv6", pick(g, "enabled", "disabled")},
		Entry{"httpPutResponseHopLimit", pick(g, 1, 2, 3, 64)}, Entry{"httpTokens", pick(g, "required", "optional")})
}

func (g *source) alphaDevices() any {
	list := []any{}
	for i := range g.intn(3) {
		size := Entry{"volumeSize", pick[any](g, "100Gi", "20480Mi", "1.5Ti", "18Ti", "50G", "21474836480", 21474836480, "2Ti", "100.0Gi", "1024000Mi",
			"1T", "1000Gi")}
		list = append(list, Map{{"deviceName", g.deviceName(i)}, {"ebs", g.volume(size)}})
	}
	return list
}

// deviceName returns different names for different numbers; the first is the root volume of one or another family.
func (g *source) deviceName(i int) string {
	if i > 0 {
		return "/dev/xvdb"
	}
	return pick(g, "/dev/xvda", "/dev/sda1", "/dev/xvdc")
}

// volume returns a volume of that size, or with a snapshot in its place.
func (g *source) volume(size Entry) Map {
	ebs := Map{size}
	if g.chance(10) {
		ebs = Map{{"snapshotID", "snap-0123456789"}}
	}
	return shuffled(g, append(ebs, g.fields(0, 6, Entry{"volumeType", pick(g, "gp3", "gp2", "io1", "io2", "st1", "sc1", "standard")},
		Entry{"iops", 10000}, Entry{"throughput", 125},
		Entry{"encrypted", g.chance(50)}, Entry{"kmsKeyID", "arn:aws:kms:us-west-2:111122223333:key/1234abcd"}, Entry{"deleteOnTermination",
			g.chance(50)})...))
}

func (g *source) userData() any {
	return pick(g, "one line", "#!/bin/bash\necho hello # no comment\nstatus: {}\n", "[settings.kubernetes]\n  \"a\" = \"b\"\n\nmax-pods = 10",
		"trailing \nresources: {}\n",
		"  indented first\nand not\n", "a\n\n\n", "tab\there\n", "", "MIME-Version: 1.0\nContent-Type: multipart/mixed; "+
			"boundary=\"//\"\n\n--//\n\n--//--\n")
}
