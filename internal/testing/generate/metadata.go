package generate

// object builds an object.
func (g *source) object(apiVersion, kind, name string, spec Map) Object {
	meta := Map{{"name", name}}
	if g.chance(30) {
		meta.add("labels", g.labels())
	}
	if g.chance(30) {
		meta.add("annotations", g.fields(1, 3, Entry{"example.com/owner", "team a"}, Entry{"argocd.argoproj.io/sync-wave", "-1"},
			Entry{"meta.helm.sh/release-name", "karpenter"}))
	}
	tree := Map{{"apiVersion", apiVersion}, {"kind", kind}, {"metadata", meta}, {"spec", shuffled(g, spec)}}
	if g.chance(10) {
		tree[2], tree[3] = tree[3], tree[2]
	}
	return Object{APIVersion: apiVersion, Kind: kind, Name: name, Tree: tree}
}

// printed adds fields to an object that kubectl get prints.
func (g *source) printed(o Object, hash, finalizer string, status Map) Object {
	meta := o.Tree.Get("metadata").(Map)
	meta = append(meta, g.fields(0, 6, Entry{"uid", "0a1b2c3d-0000-4000-8000-000000000000"}, Entry{"resourceVersion", "123456"}, Entry{"generation", 3},
		Entry{"creationTimestamp", pick[any](g, "2023-05-01T12:00:00Z", nil)}, Entry{"selfLink", "/apis/x"},
		Entry{"managedFields", []any{Map{{"manager", "kubectl"}, {"operation", "Update"}}}})...)
	if g.chance(50) {
		annotations, _ := meta.Get("annotations").(Map)
		annotations = append(annotations, g.fields(1, 2, Entry{hash, "1234567890"}, Entry{"kubectl.kubernetes.io/last-applied-configuration", "{}\n"})...)
		meta.Set("annotations", annotations)
	}
	if g.chance(30) {
		meta.add("finalizers", anys(sample(g, 1, 2, finalizer, "example.com/keep")))
	}
	o.Tree.Set("metadata", meta)
	if g.chance(50) {
		o.Tree.add("status", status)
	}
	return o
}

func (g *source) labels() Map {
	return g.fields(0, 4, Entry{"team", "data"}, Entry{"example.com/intent", "apps"}, Entry{"billing-team", "my-team"}, Entry{"empty", ""},
		Entry{"number", "17"})
}

// nodeLabels are labels that a pool gives its nodes; some are well known.
func (g *source) nodeLabels() any {
	return append(g.labels(), g.fields(0, 4, Entry{"karpenter.sh/capacity-type", "spot"}, Entry{"topology.kubernetes.io/zone", "us-west-2a"},
		Entry{"node.kubernetes.io/instance-type", "m5.large"}, Entry{"kops.k8s.io/instancegroup", "nodes"},
		Entry{"karpenter.k8s.aws/instance-hypervisor", "nitro"},
		Entry{"kubernetes.io/arch", "amd64"}, Entry{"node-restriction.kubernetes.io/team", "a"}, Entry{"node.kubernetes.io/windows-build", "10.0.17763"},
		Entry{"node.kubernetes.io/exclude-from-external-load-balancers", "true"})...)
}

// nodeAnnotations are annotations that a pool gives its nodes.
func (g *source) nodeAnnotations(old bool) any {
	from := []Entry{{"example.com/owner", "my-team"}, {"example.com/text", "a: b, [c] {d} #e"},
		{"example.com/yes", pick(g, "yes", "true", "null", "1e3", "0x10", "")},
		{"cluster-autoscaler.kubernetes.io/scale-down-disabled", "true"}}
	if old {
		from = append(from, Entry{"karpenter.sh/do-not-consolidate", pick(g, "true", "false")},
			Entry{"karpenter.sh/do-not-evict", pick(g, "true", "false")},
			Entry{"karpenter.sh/do-not-disrupt", pick(g, "true", "false")})
	}
	return g.fields(0, 4, from...)
}

// taints differ from each other. Those of a pool must differ from its startup taints, which have a prefix.
func (g *source) taints(prefix string, emptyValues bool) any {
	keys := []string{"example.com/a", "dedicated", "nvidia.com/gpu", "node.cilium.io/agent-not-ready"}
	var list []any
	for i := range g.intn(4) {
		taint := Map{{"key", prefix + keys[i]}, {"effect", pick(g, "NoSchedule", "PreferNoSchedule", "NoExecute")}}
		if g.chance(60) {
			value := pick(g, "true", "special", "1", "a.b_c-d", "")
			if value != "" || emptyValues {
				taint.add("value", value)
			}
		}
		if g.chance(10) {
			taint.add("timeAdded", "2023-05-01T12:00:00Z")
		}
		list = append(list, shuffled(g, taint))
	}
	if list == nil {
		return []any{}
	}
	return list
}
