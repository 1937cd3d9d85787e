package hostile

import (
	"fmt"
	"strings"
)

// kustomizations have many patches, or refer to each other in chains, diamonds and circles.
var kustomizations = []Input{
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
	overlays("kustomize-overlays-200-of-200-old-objects", "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\n", strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec")+"  ttlSecondsAfterEmpty: 30\n"),
	overlays("kustomize-overlays-200-of-200-objects", "apiVersion: karpenter.sh/v1\nkind: NodePool\n", strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec")),
	several("kustomize-patches-4000",
		fixed("base.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(4000, deleteLabel)
		}}),
	several("kustomize-merge-patches-4000",
		fixed("base.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(4000, "- patch: '{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: default}, spec: {labels: {l%d: a}}}'\n")
		}}),
	several("kustomize-operations-20000",
		fixed("base.yaml", provisioner+"  labels: {}\n"),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |\n")
			p.repeat(20000, "    - {op: add, path: /spec/labels/l%d, value: a}\n")
		}}),
	several("kustomize-operations-600",
		fixed("base.yaml", provisioner+"  labels: {}\n"),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |\n")
			p.repeat(600, "    - {op: add, path: /spec/labels/l%d, value: a}\n")
		}}),
	several("kustomize-operations-of-40-patches",
		part{"base.yaml", func(p *printer) {
			p.repeat(40, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec")+"  labels: {}\n")
		}},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			for range p.count(40) {
				p.print("- target: {kind: Provisioner}\n  patch: |\n")
				p.repeat(49, "    - {op: add, path: /spec/labels/l%d, value: a}\n")
			}
		}}),
	several("kustomize-patches-times-objects",
		part{"base.yaml", func(p *printer) {
			p.repeat(500, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
		}},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(500, deleteLabel)
		}}),
	several("kustomize-copies-of-copies",
		fixed("pool.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [pool.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |-\n")
			p.repeat(60, "    - {op: copy, from: /metadata, path: /metadata/x%d}\n")
		}}),
	{Name: "kustomize-merge-patches-of-5000-containers", Write: func(t Tree) error {
		const head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {metadata: {annotations: {karpenter.sh/do-not-consolidate: 'true'}}, spec: {containers:"
		names := ""
		for i := range 30 {
			names += fmt.Sprintf("p%d.yaml, ", i)
			if err := t.file(fmt.Sprintf("p%d.yaml", i), func(p *printer) {
				p.print("%s [", head)
				p.repeat(5000, "{name: c%d, image: a},\n")
				p.print("]}}}\n")
			}); err != nil {
				return err
			}
		}
		if err := t.text("kustomization.yaml", "resources: [base.yaml]\npatchesStrategicMerge: ["+names+"]\n"); err != nil {
			return err
		}
		return t.text("base.yaml", head+" []}}}\n")
	}},
	{Name: "kustomize-overlays-500", Write: func(t Tree) error {
		if err := t.text("base/base.yaml", provisioner); err != nil {
			return err
		}
		if err := t.text("base/kustomization.yaml", "resources: [base.yaml]\n"); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), "resources: [../base]\npatches:\n- target: {kind: Provisioner}\n  patch: '[{op: add, path: /spec/weight, value: 5}]'\n"); err != nil {
				return err
			}
		}
		return nil
	}},
	chain("kustomize-chain-2000", 2000, func(i int) string { return fmt.Sprintf("resources: [../o%d]\nnamePrefix: a\n", i-1) }),
	chain("kustomize-chain-1500-of-long-prefixes", 1500, func(i int) string {
		return fmt.Sprintf("resources: [../o%d]\nnamePrefix: %s\ncommonLabels: {l%d: a}\npatches: [{target: {kind: Provisioner}, patch: '[{op: add, path: /spec/labels/l%d, value: a}]'}]\n", i-1, strings.Repeat("a", 4096), i, i)
	}),
	chain("kustomize-diamonds-60", 60, func(i int) string {
		return fmt.Sprintf("resources: [../o%d, ../o%d]\n", i-1, max(0, i-2))
	}),
	several("kustomize-circle",
		fixed("a/kustomization.yaml", "resources: [../b]\npatches: [{target: {kind: Provisioner}, patch: '[]'}]\n"),
		fixed("b/kustomization.yaml", "resources: [../a]\n")),
	several("kustomize-replacements-2000",
		fixed("base.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\nreplacements:\n")
			p.repeat(2000, "- {source: {kind: Provisioner, fieldPath: metadata.name}, targets: [{select: {kind: Provisioner}, fieldPaths: [spec.labels.l%d], options: {create: true}}]}\n")
		}}),
	several("kustomize-selectors-of-expressions",
		fixed("base.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(1000, "- {target: {kind: 'Provisioner|(((a*)*)*)*b', name: '(x+x+)+y%d'}, patch: '[{op: add, path: /spec/weight, value: 5}]'}\n")
		}}),
	{Name: "kustomizations-that-fan-out", Write: func(t Tree) error {
		for i := range 14 {
			text := fmt.Sprintf("resources: [../l%d, ../l%d/../l%d]\nnamePrefix: a\npatches: [{target: {kind: Provisioner, name: \".*\"}, patch: '[{\"op\": \"add\", \"path\": \"/spec/weight\", \"value\": %d}]'}]\n", i+1, i, i+1, i)
			if err := t.text(fmt.Sprintf("l%d/kustomization.yaml", i), text); err != nil {
				return err
			}
		}
		if err := t.text("l14/kustomization.yaml", "resources: [pool.yaml]\n"); err != nil {
			return err
		}
		return t.file("l14/pool.yaml", func(p *printer) {
			p.repeat(300, "---\n"+strings.ReplaceAll(provisioner, "default\nspec", "p%d\nspec"))
		})
	}},
	several("kustomize-patterns-of-names",
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [pool.yaml]\npatches:\n")
			p.repeat(1000, "- {target: {name: \"(((a{1,100}){1,100}){1,10}|.*%d)*\", labelSelector: \"a in (b,c),d notin (e)\"}, path: p.yaml}\n")
		}},
		fixed("p.yaml", "spec: {weight: 1}\n"),
		part{"pool.yaml", func(p *printer) {
			p.repeat(300, "---\n"+strings.ReplaceAll(provisioner, "default\nspec", "p%d\nspec"))
		}}),
	several("kustomize-targets-6000-by-objects-6000",
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [pool.yaml]\npatches:\n")
			p.repeat(6000, "- {target: {kind: NodePool, name: p%d, labelSelector: \"a=b\"}, path: p.yaml}\n")
		}},
		fixed("p.yaml", "spec: {weight: 1}\n"),
		part{"pool.yaml", func(p *printer) {
			p.repeat(2000, "---\n"+strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec"))
		}}),
	chain("kustomize-components-chain-2000", 2000, func(i int) string {
		return fmt.Sprintf("kind: Component\ncomponents: [../o%d]\nlabels: [{pairs: {l%d: a}}]\npatches: [{target: {kind: Provisioner, labelSelector: l%d=a}, patch: '[{op: add, path: /spec/weight, value: %d}]'}]\n", i-1, i, i-1, i)
	}),
	chain("kustomize-components-doubling-60", 60, func(i int) string {
		return fmt.Sprintf("components: [../c%d]\nresources: [../o%d, ../o%d]\n", i, i-1, max(0, i-2))
	}),
	several("kustomize-configurations-5000",
		fixed("kustomization.yaml", "resources: [base.yaml]\nnamePrefix: a-\nconfigurations: [config.yaml]\n"),
		part{"base.yaml", func(p *printer) { p.repeat(500, "---\n"+provisioner) }},
		part{"config.yaml", func(p *printer) {
			p.print("namePrefix:\n")
			p.repeat(5000, "- {kind: Provisioner, path: spec/labels/l%d}\n")
			p.print("nameReference:\n")
			p.repeat(5000, "- {kind: Provisioner, fieldSpecs: [{kind: Pod, path: spec/nodeSelector/l%d}]}\n")
		}}),
	several("kustomize-replacements-times-objects",
		part{"base.yaml", func(p *printer) {
			p.repeat(500, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
		}},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\nreplacements:\n")
			p.repeat(500, "- {source: {kind: Provisioner, name: p0, fieldPath: metadata.name}, targets: [{select: {kind: Provisioner}, reject: [{name: p%d}], fieldPaths: ['spec.labels.l%d'], options: {create: true}}]}\n")
		}}),
	several("kustomize-patches-of-the-admission-check",
		part{"base.yaml", func(p *printer) { p.repeat(300, "---\n"+strings.Replace(pool, "name: default", "name: p%d", 1)) }},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(300, "- {target: {kind: NodePool}, patch: '[{op: add, path: /spec/unknown%d, value: 1}]'}\n")
		}}),
}

