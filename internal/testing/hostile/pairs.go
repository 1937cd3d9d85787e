package hostile

import "strings"

// pairs have many of two kinds of parts that are compared with each other, or that each make the same search longer.
var pairs = []Input{
	template("branches-that-differ-below-100-maps", func(p *printer) {
		deep := func(leaf string) string { return strings.Repeat("{a: ", small) + leaf + strings.Repeat("}", small) }
		p.print("%s      {{- if .Values.a }}\n      kubelet: %s\n      {{- else }}\n      kubelet: %s\n      {{- end }}\n", pool, deep("1"), deep("2"))
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
