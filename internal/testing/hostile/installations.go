package hostile

import (
	"fmt"
	"strings"
)

// installations are many releases and applications, and such with many values.
var installations = []Input{
	many("helm-releases-3000", 3000, "r%d.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter-NUMBER, namespace: a}\nspec: {chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: a}}}}\n"),
	one("applications-4000", "apps.yaml", func(p *printer) {
		p.repeat(4000, "---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter-%d}\nspec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: 1.0.8}, destination: {server: s%d}}\n")
	}),
	one("application-set-matrix", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - matrix:\n      generators:\n")
		for k := range 2 {
			p.print("      - list:\n          elements:\n")
			for i := range p.count(3000) {
				p.print("          - {v%d: '1.0.%d'}\n", k, i)
			}
		}
		p.print("  template: {metadata: {name: '{{v0}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{v0}}-{{v1}}'}}}\n")
	}),
	one("helmfile-environments-2000", "helmfile.yaml", func(p *printer) {
		p.print("environments:\n")
		p.repeat(2000, "  e%d: {values: [{version: 1.0.%d}]}\n")
		p.print("---\nreleases:\n")
		p.repeat(2000, "- {name: karpenter-%d, chart: oci://public.ecr.aws/karpenter/karpenter, version: '{{ .Values.version }}'}\n")
	}),
	one("set-parameters-of-argo-20000", "app.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec:\n  destination: {server: s}\n  source:\n    chart: karpenter\n    repoURL: public.ecr.aws/karpenter\n    targetRevision: 1.0.8\n    helm:\n      parameters:\n")
		p.repeat(20000, "      - {name: \"a[%d].b.c[1024].d\", value: \"%d\"}\n")
	}),
	one("versions-with-ranges", "release.yaml", func(p *printer) {
		p.print("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: karpenter, sourceRef: {kind: HelmRepository, name: a}, version: \"")
		p.repeat(50000, ">= %d.0.0, < 99.x || ")
		p.print("1\"}}}\n")
	}),
	terraform("terraform-releases-with-objects-in-values-3000", func(p *printer) {
		p.print("resource \"helm_release\" \"extra\" {\n  name   = \"extra\"\n  chart  = \"./chart\"\n  values = [<<-EOT\n    extraObjects:\n")
		p.repeat(3000, "    - {apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: p%d}, spec: {providerRef: {name: default}}}\n")
		p.print("  EOT\n  ]\n}\n")
	}),
	several("helmfile-templates-3000", part{"helmfile.yaml.gotmpl", func(p *printer) {
		p.print("releases:\n")
		p.repeat(3000, "{{- range .Values.regions%d }}\n- name: karpenter-{{ . }}\n  chart: oci://public.ecr.aws/karpenter/karpenter\n  version: {{ .version%d | quote }}\n  values: [{{ readFile \"v.yaml\" }}]\n{{- end }}\n")
	}}),
	{Name: "helmfile-bases-chain-1000", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("f%d/helmfile.yaml", i), fmt.Sprintf("bases: [../f%d/helmfile.yaml]\nhelmfiles: [../f%d/helmfile.yaml, ../f0/helmfile.yaml]\nreleases: [{name: karpenter, chart: karpenter/karpenter, version: 1.0.8}]\n", i+1, i+1)); err != nil {
				return err
			}
		}
		return nil
	}},
	one("application-sets-of-lists-20000", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - list:\n      elements:\n")
		p.repeat(20000, "      - {cluster: c%d, version: '1.0.%d', values: {a: b}}\n")
		p.print("  template: {metadata: {name: '{{cluster}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{version}}'}}}\n")
	}),
	one("application-sets-nested-generators", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - ")
		p.nest(450, "{matrix: {generators: [{list: {elements: [{v: '1.0.1'}, {v: '1.0.2'}]}}, ", "{list: {elements: [{w: '1'}]}}", "]}}")
		p.print("\n  template: {metadata: {name: '{{v}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{v}}'}}}\n")
	}),
	one("application-with-patches-3000", "app.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    path: pools\n    kustomize:\n      patches:\n")
		p.repeat(3000, "      - {target: {kind: NodePool, name: p%d}, patch: '[{op: add, path: /spec/weight, value: 500}]'}\n")
		p.print("---\n")
		p.repeat(300, strings.Replace(pool, "name: default", "name: p%d", 1)+"---\n")
	}),
	one("flux-release-with-values-and-renderers", "release.yaml", func(p *printer) {
		p.print("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  values:\n")
		p.repeat(20000, "    key%d: {controller: {env: [{name: A, value: b}]}}\n")
		p.print("  postRenderers:\n  - kustomize:\n      patches:\n")
		p.repeat(2000, "      - {target: {kind: Deployment, name: 'k.*%d'}, patch: '[{op: add, path: /spec/replicas, value: 1}]'}\n")
	}),
	one("flux-substitutes-20000", "flux.yaml", func(p *printer) {
		p.print("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  path: ./pools\n  postBuild:\n    substitute:\n")
		p.repeat(20000, "      v%d: karpenter.sh/provisioner-name\n")
	}),
	one("eksctl-node-groups-5000", "cluster.yaml", func(p *printer) {
		p.print("apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: a, region: b, version: '1.30'}\nkarpenter: {version: '1.0.8'}\nmanagedNodeGroups:\n")
		p.repeat(5000, "- {name: g%d, labels: {karpenter.sh/provisioner-name: a}, taints: [{key: karpenter.sh/controller, value: 'true', effect: NoSchedule}]}\n")
	}),
}
