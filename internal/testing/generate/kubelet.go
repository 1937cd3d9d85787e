package generate

import "strconv"

// kubelet returns settings of the kubelet. The alpha API has a container runtime, and accepts numbers as reserved resources.
func (g *source) kubelet(alpha bool) Map {
	number := func(n int) any {
		if alpha && g.chance(50) {
			return n
		}
		return strconv.Itoa(n)
	}
	reserved := func() Map {
		return g.fields(0, 4, Entry{"cpu", pick(g, any("200m"), any("1.5"), number(1))}, Entry{"memory", pick(g, "100Mi", "1e8", "0.5Gi")},
			Entry{"ephemeral-storage", "3Gi"}, Entry{"pid", number(100)})
	}
	b := &builder{g: g}
	b.maybe(20, "clusterDNS", func() any { return anys(sample(g, 0, 2, "10.0.1.100", "fd00::10")) })
	if alpha {
		b.maybe(20, "containerRuntime", func() any { return "containerd" })
	}
	b.maybe(20, "cpuCFSQuota", func() any { return g.chance(50) })
	b.maybe(30, "systemReserved", func() any { return reserved() })
	b.maybe(30, "kubeReserved", func() any { return reserved() })
	b.maybe(30, "evictionHard", func() any { return g.thresholds() })
	b.maybe(30, "evictionMaxPodGracePeriod", func() any { return g.intn(100) })
	b.maybe(30, "maxPods", func() any { return g.intn(200) })
	b.maybe(30, "podsPerCore", func() any { return g.intn(20) })
	low := g.intn(100)
	b.maybe(25, "imageGCLowThresholdPercent", func() any { return low })
	b.maybe(25, "imageGCHighThresholdPercent", func() any { return low + 1 })
	if g.chance(30) {
		soft := g.thresholds()
		var period Map
		for _, e := range soft {
			period.add(e.Key, pick(g, "1m", "1m30s", "90s", "0s", "1h0m0s", "500ms"))
		}
		if len(soft) > 0 {
			b.m.add("evictionSoft", soft)
			b.m.add("evictionSoftGracePeriod", shuffled(g, period))
		}
	}
	return shuffled(g, b.m)
}

func (g *source) thresholds() Map {
	return g.fields(0, 4, Entry{"memory.available", pick(g, "5%", "5.25%", "100Mi", "100%", "0%", "500000000")}, Entry{"nodefs.available", "10%"},
		Entry{"nodefs.inodesFree", "10.5%"},
		Entry{"imagefs.available", "15%"}, Entry{"imagefs.inodesFree", "1k"}, Entry{"pid.available", "5%"})
}
