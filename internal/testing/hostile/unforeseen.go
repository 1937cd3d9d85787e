package hostile

import "strings"

// unforeseen are inputs that no bound on steps covers, so that the limits of time and memory end the run.
var unforeseen = []Input{
	one("fields-48000-unknown", "pool.yaml", func(p *printer) {
		p.print("%s", provisionerOf("a", "default"))
		p.repeat(48000, "  l%d: 1\n")
	}),
	several("exclusions-20000-by-objects-5000",
		part{".karplint.yaml", func(p *printer) {
			p.print("convert:\n  exclude:\n")
			p.repeat(20000, "  - Provisioner/a*%d\n")
		}},
		part{"pools.yaml", func(p *printer) { p.repeat(5000, provisionerOf("b%d", "default")) }}),
	several("tags-5000-of-an-installation-by-classes-3000",
		part{"main.tf", func(p *printer) {
			p.print("%s", strings.Replace(release, "}\n", "  values = [<<EOF\nsettings:\n  aws:\n    tags:\n", 1))
			p.repeat(5000, "      t%d: v\n")
			p.print("EOF\n  ]\n}\n")
		}},
		part{"classes.yaml", func(p *printer) { p.repeat(3000, oldClassOf("c%d", "")) }}),
	template("list-of-4000-objects-with-branches", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\nitems:\n")
		p.repeat(4000, "- apiVersion: karpenter.sh/v1alpha5\n  kind: Provisioner\n  metadata:\n    name: p%d\n  spec:\n    {{- if .Values.x }}\n    weight: 1\n    {{- end }}\n    providerRef: {name: default}\n")
	}),
}