const deleteLabel = "- {target: {kind: Provisioner}, patch: '[{op: add, path: /spec/labels/l%d, value: a}]'}\n"

// chain is an input of n kustomizations, each on those before it, with an object at the bottom.
func chain(name string, n int, content func(i int) string) Input {
	return Input{Name: name, Write: func(t Tree) error {
		if err := t.text("o0/base.yaml", provisioner); err != nil {
			return err
		}
		if err := t.text("o0/kustomization.yaml", "resources: [base.yaml]\n"); err != nil {
			return err
		}
		for i := 1; i <= n; i++ {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), content(i)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// overlays is an input of 200 overlays, each with a patch for the 200 objects of a base. head is the API and the kind of an object, which has a
// verb for its number.
func overlays(name, head, object string) Input {
	return Input{Name: name, Write: func(t Tree) error {
		if err := t.file("base.yaml", func(p *printer) { p.repeat(200, "---\n"+object) }); err != nil {
			return err
		}
		for i := range t.count(200) {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), "resources: [../]\npatches: [{path: patch.yaml, target: {name: 'p.*'}}]\n"); err != nil {
				return err
			}
			if err := t.text(fmt.Sprintf("o%d/patch.yaml", i), head+"metadata: {name: not-important}\nspec: {weight: 7, template: {metadata: {labels: {a: b}}}}\n"); err != nil {
				return err
			}
		}
		return t.text("kustomization.yaml", "resources: [base.yaml]\n")
	}}
}
