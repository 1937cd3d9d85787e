package hostile

import (
	"fmt"
	"strings"
)

// oldPod is an object with a finding and a fix.
const oldPod = "{kind: Pod, apiVersion: v1, metadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: 'true'}}}"

// wide are files with many parts side by side, each of which may be compared with all others.
var wide = []Input{
	{Name: "fixes-in-a-list-5000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.print("apiVersion: v1\nkind: List\nitems:\n")
			p.repeat(5000, "- "+oldPod+"\n")
		})
	}},
	{Name: "fixes-on-a-line-5000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.print("apiVersion: v1\nkind: List\nitems: [")
			p.repeat(5000, oldPod+", ")
			p.print("]\n")
		})
	}},
	one("suppressions-on-a-line-5000", "web.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\n# karplint:ignore KL501 -- why\nitems: [")
		p.repeat(5000, oldPod+", ")
		p.print("]\n")
	}),
	{Name: "settings-nested-in-400-directories", Exit: 2, Write: func(t Tree) error {
		dir := ""
		for i := range t.count(400) {
			if err := t.file(dir+".karplint.yaml", func(p *printer) {
				p.print("karpenter-version: 1.0.%d\nexclude:\n", i)
				p.repeat(90, "- '**/x%d/*.yaml'\n")
			}); err != nil {
				return err
			}
			if err := t.text(dir+"pool.yaml", pool); err != nil {
				return err
			}
			dir += "d/"
		}
		return nil
	}},
	{Name: "charts-in-a-chart-800", Write: func(t Tree) error {
		if err := t.file("chart/Chart.yaml", func(p *printer) {
			p.print("%sdependencies:\n", chart)
			p.repeat(800, "- {name: c%d, version: 1.0.0, repository: \"file://charts/c%d\", condition: c%d.enabled}\n")
		}); err != nil {
			return err
		}
		if err := t.file("chart/values.yaml", func(p *printer) { p.repeat(800, "c%d: {enabled: true, ttl: 30}\n") }); err != nil {
			return err
		}
		for i := range t.count(800) {
			dir := fmt.Sprintf("chart/charts/c%d/", i)
			if err := t.text(dir+"Chart.yaml", strings.Replace(chart, "pools", fmt.Sprintf("c%d", i), 1)); err != nil {
				return err
			}
			if err := t.text(dir+"values.yaml", "ttl: 20\n"); err != nil {
				return err
			}
			if err := t.text(dir+"templates/pool.yaml", provisioner+"  ttlSecondsAfterEmpty: {{ .Values.ttl }}\n"); err != nil {
				return err
			}
		}
		return nil
	}},
	template("values-that-grow-in-a-loop", func(p *printer) {
		p.print("{{- $d := dict }}\n{{- range $i, $_ := until 40 }}{{ $_ := set $d (toString $i) (toYaml $d) }}{{ end }}\n%s  weight: {{ len $d }}\n  labels: {a: {{ toYaml $d | quote }}}\n", provisioner)
	}),
	{Name: "files-of-a-chart-3000", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.text("chart/values.yaml", "ttl: 30\n"); err != nil {
			return err
		}
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("chart/files/f%d.yaml", i), strings.Replace(provisioner, "default", fmt.Sprint("p", i), 1)); err != nil {
				return err
			}
		}
		return t.text("chart/templates/all.yaml", "{{- range $path, $_ := .Files.Glob \"files/**.yaml\" }}\n---\n{{ tpl ($.Files.Get $path) $ }}\n{{- end }}\n---\n"+provisioner+"  ttlSecondsAfterEmpty: {{ .Values.ttl }}\n")
	}},
	{Name: "kustomizations-3000-of-one-base", Write: func(t Tree) error {
		if err := t.file("base/base.yaml", func(p *printer) { p.repeat(20, "---\n"+strings.Replace(pool, "name: default", "name: p%d", 1)) }); err != nil {
			return err
		}
		if err := t.text("base/kustomization.yaml", "resources: [base.yaml]\n"); err != nil {
			return err
		}
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), "resources: [../base]\nnamePrefix: x-\npatches:\n- patch: '[{op: add, path: /spec/weight, value: 500}]'\n  target: {kind: NodePool}\n"); err != nil {
				return err
			}
		}
		return nil
	}},
	one("kustomize-helm-charts-5000", "kustomization.yaml", func(p *printer) {
		p.print("helmCharts:\n")
		p.repeat(5000, "- {name: karpenter, releaseName: r%d, repo: oci://public.ecr.aws/karpenter, version: 1.0.8, valuesInline: {settings: {clusterName: c%d}}}\n")
	}),
	several("kustomize-patch-file-of-2000-for-2000",
		part{"base.yaml", func(p *printer) {
			p.repeat(2000, "---\n"+strings.Replace(provisioner, "name: default", "name: p%d", 1))
		}},
		part{"patch.yaml", func(p *printer) {
			p.repeat(2000, "---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {weight: 7}\n")
		}},
		fixed("kustomization.yaml", "resources: [base.yaml]\npatchesStrategicMerge: [patch.yaml]\n")),
	several("kustomize-resources-100000",
		fixed("base.yaml", provisioner),
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources:\n")
			p.repeat(50000, "- base.yaml\n- r%d.yaml\n")
		}}),
	one("application-sets-3000", "sets.yaml", func(p *printer) {
		p.repeat(3000, "---\napiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: s%d}\nspec:\n  generators:\n  - git: {repoURL: x, directories: [{path: 'clusters/*'}]}\n  - list: {elements: [{v: 1.0.8}, {v: 1.0.7}]}\n  template: {metadata: {name: '{{v}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{v}}', helm: {valueFiles: ['$values/{{path}}/v.yaml']}}}}\n")
	}),
	one("flux-values-from-3000-config-maps", "release.yaml", func(p *printer) {
		p.print("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  valuesFrom:\n")
		p.repeat(3000, "  - {kind: ConfigMap, name: c%d}\n")
		p.repeat(3000, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%d}\ndata:\n  values.yaml: |\n    settings: {clusterName: karpenter-%d}\n    k%d: 1\n")
	}),
	one("flux-depends-on-each-other-3000", "flux.yaml", func(p *printer) {
		p.repeat(3000, "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: k%d}\nspec: {path: ./pools, dependsOn: [{name: k0}, {name: k1}], sourceRef: {kind: GitRepository, name: a}, patches: [{patch: '[{op: add, path: /spec/weight, value: 5}]', target: {kind: NodePool}}]}\n")
		p.print("---\n%s", pool)
	}),
	{Name: "flux-releases-1000-behind-20000-kustomizations", Write: func(t Tree) error {
		kustomization := "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: %s}\nspec: {path: %s, wait: true, sourceRef: {kind: GitRepository, name: a}, dependsOn: [%s]}\n"
		for k := range 10 {
			err := t.file(fmt.Sprintf("flux%d.yaml", k), func(p *printer) {
				p.print(kustomization, fmt.Sprint("apps", k), "./apps", "{name: all}")
				p.repeat(2000, fmt.Sprintf(kustomization, fmt.Sprint("k", k, "-%d"), "./crds", "{name: all}"))
			})
			if err != nil {
				return err
			}
		}
		err := t.file("all.yaml", func(p *printer) {
			p.print("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: all}\nspec:\n  path: ./crds\n  dependsOn:\n")
			for k := range 10 {
				p.repeat(2000, fmt.Sprint("  - {name: k", k, "-%d}\n"))
			}
		})
		if err != nil {
			return err
		}
		return t.file("apps/releases.yaml", func(p *printer) {
			p.repeat(1000, "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter-%d}\nspec: {chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: a}}}}\n")
		})
	}},
	{Name: "applications-of-2000-directories", Write: func(t Tree) error {
		for i := range t.count(2000) {
			if err := t.text(fmt.Sprintf("pools/d%d/pool.yaml", i), pool); err != nil {
				return err
			}
		}
		return t.file("apps.yaml", func(p *printer) {
			p.repeat(2000, "---\n# "+strings.Repeat("a", 2000)+"\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a%d}\nspec: {source: {path: pools/d%d, repoURL: x, kustomize: {patches: [{patch: '[{op: add, path: /spec/weight, value: 500}]', target: {kind: NodePool}}]}}, destination: {server: s%d}}\n")
		})
	}},
	one("pools-3000-with-errors", "pools.yaml", func(p *printer) {
		p.repeat(3000, "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p%d}\nspec: {weight: 500, limit: {cpu: 1}, disruption: {consolidationPolicy: Never, budgets: [{nodes: '500%%'}]}, template: {spec: {nodeClassRef: {name: a}, requirements: [{key: karpenter.sh/capacity-type, operator: Inn, values: [spots]}]}}}\n")
	}),
	{Name: "versions-of-1-MB", Write: func(t Tree) error {
		long := strings.Repeat("9", 1_000_000)
		if err := t.text("main.tf", strings.Replace(release, "1.0.8", "1."+long+".0-"+strings.Repeat("a.", 100_000)+"b", 1)); err != nil {
			return err
		}
		if err := t.text("tilde.tf", strings.Replace(strings.Replace(release, "1.0.8", "~> 1."+long+", != 1.0."+long, 1), "\"karpenter\" {", "\"k2\" {", 1)); err != nil {
			return err
		}
		if err := t.text("app/app.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: \">="+strings.Repeat("1.0.8 <2 ", 100_000)+"\"}}\n"); err != nil {
			return err
		}
		if err := t.text("blanks/app.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: \">="+strings.Repeat(" ", 1_000_000)+"1.0.8\"}}\n"); err != nil {
			return err
		}
		return t.text("app/pool.yaml", pool)
	}},
	one("eksctl-clusters-3000", "clusters.yaml", func(p *printer) {
		p.repeat(3000, "---\napiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c%d, region: b, version: '1.30'}\nkarpenter: {version: '1.0.8'}\nmanagedNodeGroups: [{name: g, taints: [{key: karpenter.sh/controller, effect: NoSchedule}]}]\naddons: [{name: aws-ebs-csi-driver}, {name: coredns}]\n")
	}),
	one("user-data-in-user-data-300", "class.yaml", func(p *printer) {
		p.print("%s  userData: |\n", class)
		for i := range p.count(300) {
			p.print("    Content-Type: multipart/mixed; boundary=\"b%d\"\n\n    --b%d\n", i, i)
		}
		p.repeat(100000, "    --b%d karpenter.sh/provisioner-name=a\n")
	}),
	one("user-data-of-tables-50000", "class.yaml", func(p *printer) {
		p.print("%s  userData: |\n", strings.Replace(class, "al2023", "bottlerocket", 1))
		p.repeat(50000, "    [settings.kubernetes.a%d.node-labels]\n    \"karpenter.sh/provisioner-name\" = \"a\"\n")
	}),
	one("daemon-sets-5000", "sets.yaml", func(p *printer) {
		p.repeat(5000, "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: ebs-csi-node-%d, namespace: kube-system}\nspec: {template: {spec: {tolerations: [{key: a, operator: Exists}], containers: [{name: ebs-plugin, image: public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.30.0}]}}}\n")
		p.print("---\n%s", pool)
	}),
	one("affinities-2000-by-50", "web.yaml", func(p *printer) {
		for i := range p.count(2000) {
			p.print("---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w%d}\nspec: {template: {spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [", i)
			for k := range 25 {
				p.print("{matchExpressions: [{key: karpenter.sh/provisioner-name, operator: In, values: [a%d]}]}, ", k)
			}
			p.print("]}}}}}}\n")
		}
	}),
	one("dashboards-of-2000-panels-10-times", "dashboards.yaml", func(p *printer) {
		for i := range 10 {
			p.print("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: d%d}\ndata:\n  a.json: |\n    {\"panels\": [\n", i)
			p.repeat(2000, "      {\"title\": \"p%d\", \"targets\": [{\"expr\": \"sum(karpenter_nodes_created{provisioner=\\\"a\\\"}) by (provisioner)\"}]},\n")
			p.print("    {}]}\n")
		}
	}),
	one("script-heredocs-20000", "run.sh", func(p *printer) {
		p.repeat(20000, "cat <<EOF%d | kubectl apply -f -\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {providerRef: {name: a}}\nEOF%d\n")
	}),
	one("markdown-fences-20000", "README.md", func(p *printer) {
		p.repeat(20000, "```yaml\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\n```\n")
	}),
	one("workflow-steps-5000", ".github/workflows/ci.yaml", func(p *printer) {
		p.print("on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n")
		p.repeat(5000, "    - name: s%d\n      run: |\n        cat <<EOF | kubectl apply -f -\n        apiVersion: karpenter.sh/v1alpha5\n        kind: Provisioner\n        metadata: {name: p%d}\n        EOF\n")
	}),
	one("selectors-3000-by-near-pools", "all.yaml", func(p *printer) {
		p.repeat(3000, "---\n"+strings.Replace(pool, "name: default", "name: pool-of-the-team-%d", 1))
		p.repeat(3000, "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w%d}\nspec: {template: {spec: {nodeSelector: {karpenter.sh/nodepool: pool-of-a-team-%d}}}}\n")
	}),
	one("tabs-and-returns-200000", "pool.yaml", func(p *printer) {
		p.print("%s  labels:\r\n", provisioner)
		p.repeat(100000, "    a%d:\t'b\r\n\t\r\n      c'\t# d\r\n")
	}),
	one("quoted-keys-in-a-flow-map-100000", "pool.yaml", func(p *printer) {
		p.print("%s  labels: {", provisioner)
		p.repeat(100000, "\"a%d\":b,? c%d,")
		p.print("}\n")
	}),
	one("anchors-in-20000-documents-of-a-list", "pools.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\nitems:\n- &p {apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: &s {labels: {a: b}}}\n")
		p.repeat(5000, "- {<<: *p, metadata: {name: p%d}, spec: {<<: *s, weight: 1}}\n")
	}),
	{Name: "helmfile-environments-with-1000-files", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("env/e%d.yaml", i), fmt.Sprintf("version: 1.0.%d\n", i)); err != nil {
				return err
			}
		}
		return t.file("helmfile.yaml", func(p *printer) {
			p.print("environments:\n")
			p.repeat(1000, "  e%d: {values: [env/e%d.yaml]}\n")
			p.print("---\nreleases:\n")
			p.repeat(90, "- {name: karpenter-%d, chart: oci://public.ecr.aws/karpenter/karpenter, version: '{{ .Values.version }}', values: ['env/{{ .Environment.Name }}.yaml']}\n")
		})
	}},
}
