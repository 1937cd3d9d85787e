package hostile

import "strings"

// unforeseen are inputs that no bound on steps covers, so that the limits of time and memory end the run.
var unforeseen = []Input{
	several("kustomize-transformer-5000-times-on-3000-objects",
		fixed("transformer.yaml", "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: t}\npatch: '{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: {weight: 5}}'\ntarget: {name: a}\n"),
		part{"pools.yaml", func(p *printer) { p.repeat(3000, provisionerOf("p%d", "default")) }},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [pools.yaml]\ntransformers:\n")
			p.print("%s", strings.Repeat("- transformer.yaml\n", p.count(5000)))
		}}),
	several("kustomize-component-5000-times-on-3000-objects",
		fixed("component/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"),
		part{"pools.yaml", func(p *printer) { p.repeat(3000, provisionerOf("p%d", "default")) }},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [pools.yaml]\ncomponents:\n")
			p.print("%s", strings.Repeat("- component\n", p.count(5000)))
		}}),
	several("flux-kustomizations-2000-below-300-directories", part{strings.Repeat("a/", 300) + "flux.yaml", func(p *printer) {
		p.repeat(2000, "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: k%d}\nspec:\n  path: ./nowhere%d\n  sourceRef: {kind: GitRepository, name: a}\n  patches:\n  - patch: '{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: {weight: 5}}'\n")
	}}, part{"pools.yaml", func(p *printer) { p.repeat(2000, provisionerOf("p%d", "default")) }}),
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
