package hostile

import "fmt"

// named are objects that name directories, beside many files below these.
var named = []Input{
	{Name: "flux-kustomizations-20000-of-1000-directories", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("pools/d%d/pool.yaml", i), pool); err != nil {
				return err
			}
		}
		return fluxObjects(t, 20000, "pools/d%d", "")
	}},
	{Name: "flux-variables-of-1000-releases-by-10000-kustomizations", Write: func(t Tree) error {
		err := t.file("apps/releases.yaml", func(p *printer) {
			p.repeat(1000, "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter-%d}\nspec: {chart: {spec: {chart: karpenter, version: '${v}', sourceRef: {kind: HelmRepository, name: a}}}}\n")
		})
		if err != nil {
			return err
		}
		return fluxObjects(t, 10000, "apps", ", postBuild: {substitute: {v: 1.0.%d}}")
	}},
	{Name: "applications-10000-of-1000-charts", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("charts/c%d/Chart.yaml", i), "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: karpenter, version: 1.0.8, repository: 'oci://public.ecr.aws/karpenter'}]\n"); err != nil {
				return err
			}
		}
		return inFiles(t, 10000, "app%d.yaml", "---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter-%d}\nspec: {source: {path: charts/c%d, repoURL: x}, destination: {server: s%d}}\n")
	}},
}

// fluxObjects writes n Kustomizations of Flux that apply directories.
func fluxObjects(t Tree, n int, dir, more string) error {
	return inFiles(t, n, "flux%d.yaml", "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: k%d}\nspec: {path: ./"+dir+", sourceRef: {kind: GitRepository, name: a}"+more+"}\n")
}

// inFiles writes n documents into ten files, because that is more than one file may have.
func inFiles(t Tree, n int, name, document string) error {
	for k := range 10 {
		if err := t.file(fmt.Sprintf(name, k), func(p *printer) { p.repeat(n/10, document) }); err != nil {
			return err
		}
	}
	return nil
}
