package hostile

// output makes a run print or change much.
var output = []Input{
	{Name: "output-for-github", Commands: []string{"lint"}, Args: []string{"--format", "github"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			for i := range p.count(3000) {
				p.print("---\nkind: Pod\nmetadata: {name: \"a%%0A::error::%d\\n::error::b\", annotations: {karpenter.sh/do-not-evict: \"\\u001b]0;x\\u0007\\u202e\"}}\n", i)
			}
		})
	}},
	{Name: "output-as-sarif", Commands: []string{"lint"}, Args: []string{"--format", "sarif"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.repeat(20000, "---\nkind: Pod\nmetadata: {name: \"a%d\", annotations: {karpenter.sh/do-not-evict: \"\\ud800\\udfff\\0\"}}\n")
		})
	}},
	{Name: "output-of-a-long-line", Commands: []string{"lint"}, Args: []string{"--format", "text"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.print("kind: Pod\nmetadata: {annotations: {karpenter.sh/do-not-evict: \"true\", a: \"")
			p.repeat(2_000_000, "\u0301\u200d")
			p.print("\"}}\n")
		})
	}},
	{Name: "fixes-20000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.repeat(20000, "---\nkind: Pod\nmetadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: \"true\", karpenter.sh/do-not-consolidate: \"true\"}}\n")
		})
	}},
	{Name: "fixes-of-one-map-5000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("pool.yaml", func(p *printer) {
			p.print("%s      requirements:\n", pool)
			p.repeat(5000, "      - {key: karpenter.sh/provisioner-name, operator: In, values: [a%d]}\n")
		})
	}},
}
