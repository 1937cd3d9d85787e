package hostile

import (
	"fmt"
	"strings"
)

// knownValues are charts and modules with many values, of which conversions know each.
var knownValues = []Input{
	several("module-of-3000-callers",
		fixed("m/main.tf", "variable \"ttl\" {}\nvariable \"labels\" {}\nresource \"kubectl_manifest\" \"p\" {\n  yaml_body = <<-E\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: a}\n    spec:\n      ttlSecondsAfterEmpty: ${var.ttl}\n      labels: ${jsonencode(var.labels)}\n      %{ if var.ttl > 3 }\n      weight: 3\n      %{ else }\n      consolidation: {enabled: ${var.ttl == 5}}\n      %{ endif }\n  E\n}\n"),
		part{"main.tf", func(p *printer) {
			p.repeat(3000, "module \"m%d\" {\n  source = \"./m\"\n  ttl    = %d\n  labels = { a = \"b%d\" }\n}\n")
		}}),
	{Name: "values-5000-by-branches-200", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.file("chart/values.yaml", func(p *printer) { p.repeat(5000, "a%d: {b: [1, 2, {c: d%d}], e: true}\n") }); err != nil {
			return err
		}
		for i := range t.count(50) {
			if err := t.file(fmt.Sprintf("chart/values-%d.yaml", i), func(p *printer) { p.repeat(5000, "a%d: {b: [3], e: false}\n") }); err != nil {
				return err
			}
		}
		return t.file("chart/templates/pool.yaml", func(p *printer) {
			p.print("%s  labels:\n", provisioner)
			p.repeat(200, "    {{- if and .Values.a%d.e (eq (index .Values.a%d.b 0) 1) }}\n    k%d: {{ .Values.a%d.b | toJson }}\n    {{- end }}\n")
		})
	}},
	several("ranges-in-ranges-of-values",
		fixed("chart/Chart.yaml", chart),
		part{"chart/values.yaml", func(p *printer) { p.print("l:\n"); p.repeat(3000, "- {name: a%d, ttl: %d, l: [1, 2, 3]}\n") }},
		fixed("chart/templates/pool.yaml", "{{- range $a := .Values.l }}{{ range $b := $.Values.l }}{{ range $c := $.Values.l }}\n---\n"+strings.ReplaceAll(provisioner, "default", "{{ $a.name }}-{{ $b.name }}-{{ $c.name }}")+"  ttlSecondsAfterEmpty: {{ $c.ttl }}\n{{ end }}{{ end }}{{ end }}\n")),
	several("include-chain-3000-with-values",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/values.yaml", "a: 1\n"),
		part{"chart/templates/_h.tpl", func(p *printer) {
			for i := range p.count(3000) {
				p.print("{{- define \"h%d\" }}{{ include \"h%d\" (dict \"Values\" .Values \"x\" .) }}{{- end }}\n", i, i+1)
			}
			p.print("{{- define \"h%d\" }}{{ .Values.a }}{{ end }}\n", p.count(3000))
		}},
		fixed("chart/templates/pool.yaml", provisioner+"  ttlSecondsAfterEmpty: {{ include \"h0\" . }}\n")),
	inThemselves,
	several("tpl-of-large-values",
		fixed("chart/Chart.yaml", chart),
		part{"chart/values.yaml", func(p *printer) {
			p.print("t: |\n")
			p.repeat(100000, "  {{- if .Values.a }}{{ tpl .Values.u . }}{{ end }}\n")
			p.print("u: \"{{ range until 100 }}{{ $.Values.t }}{{ end }}\"\na: 1\n")
		}},
		fixed("chart/templates/pool.yaml", provisioner+"  labels:\n    a: {{ tpl .Values.t . | quote }}\n{{ range until 1000 }}\n    b{{ . }}: {{ tpl $.Values.u $ | quote }}{{ end }}\n")),
	several("callers-of-a-chart-1000-with-values",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/templates/pool.yaml", provisioner+"  ttlSecondsAfterEmpty: {{ .Values.ttl }}\n  {{- with .Values.labels }}\n  labels: {{- toYaml . | nindent 4 }}\n  {{- end }}\n  {{- if .Values.c }}\n  consolidation: {enabled: {{ .Values.c }}}\n  {{- end }}\n"),
		part{"apps.yaml", func(p *printer) {
			p.repeat(1000, "---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a%d}\nspec: {source: {path: chart, repoURL: x, helm: {values: \"ttl: %d\\nlabels: {a: b%d}\\nc: true\\n\"}}, destination: {server: s}}\n")
		}}),
	several("templatefile-callers-1000",
		fixed("pool.yaml.tpl", provisioner+"  ttlSecondsAfterEmpty: ${ttl}\n%{ for k, v in labels ~}\n  labels: {${k}: ${v}}\n%{ endfor ~}\n"),
		part{"main.tf", func(p *printer) {
			p.print("%s", release)
			p.repeat(1000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = templatefile(\"${path.module}/pool.yaml.tpl\", { ttl = %d, labels = { for i in range(500) : i => i } })\n}\n")
		}}),
}

// inThemselves is a chart whose template puts the values into themselves, and pairs lists.
var inThemselves = several("values-in-themselves",
	fixed("chart/Chart.yaml", chart),
	fixed("chart/values.yaml", "r:\n- {key: a, operator: Exists}\n"),
	part{"chart/templates/pool.yaml", func(p *printer) {
		p.print("{{- $_ := set .Values \"x\" . }}\n{{- $y := list .Values.r }}\n")
		p.repeat(60, "{{- $y = list $y $y }}{{/* %d */}}\n")
		p.print("%s  requirements: {{- toYaml .Values.r | nindent 4 }}\n  labels:\n    a: \"{{ .Values }}\"\n    b: {{ toJson $y | quote }}\n    c: {{ html .Values | quote }}\n", strings.Replace(provisioner, "default", "{{ .Values | len }}", 1))
	}})
