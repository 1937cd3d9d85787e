package hostile

import (
	"fmt"
	"strings"
)

// admitted are pools and classes with very many or very long parts that the API server checks.
var admitted = []Input{
	one("matches-of-3-MB", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n      - {key: \"", pool)
		p.repeat(1_000_000, "a-.")
		p.print("\", operator: In, values: [\"")
		p.repeat(1_000_000, "b_")
		p.print("\"]}\n      taints:\n      - {key: \"")
		p.repeat(500_000, "c/")
		p.print("\", effect: NoSchedule}\n")
	}),
	one("requirements-2000-by-values-500", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n", pool)
		for i := range p.count(2000) {
			p.print("      - {key: k%d, operator: In, minValues: 3, values: [", i)
			for k := range 400 {
				p.print("v%d,", k)
			}
			p.print("]}\n")
		}
	}),
	one("pools-300-by-requirements-300", "pools.yaml", func(p *printer) {
		for i := range p.count(300) {
			p.print("---\n%s      requirements:\n", strings.Replace(pool, "name: default", fmt.Sprintf("name: p%d", i), 1))
			p.repeat(300, "      - {key: karpenter.k8s.aws/instance-family, operator: NotIn, values: [a%d, \"\"]}\n")
		}
	}),
	one("block-devices-50000", "class.yaml", func(p *printer) {
		p.print("%s  blockDeviceMappings:\n", class)
		p.repeat(50000, "  - {rootVolume: true, deviceName: d%d, ebs: {volumeSize: 1e%dGi}}\n")
	}),
	one("class-terms-10000-each", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec:\n  amiSelectorTerms:\n")
		p.repeat(10000, "  - {alias: al2023@v%d, id: ami-%d}\n")
		p.print("  subnetSelectorTerms:\n")
		p.repeat(10000, "  - {id: subnet-%d, tags: {a: \"\"}}\n")
		p.print("  securityGroupSelectorTerms:\n")
		p.repeat(10000, "  - {id: sg-%d, name: b}\n")
	}),
	one("kubelet-of-10000-keys", "class.yaml", func(p *printer) {
		p.print("%s  kubelet:\n", class)
		for _, key := range []string{"evictionHard", "evictionSoft", "evictionSoftGracePeriod", "kubeReserved", "systemReserved"} {
			p.print("    %s:\n", key)
			p.repeat(10000, "      k%d: 1%d\n")
		}
	}),
	one("integers-of-1-MB-in-a-pool", "pool.yaml", func(p *printer) {
		p.print("%s  weight: ", pool)
		p.repeat(1_000_000, "9")
		p.print("\n  limits: {cpu: 0x")
		p.repeat(1_000_000, "f")
		p.print(", memory: ")
		p.repeat(1_000_000, "1_")
		p.print("}\n")
	}),
}
