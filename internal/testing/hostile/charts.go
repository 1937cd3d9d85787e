package hostile

import (
	"fmt"
	"strings"
)

// charts have large values, and charts within charts.
var charts = []Input{
	several("values-of-8-MB",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/templates/pool.yaml", provisioner+"  requirements: {{- toYaml .Values.requirements | nindent 4 }}\n"),
		part{"chart/values.yaml", func(p *printer) {
			p.print("requirements:\n")
			p.repeat(150000, "  - {key: a%d, operator: In, values: [b]}\n")
		}}),
	one("alias-of-2-MB", "Chart.yaml", func(p *printer) {
		p.print("apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: karpenter, alias: %s, version: 1.0.8, repository: \"oci://public.ecr.aws/karpenter\"}]\n", strings.Repeat("a", 2<<20))
	}),
	{Name: "values-files-500", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.file(fmt.Sprintf("chart/values-%d.yaml", i), func(p *printer) { p.repeat(100, "k%d: 1\n") }); err != nil {
				return err
			}
		}
		return t.file("chart/templates/pool.yaml", func(p *printer) {
			p.print("%s  labels:\n", provisioner)
			p.repeat(50, "    l%d: {{ .Values.k%d }}\n")
		})
	}},
	{Name: "umbrella-15-by-15", Write: func(t Tree) error {
		err := t.file("umbrella/Chart.yaml", func(p *printer) {
			p.print("%sdependencies:\n", chart)
			p.repeat(15, "- {name: karpenter, alias: k%d, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n")
		})
		for i := 0; i < 15 && err == nil; i++ {
			err = t.file(fmt.Sprintf("umbrella/values-%d.yaml", i), func(p *printer) {
				for k := range 15 {
					p.print("k%d:\n  tolerations:\n", k)
					p.repeat(800, "  - {key: a%d, operator: Exists}\n")
				}
			})
		}
		return err
	}},
	one("dependencies-5000", "chart/Chart.yaml", func(p *printer) {
		p.print("%sdependencies:\n", chart)
		p.repeat(5000, "- {name: karpenter, alias: k%d, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n")
	}),
	one("unknown-values-20000", "helm.tf", func(p *printer) {
		p.print("%s", strings.Replace(release, "}\n", "  values = [<<-EOT\n", 1))
		p.repeat(20000, "    unknown%d: 1\n")
		p.print("  EOT\n  ]\n}\n")
	}),
	several("values-of-a-chart-50000-lists",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/templates/pool.yaml", "{{- range .Values.pools }}\n"+strings.ReplaceAll(provisioner, "default\nspec", "{{ .name }}\nspec")+"  {{- toYaml .spec | nindent 2 }}\n---\n{{- end }}\n"),
		part{"chart/values.yaml", func(p *printer) {
			p.print("pools:\n")
			p.repeat(50000, "- {name: p%d, spec: {ttlSecondsAfterEmpty: %d, requirements: [{key: a, operator: Exists}]}}\n")
		}}),
	{Name: "charts-within-charts-60", Write: func(t Tree) error {
		dir := ""
		for range t.count(60) {
			if err := t.text(dir+"Chart.yaml", chart+"dependencies: [{name: c, version: 1.0.0, repository: \"file://charts/c\"}, {name: c, alias: d, version: 1.0.0, repository: \"file://charts/c\"}]\n"); err != nil {
				return err
			}
			dir += "charts/c/"
		}
		return t.text(dir+"Chart.yaml", chart+"dependencies: [{name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}]\n")
	}},
	several("values-that-a-chart-ranges-over-3000",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/templates/pools.yaml", "{{- range $name, $p := .Values.pools }}\n---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: {{ $name }}\nspec:\n  {{- toYaml $p | nindent 2 }}\n{{- end }}\n"),
		part{"chart/values.yaml", func(p *printer) {
			p.print("pools:\n")
			p.repeat(3000, "  p%d: {ttlSecondsAfterEmpty: 30, providerRef: {name: default}, requirements: [{key: a, operator: Exists}]}\n")
		}}),
	{Name: "values-files-of-a-large-chart-3000", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("chart/values-%d.yaml", i), fmt.Sprintf("ttl: %d\nlabels: {a: b}\n", i)); err != nil {
				return err
			}
		}
		return t.text("chart/templates/pool.yaml", provisioner+"  ttlSecondsAfterEmpty: {{ .Values.ttl }}\n  labels: {{- toYaml .Values.labels | nindent 4 }}\n")
	}},
	several("library-chart-of-20000-helpers",
		fixed("chart/Chart.yaml", chart),
		part{"chart/templates/_helpers.tpl", func(p *printer) {
			p.repeat(20000, "{{- define \"h%d\" }}{{ .Values.a }}{{ include \"h0\" . }}{{- end }}\n")
		}},
		fixed("chart/templates/pool.yaml", provisioner+"  labels: {a: {{ include \"h19999\" . }}}\n")),
	{Name: "umbrella-30-by-30-nested", Write: func(t Tree) error {
		for i := range 30 {
			if err := t.file(fmt.Sprintf("u%d/Chart.yaml", i), func(p *printer) {
				p.print("%sdependencies:\n- {name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n", strings.Replace(chart, "pools", fmt.Sprintf("u%d", i), 1))
				for k := i + 1; k < 30; k++ {
					p.print("- {name: u%d, version: 1.0.0, repository: \"file://../u%d\"}\n", k, k)
				}
			}); err != nil {
				return err
			}
			if err := t.file(fmt.Sprintf("u%d/values.yaml", i), func(p *printer) {
				for k := range 30 {
					p.print("u%d: {karpenter: {settings: {clusterName: a}, x%d: 1}}\n", k, k)
				}
			}); err != nil {
				return err
			}
		}
		return nil
	}},
}
