package hostile

import "fmt"

// renamePairs are files with old names, and with many of two things that are compared with each other.
var renamePairs = []Input{
	one("tags-30000-in-a-list", "stack.yaml", func(p *printer) {
		p.print("kind: X\nmetadata: {name: a}\nspec:\n  Tags:\n")
		p.repeat(30000, "  - {Key: karpenter.sh/provisioner-name, Value: a%d}\n")
	}),
	one("terms-20000-in-a-list", "web.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  matchExpressions:\n")
		p.repeat(20000, "  - {key: karpenter.sh/provisioner-name, operator: In, values: [a%d]}\n")
	}),
	one("label-names-95000-in-a-list", "web.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  topologyKeys: [")
		p.repeat(95000, "karpenter.sh/provisioner-name, ")
		p.print("]\n")
	}),
	{Name: "tolerations-24000-in-a-list", Commands: []string{"convert"}, Args: []string{"--to", "v1"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.print("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  tolerations:\n")
			p.repeat(24000, "  - {key: karpenter.sh/disruption, operator: Equal, value: disrupting}\n")
		})
	}},
	one("node-labels-40000-in-a-text", "map.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n")
		p.repeat(40000, "    x --node-labels=karpenter.sh/provisioner-name=a%d y\n")
	}),
	one("statement-ids-2500-by-taken-ids-2500", "policy.json", func(p *printer) {
		p.print(`{"Version": "2012-10-17", "Statement": [`)
		p.repeat(2500, `{"Sid": "A", "Effect": "Allow", "Action": "ec2:RunInstances", "Resource": "*", "Condition": {"StringLike": {"aws:RequestTag/karpenter.sh/provisioner-name": "a%d"}}},`)
		p.print(`{"Sid": "ANodePool", "Effect": "Allow", "Action": "x", "Resource": "*"}`)
		p.repeat(2500, `, {"Sid": "ANodePool%d", "Effect": "Allow", "Action": "x", "Resource": "*"}`)
		p.print(`]}`)
	}),
	{Name: "policies-1500-by-statements-4000", Write: func(t Tree) error {
		for i := range t.count(1500) {
			text := fmt.Sprintf(statement, fmt.Sprintf("a:b%d", i%2), "nodepool")
			if err := t.text(fmt.Sprintf("new%d.json", i), `{"Statement": [`+text+`]}`); err != nil {
				return err
			}
		}
		return t.file("old.json", func(p *printer) {
			p.print(`{"Statement": [`)
			for range p.count(4000) {
				p.print(statement+", ", `a:b0", "a:b1`, "provisioner-name")
			}
			p.print("{}]}")
		})
	}},
	one("subresources-80000-of-a-rule", "role.yaml", func(p *printer) {
		p.print("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n- apiGroups: [karpenter.sh]\n  verbs: [get]\n  resources: [")
		p.repeat(80000, "provisioners/x%d, ")
		p.print("]\n")
	}),
	one("resources-45000-by-groups-45000", "role.yaml", func(p *printer) {
		p.print("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n- verbs: [get]\n  apiGroups: [")
		p.repeat(45000, "karpenter.s%d, ")
		p.print("karpenter.sh]\n  resources: [")
		p.repeat(45000, "provisioners, ")
		p.print("]\n")
	}),
	one("kinds-45000-by-groups-45000", "policy.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.x/v1\nkind: X\nmetadata: {name: a}\nspec:\n  match:\n  - kinds: [")
		p.repeat(45000, "Provisioner, ")
		p.print("]\n    apiGroups: [")
		p.repeat(45000, "g%d, ")
		p.print("]\n")
	}),
	one("crds-100000-in-a-script", "run.sh", func(p *printer) {
		p.repeat(100000, "kubectl apply -f karpenter.sh_provisioners.yaml # %d\n")
	}),
	several("terraform-locals-doubling-without-a-resource",
		fixed("pool.yaml", withProvider),
		part{"main.tf", func(p *printer) {
			p.print("locals {\n  a0 = file(\"${path.module}/pool.yaml\")\n  b0 = file(\"${path.module}/pool.yaml\")\n")
			for i := range p.count(40) {
				p.print("  a%d = \"${local.a%d}${local.b%d}\"\n  b%d = \"${local.a%d}${local.b%d}\"\n", i+1, i, i, i+1, i, i)
			}
			p.print("}\n")
		}},
	),
	one("provider-of-48000-tags", "pool.yaml", func(p *printer) {
		p.print("%s    tags:\n", withProvider)
		p.repeat(48000, "      l%d: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\n")
	}),
	one("provider-of-90000-folded-lines", "pool.yaml", func(p *printer) {
		p.print("%s    userData: >\n", withProvider)
		p.repeat(90000, "      x\n\n")
	}),
}

// withProvider is the head of a Provisioner that becomes a class as well.
const withProvider = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec:\n  provider:\n    subnetSelector: {a: b}\n    securityGroupSelector: {a: b}\n"

// statement is a statement of a policy for an action and a tag of Karpenter.
const statement = `{"Effect": "Allow", "Action": ["%s"], "Resource": "*", "Condition": {"StringLike": {"aws:RequestTag/karpenter.sh/%s": "*"}}}`
