package hostile

import (
	"fmt"
	"strings"
)

// objects are many pools and classes, and such with long lists and odd values.
var objects = []Input{
	one("pools-4000", "pools.yaml", func(p *printer) {
		p.repeat(4000, "---\n"+strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec"))
	}),
	many("pools-in-3000-files", 3000, "pools/p%d.yaml", strings.Replace(pool, "name: default", "name: pNUMBER", 1)),
	one("provisioners-4000", "pools.yaml", func(p *printer) {
		p.repeat(4000, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
	}),
	many("provisioners-in-3000-files", 3000, "pools/p%d.yaml", strings.Replace(provisioner, "name: default", "name: pNUMBER", 1)),
	one("provisioners-of-10-MB", "pools.yaml", func(p *printer) {
		p.repeat(70000, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
	}),
	one("same-name-4000", "pools.yaml", func(p *printer) { p.repeat(4000, "---\n"+provisioner) }),
	one("problems-of-a-long-name-300", "pool.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: %s}\nspec:\n", strings.Repeat("a", 2<<20))
		p.repeat(300, "  field%d: 1\n")
	}),
	one("kubelets-1000", "pools.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: default}\nspec: {amiFamily: AL2, role: a, subnetSelectorTerms: [{id: subnet-1}], securityGroupSelectorTerms: [{id: sg-1}]}\n")
		p.repeat(1000, "---\napiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: p%d}\nspec: {template: {spec: {nodeClassRef: {name: default}, kubelet: {maxPods: %d}}}}\n")
	}),
	one("flow-requirements-50000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements: [", pool)
		p.repeat(50000, "{key: a%d, operator: Exists}, ")
		p.print("]\n")
	}),
	one("requirements-50000", "pool.yaml", func(p *printer) {
		p.print("%s  requirements:\n", provisioner)
		p.repeat(50000, "    - {key: a%d, operator: Exists}\n")
	}),
	one("labels-200000", "pool.yaml", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(200000, "    l%d: v\n") }),
	one("taints-20000", "pool.yaml", func(p *printer) {
		p.print("%s  taints:\n", provisioner)
		p.repeat(20000, "    - {key: t%d, effect: NoSchedule}\n")
	}),
	one("tags-50000", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: default}\nspec:\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n  tags:\n")
		p.repeat(50000, "    t%d: v\n")
	}),
	one("selector-alternatives", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: default}\nspec:\n  securityGroupSelector: {a: b}\n  subnetSelector:\n")
		p.repeat(40, "    t%d: a,b,c,d,e,f,g,h,i,j\n")
	}),
	one("list-of-4000-objects", "list.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\nitems:\n")
		p.repeat(4000, "- apiVersion: karpenter.sh/v1alpha5\n  kind: Provisioner\n  metadata: {name: p%d}\n  spec: {providerRef: {name: default}}\n")
	}),
	one("provisioners-on-a-line-3000", "list.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\nitems: [")
		p.repeat(3000, "{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: p%d}, spec: {providerRef: {name: default}, ttlSecondsAfterEmpty: 30}}, ")
		p.print("]\n")
	}),
	{Name: "kubelets-on-a-line-3000", Args: []string{"--to", "v1"}, Commands: []string{"convert"}, Write: func(t Tree) error {
		return t.file("list.yaml", func(p *printer) {
			p.print("apiVersion: v1\nkind: List\nitems: [")
			p.repeat(3000, "{apiVersion: karpenter.sh/v1beta1, kind: NodePool, metadata: {name: p%d}, spec: {template: {spec: {nodeClassRef: {name: default}, kubelet: {maxPods: 3}}}}}, ")
			p.print("]\n")
		})
	}},
	one("exponent", "pool.yaml", func(p *printer) {
		p.print("%s  weight: 1e999999999\n  ttlSecondsUntilExpired: 1e999999999\n", provisioner)
	}),
	one("quantities", "pool.yaml", func(p *printer) {
		p.print("%s  limits: {resources: {cpu: 1e999999999, memory: 1e-999999999Gi}}\n", provisioner)
	}),
	one("quantities-of-exponents-20000", "pool.yaml", func(p *printer) {
		p.print("%s  limits:\n    resources:\n", provisioner)
		p.repeat(20000, "      r%d: 1e999999999\n")
	}),
	one("durations-50000", "pools.yaml", func(p *printer) {
		for i := range p.count(5000) {
			p.print("---\n%s  ttlSecondsUntilExpired: 9%s\n  ttlSecondsAfterEmpty: -%d\n", strings.ReplaceAll(provisioner, "default\nspec", fmt.Sprintf("p%d\nspec", i)), strings.Repeat("9", i%300), i)
		}
	}),
	one("schedules-20000", "pool.yaml", func(p *printer) {
		p.print("%s  disruption:\n    budgets:\n", pool)
		p.repeat(20000, "    - {nodes: \"%d%%%%\", schedule: \"*/1 0-59/2,1,2,3 1-31 1-12 0-6\", duration: 1h}\n")
	}),
	one("lists-of-lists-of-objects", "list.yaml", func(p *printer) {
		p.nest(900, "{apiVersion: v1, kind: List, items: [", "{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}}", "]}")
	}),
	one("manifests-in-manifests-400", "map.yaml", func(p *printer) {
		for i := range p.count(400) {
			p.print("%sapiVersion: v1\n%[1]skind: ConfigMap\n%[1]smetadata: {name: karpenter.sh}\n%[1]sdata:\n%[1]s  a: |\n", strings.Repeat("    ", i))
		}
	}),
	one("terms-of-a-class-50000", "class.yaml", func(p *printer) {
		p.print("%s", strings.Replace(class, "subnetSelectorTerms: [{id: subnet-1}]", "subnetSelectorTerms:", 1))
		p.repeat(50000, "  - {tags: {a%d: b}}\n")
	}),
	one("pools-by-classes-2000", "all.yaml", func(p *printer) {
		p.repeat(2000, "---\n"+strings.ReplaceAll(strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec"), "name: default}", "name: c%d}"))
		p.repeat(2000, "---\n"+strings.Replace(class, "name: default", "name: c%d", 1))
	}),
	one("taints-5000-by-5000", "pool.yaml", func(p *printer) {
		p.print("%s      taints:\n", pool)
		p.repeat(5000, "      - {key: t%d, effect: NoSchedule}\n")
		p.print("      startupTaints:\n")
		p.repeat(5000, "      - {key: t%d, effect: NoSchedule}\n")
	}),
	one("requirements-on-one-key-20000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n", pool)
		p.repeat(20000, "      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c%d], minValues: %d}\n")
	}),
	one("lists-10000-by-exclusions-10000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n", pool)
		p.repeat(10000, "      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c%d]}\n")
		p.repeat(10000, "      - {key: karpenter.k8s.aws/instance-category, operator: NotIn, values: [a%d]}\n")
	}),
	one("families-20000-by-categories-20000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [", pool)
		p.repeat(20000, "m%d, ")
		p.print("]}\n      - {key: node.kubernetes.io/instance-type, operator: In, values: [")
		p.repeat(20000, "c%d.large, ")
		p.print("]}\n      - {key: karpenter.k8s.aws/instance-category, operator: NotIn, values: [")
		p.repeat(20000, "a%d, ")
		p.print("]}\n")
	}),
	one("fields-unknown-20000", "pool.yaml", func(p *printer) {
		p.print("%s", pool)
		p.repeat(20000, "  limitz%d: 1\n")
	}),
	one("fields-unknown-in-20000-items", "class.yaml", func(p *printer) {
		p.print("%s  blockDeviceMappings:\n", class)
		p.repeat(20000, "  - {deviceName: /dev/xvd%d, ebss: {volumeSizes: 1}, volumeTyp: gp3}\n")
	}),
	one("names-of-5000-letters", "pools.yaml", func(p *printer) {
		long := strings.Repeat("ab", 2500)
		for i := range p.count(300) {
			p.print("---\n%s---\n%s", strings.Replace(class, "{name: default}", fmt.Sprintf("{name: %s%d}", long, i), 1),
				strings.Replace(strings.Replace(pool, "EC2NodeClass, name: default", fmt.Sprintf("EC2NodeClass, name: %sx%d", long, i), 1), "  name: default\n", fmt.Sprintf("  name: p%d\n", i), 1))
		}
	}),
	one("classes-3000-by-near-names", "pools.yaml", func(p *printer) {
		for i := range p.count(3000) {
			p.print("---\n%s---\n%s", strings.Replace(class, "{name: default}", fmt.Sprintf("{name: class-of-the-team-%d}", i), 1),
				strings.Replace(strings.Replace(pool, "EC2NodeClass, name: default", fmt.Sprintf("EC2NodeClass, name: class-of-a-team-%d", i), 1), "  name: default\n", fmt.Sprintf("  name: p%d\n", i), 1))
		}
	}),
	one("cron-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s  disruption: {consolidateAfter: 1m, budgets: [{nodes: '1', duration: 1h, schedule: '", pool)
		p.repeat(100000, "1-59/1,%d,")
		p.print("0 * * * *'}]}\n")
	}),
	one("duration-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s      expireAfter: '", pool)
		p.repeat(300000, "1h1m1s")
		p.print("'\n      terminationGracePeriod: ")
		p.repeat(300000, "9h")
		p.print("\n")
	}),
	one("quantities-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s  limits: {cpu: '", pool)
		p.repeat(1_000_000, "9")
		p.print("', memory: '1e")
		p.repeat(1_000_000, "9")
		p.print("', nodes: '0.")
		p.repeat(1_000_000, "0")
		p.print("1'}\n")
	}),
	one("placeholders-100000", "class.yaml", func(p *printer) {
		p.print("%s  tags:\n", class)
		p.repeat(100000, "    t%d: <YOUR_${A}_CLUSTER_NAME>\n")
	}),
}
