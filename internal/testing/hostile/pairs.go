package hostile

import "strings"

// pairs have many of two kinds of parts that are compared with each other, or that each make the same search longer.
var pairs = []Input{
	template("branches-that-differ-below-100-maps", func(p *printer) {
		deep := func(leaf string) string { return strings.Repeat("{a: ", small) + leaf + strings.Repeat("}", small) }
		p.print("%s      {{- if .Values.a }}\n      kubelet: %s\n      {{- else }}\n      kubelet: %s\n      {{- end }}\n", pool, deep("1"), deep("2"))
	}),
	template("pods-8000-in-a-list-by-templates-24000", func(p *printer) {
		p.print("kind: List\napiVersion: v1\nitems:\n")
		p.repeat(8000, "- {kind: Pod, apiVersion: v1, metadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: {{ .Values.a }}, b: {{ .Values.b }}, c: {{ .Values.c }}}}}\n")
	}),
	template("annotations-25000-by-templates-25000", func(p *printer) {
		p.print("kind: Pod\napiVersion: v1\nmetadata:\n  name: a\n  annotations:\n    karpenter.sh/do-not-evict: 'true'\n    karpenter.sh/do-not-disrupt: 'true'\n")
		p.repeat(25000, "    k%d: {{ .Values.a }}\n")
	}),
	several("patches-1000-of-two-overlays-in-turn",
		part{"a/kustomization.yaml", patchesByName}, part{"b/kustomization.yaml", patchesByName},
		fixed("base/kustomization.yaml", "resources: [base.yaml]\n"),
		part{"base/base.yaml", func(p *printer) { p.repeat(1000, "---\n"+strings.Replace(pool, "name: default", "name: p%d", 1)) }}),
	several("calls-in-comments-80000", fixed("pool.yaml", pool), part{"main.tf", func(p *printer) { p.repeat(80000, "# source = \"./m%d\"\n") }}),
	one("pools-5000-without-classes-in-a-list", "pools.yaml", func(p *printer) {
		p.print("kind: List\napiVersion: v1\nitems:\n- {apiVersion: karpenter.k8s.aws/v1, kind: EC2NodeClass, metadata: {name: a}, spec: {}}\n")
		p.repeat(5000, "- {kind: NodePool, apiVersion: karpenter.sh/v1, metadata: {name: a%d}, spec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: b%d}}}}}\n")
	}),
	one("thresholds-40000-by-grace-periods-40000", "class.yaml", func(p *printer) {
		p.print("%s  kubelet:\n    evictionSoft:\n", class)
		p.repeat(40000, "      k%d: 1%%%%\n")
		p.print("    evictionSoftGracePeriod:\n")
		p.repeat(40000, "      k%d: 1m\n")
	}),
	one("thresholds-20000-by-merged-grace-periods-20000", "class.yaml", func(p *printer) {
		p.print("x: &x {k0: 1m}\n%s", class)
		p.print("  kubelet:\n    evictionSoft:\n")
		p.repeat(20000, "      k%d: 1%%%%\n")
		p.print("    evictionSoftGracePeriod:\n      <<: [")
		p.repeat(20000, "*x, ")
		p.print("]\n")
		p.repeat(20000, "      k%d: 1m\n")
	}),
	one("labels-of-karpenter-60000", "pool.yaml", func(p *printer) {
		p.print("%s    metadata:\n      labels:\n", pool)
		p.repeat(60000, "        karpenter.k8s.aws/instance-famil%d: b\n")
	}),
	one("tags-of-karpenter-60000", "class.yaml", func(p *printer) {
		p.print("%s  tags:\n", class)
		p.repeat(60000, "    kubernetes.io/cluster/a%d: b\n")
	}),
	one("taints-40000", "pool.yaml", func(p *printer) {
		p.print("%s      taints:\n", pool)
		p.repeat(40000, "      - {key: t%d, effect: NoSchedule}\n")
	}),
}

// patchesByName are the patches of a kustomization, each for one pool of the base.
func patchesByName(p *printer) {
	p.print("resources: [../base]\npatches:\n")
	p.repeat(1000, "- {patch: '[{op: add, path: /spec/weight, value: 500}]', target: {kind: NodePool, name: p%d}}\n")
}
