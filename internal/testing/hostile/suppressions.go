package hostile

// suppressions are files with many comments and annotations that suppress rules.
var suppressions = []Input{
	one("suppressions-30000", "web.yaml", func(p *printer) {
		p.print("%s", deployment)
		p.repeat(30000, "# karplint:ignore KL%03d -- reason\n")
	}),
	one("suppressions-of-a-file-30000", "web.yaml", func(p *printer) {
		p.repeat(30000, "# karplint:ignore-file KL%03d -- reason\n")
		p.print("%s", deployment)
	}),
	one("suppressions-by-name-in-one-line", "web.yaml", func(p *printer) {
		p.print("# karplint:ignore-file ")
		p.repeat(500_000, "KL%d,")
		p.print(" -- why\n%s", deployment)
	}),
	one("suppressions-in-documents-30000", "web.yaml", func(p *printer) {
		p.repeat(30000, "# karplint:ignore KL501 -- why\nkind: Pod\nmetadata: {annotations: {karpenter.sh/do-not-evict: \"true\"}} # karplint:ignore KL501 -- why\n---\n")
	}),
	one("suppression-of-an-annotation-of-2-MB", "web.yaml", func(p *printer) {
		p.print("kind: Pod\nmetadata:\n  annotations:\n    karpenter.sh/do-not-evict: \"true\"\n    karplint.dev/ignore: \"")
		p.repeat(200_000, "KL%d ")
		p.print("why\"\n")
	}),
	one("comments-above-a-suppression-500000", "web.yaml", func(p *printer) {
		p.print("kind: Pod\nmetadata:\n  annotations:\n    # karplint:ignore KL501 -- why\n")
		p.repeat(500_000, "    # more\n")
		p.print("    karpenter.sh/do-not-evict: \"true\"\n")
	}),
	terraform("terraform-suppressions-50000", func(p *printer) {
		p.repeat(50000, "# karplint:ignore KL%03d -- reason\nlocals { a%d = 1 }\n")
	}),
	one("suppressions-of-10000-rules-in-each-of-500", "web.yaml", func(p *printer) {
		for i := range p.count(500) {
			p.print("---\nkind: Pod\nmetadata:\n  name: a%d\n  annotations:\n    karpenter.sh/do-not-evict: \"true\" # karplint:ignore ", i)
			p.repeat(400, "KL%d,")
			p.print(" -- x\n")
		}
	}),
	{Name: "fix-of-20000-suppressions-that-go", Commands: []string{"lint"}, Args: []string{"--fix", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.repeat(20000, "---\nkind: Pod\nmetadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: \"true\"}} # karplint:ignore KL501,KL502 -- gone\n")
		})
	}},
}
