package hostile

import (
	"fmt"
	"slices"
	"strings"
)

// templates are charts whose templates have many actions, deep blocks, or functions that compute for long.
var templates = []Input{
	template("ifs-10", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(10, ifElse) }),
	template("ifs-16", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(16, ifElse) }),
	template("ifs-400", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(400, ifElse) }),
	template("ifs-in-objects-400", func(p *printer) {
		p.repeat(400, strings.ReplaceAll(provisioner, "default", "p%d")+"  {{- if .Values.a%d }}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n---\n")
	}),
	template("else-ifs-2000", func(p *printer) {
		p.print("%s  {{- if .Values.x }}\n  weight: 1\n", provisioner)
		p.repeat(2000, "  {{- else if eq .Values.a %d }}\n  weight: %d\n")
		p.print("  {{- end }}\n")
	}),
	template("branches-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    {{- if eq .Values.a %d }}\n    l%d: x\n    {{- end }}\n")
	}),
	template("assignments-8000", func(p *printer) {
		p.repeat(8000, "{{- $x := set (default dict .Values.labels) \"k%d\" \"v\" }}\n")
		p.print("%s", provisioner)
	}),
	template("assignments-chain-2000", func(p *printer) {
		p.print("{{- $x0 := .Values.a }}\n")
		for i := range p.count(2000) {
			p.print("{{- $x%d := $x%d }}\n", i+1, i)
		}
		p.print("%s  weight: {{ $x2000 }}\n", provisioner)
	}),
	template("actions-on-a-line-60000", func(p *printer) { p.print("%s  # ", provisioner); p.repeat(60000, "{{ .Values.a }}"); p.print("\n") }),
	one("marks-in-2000-names", "pools.yaml", func(p *printer) {
		p.repeat(2000, "---\n"+strings.Replace(provisioner, "name: default", "name: "+strings.Repeat("${A}-$(B)-<C>-{{D}}-", 60)+"%d", 1))
	}),
	template("named-templates-on-a-line-100000", func(p *printer) {
		p.print("%sa: \"", provisioner)
		p.repeat(100000, "{{define \"a%d\"}}{{end}}")
		p.print("\"\n")
	}),
	template("elses-on-a-line-200000", func(p *printer) {
		p.print("%sa: b: c\n{{if a}}", provisioner)
		p.repeat(200000, "{{else}}")
		p.print("d\n{{end}}\n")
	}),
	template("contents-on-a-line-200000", func(p *printer) {
		p.print("%s  labels:\n    ", provisioner)
		p.repeat(200000, "{{ toYaml .a }}")
		p.print("\n")
	}),
	template("ifs-on-a-line-200000", func(p *printer) {
		p.print("%s  labels:\n    ", provisioner)
		p.repeat(200000, "{{if .a}}{{end}}")
		p.print("\n")
	}),
	one("expansions-of-a-quote-500000", "pool.yaml", func(p *printer) { p.print("%s  a: '", provisioner); p.repeat(500000, "${\"}"); p.print("'\n") }),
	one("actions-of-a-quote-500000", "pool.yaml", func(p *printer) { p.print("%s  a: '", provisioner); p.repeat(500000, "{{\\\"}}"); p.print("'\n") }),
	one("expansions-in-a-comment-500000", "pool.yaml", func(p *printer) { p.print("%s # ", provisioner); p.repeat(500000, "${a "); p.print("\n}\n") }),
	template("actions-in-a-value-60000", func(p *printer) {
		p.print("%s  userData: \"", provisioner)
		p.repeat(60000, "{{ .Values.a }}")
		p.print("\"\n")
	}),
	template("action-lines-60000", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(60000, "    a%d: {{ .Values.a }}\n") }),
	template("withs-nested-800", func(p *printer) {
		p.print("%s", provisioner)
		p.nest(800, "  {{- with .Values.a }}\n", "  weight: 1\n", "  {{- end }}\n")
	}),
	template("ranges-nested-800", func(p *printer) {
		p.nest(800, "{{- range .Values.list }}\n", provisioner, "{{- end }}\n")
	}),
	template("ifs-nested-10000", func(p *printer) {
		p.print("%s", provisioner)
		p.nest(10000, "  {{- if .Values.a }}\n", "  weight: 1\n", "  {{- end }}\n")
	}),
	template("actions-unclosed-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  # {{ .Values.a\n") }),
	template("comments-unclosed-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  # {{/* a\n") }),
	template("ifs-unclosed-20000", func(p *printer) { p.print("%s", provisioner); p.repeat(20000, "  {{- if .Values.a }}\n") }),
	template("ends-alone-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  {{- end }}\n") }),
	template("long-action", func(p *printer) {
		p.print("%s  weight: {{ add ", provisioner)
		p.repeat(200000, "(%d) ")
		p.print("}}\n")
	}),
	template("pipes-100000", func(p *printer) {
		p.print("%s  weight: {{ .Values.a ", provisioner)
		p.repeat(100000, "| int ")
		p.print("}}\n")
	}),
	template("parentheses-100000", func(p *printer) {
		p.print("%s  weight: {{ ", provisioner)
		p.nest(100000, "(", "1", ")")
		p.print(" }}\n")
	}),
	template("condition-of-5000-terms", func(p *printer) {
		p.print("%s  {{- if or ", provisioner)
		p.repeat(5000, "(eq .Values.a %d) ")
		p.print("}}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n")
	}),
	template("defines-5000", func(p *printer) {
		p.repeat(5000, "{{- define \"d%d\" }}{{ include \"d\" . }}{{- end }}\n")
		p.print("%s", provisioner)
	}),
	template("includes-in-a-circle", func(p *printer) {
		p.print("{{- define \"a\" }}{{ include \"b\" . }}{{- end }}{{- define \"b\" }}{{ include \"a\" . }}{{- end }}\n%s  weight: {{ include \"a\" . }}\n", provisioner)
	}),
	template("includes-doubling-40", func(p *printer) {
		p.repeat(40, "{{- define \"d%d\" }}{{ include (printf \"d\") . }}{{ include \"d%d\" . }}{{- end }}\n")
		p.print("%s  weight: {{ include \"d0\" . }}\n", provisioner)
	}),
	many("template-files-3000", 3000, "chart/templates/p%d.yaml", provisioner+"  {{- if .Values.aNUMBER }}\n  weight: 1\n  {{- end }}\n"),
	template("defines-within-defines-3000", func(p *printer) {
		p.nest(3000, "{{- define \"a\" }}", "x", "{{- end }}\n")
		p.print("%s", provisioner)
	}),
	template("printf-widths", func(p *printer) {
		p.print("%s  weight: {{ printf \"%%0999999999d\" 1 }}\n  labels: {a: {{ printf \"%%999999999s\" .Values.a | quote }}}\n", provisioner)
	}),
	template("repeat-and-until", func(p *printer) {
		p.print("%s  labels:\n    a: {{ repeat 999999999 \"a\" }}\n  {{- range until 999999999 }}\n    b{{ . }}: c\n  {{- end }}\n", provisioner)
	}),
	template("keys-and-certificates-1000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(1000, "    k%d: {{ genPrivateKey \"rsa\" | sha256sum }}\n    c%d: {{ (genCA \"a\" 3650).Cert | b64enc }}\n")
	}),
	template("template-of-itself-in-tpl", func(p *printer) {
		p.print("%s  weight: {{ tpl .Values.self . }}\n  {{- with (tpl .Values.self $) }}\n  labels: {a: b}\n  {{- end }}\n", provisioner)
	}),
	template("variables-of-loops-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    {{- range $k%d, $v%d := .Values.list }}\n    a{{ $k%d }}: {{ $v%d }}\n    {{- end }}\n")
	}),
	template("conditions-not-not-50000", func(p *printer) {
		p.print("%s  {{- if ", provisioner)
		p.nest(3000, "not (", ".Values.a", ")")
		p.print(" }}\n  weight: 1\n  {{- end }}\n")
	}),
	template("conditions-and-or-nested-1000", func(p *printer) {
		p.print("%s  {{- if ", provisioner)
		for i := range p.count(1000) {
			p.print("%s .Values.a%d (", []string{"and", "or"}[i%2], i)
		}
		p.print(".Values.a%s }}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n", strings.Repeat(")", 1000))
	}),
	template("spec-in-a-branch-of-200", func(p *printer) {
		p.print("%s", provisioner)
		p.repeat(200, "  {{- if eq .Values.a %d }}\n  requirements:\n  - {key: a%d, operator: In, values: [{{ .Values.a }}]}\n  consolidation: {enabled: true}\n  {{- else }}\n  ttlSecondsAfterEmpty: %d\n  {{- end }}\n")
	}),
	template("comments-of-templates-50000", func(p *printer) {
		p.print("%s", provisioner)
		p.repeat(50000, "  {{- /* a\n --- {{ %d */}}\n")
	}),
	template("helpers-that-call-1000-others", func(p *printer) {
		for i := range p.count(1000) {
			p.print("{{- define \"h%d\" }}", i)
			for k := range p.count(100) {
				p.print("{{ include \"h%d\" . }}", (i+k+1)%1000)
			}
			p.print("{{ end }}\n")
		}
		p.print("%s  weight: {{ include \"h0\" . }}\n", provisioner)
	}),
	template("ranges-of-until-nested", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.nest(12, "{{- range $i, $e := until 1000 }}\n", "    a: b\n", "{{- end }}\n")
	}),
	template("tpl-of-tpl-of-tpl", func(p *printer) {
		p.print("{{- $x := \"{{ tpl .x . }}{{ tpl .x . }}\" }}\n%s  weight: {{ tpl $x (dict \"x\" $x \"Template\" .Template) }}\n", provisioner)
	}),
	template("regexes-and-hashes-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    a%d: {{ regexReplaceAll \"((a*)*)*b\" (repeat 100000 \"a\") \"c\" | sha256sum | quote }}\n    b%d: {{ bcrypt \"a\" }}{{ derivePassword 1 \"long\" \"a\" \"b\" \"c\" }}\n")
	}),
	rendered("functions-of-1-MB-in-a-loop", `{{- $b := repeat 1000000 "a" }}{{ range until 40000 }}{{ $_ := regexMatch "(a|aa)*b" $b }}{{ $_ := sha256sum $b }}{{ end }}`),
	rendered("parsers-in-a-loop", `{{- $b := repeat 30000 "- {a: b}\n" }}{{ range until 20000 }}{{ $_ := fromYamlArray $b }}{{ $_ := tpl (repeat 1000 "{{ 1 }}") $ }}{{ end }}`),
	rendered("comparisons-in-a-loop", `{{- $b := repeat 1000000 "a" }}{{ $c := repeat 1000000 "a" }}{{ range until 40000 }}{{ $_ := eq $b $c }}{{ $_ := uniq (until 10000) }}{{ end }}`),
	rendered("actions-5000-in-a-loop", "{{- range until 40000 }}"+strings.Repeat("{{ $_ := 1 }}", 5000)+"{{ end }}"),
	rendered("widths-of-operands", `{{- $_ := printf (repeat 3000 "%[1]*[1]d") 999999 }}`),
	several("values-files-20-by-templates-500", slices.Concat([]part{fixed("chart/Chart.yaml", chart)},
		numberedParts(20, "chart/values-%d.yaml", func(p *printer) { p.print("a: 1\nl: {"); p.repeat(20000, "k%d: 1, "); p.print("}\n") }),
		numberedParts(500, "chart/templates/p%d.yaml", func(p *printer) { p.print("%s%s", provisioner, renderedRequirements) }))...),
	several("helpers-20000-by-templates-1000", slices.Concat([]part{fixed("chart/Chart.yaml", chart)},
		[]part{fixed("chart/values.yaml", "a: 1\n"), {"chart/templates/_h.tpl", func(p *printer) { p.repeat(20000, "{{- define \"h%d\" }}{{ .Values.a }}{{- end }}\n") }}},
		numberedParts(1000, "chart/templates/p%d.yaml", func(p *printer) { p.print("%s%s", provisioner, renderedRequirements) }))...),
}

const ifElse = "    {{- if .Values.a%d }}\n    k%d: a\n    {{- else }}\n    k%d: b\n    {{- end }}\n"

// renderedRequirements is a field that is only converted if the output of its template is known.
const renderedRequirements = "  requirements: {{- printf \"- {key: a, operator: In, values: [b%v]}\" .Values.a | nindent 4 }}\n"

// rendered is an input of a template that has to be run.
func rendered(name, actions string) Input {
	return template("rendered-"+name, func(p *printer) { p.print("%s\n%s%s", actions, provisioner, renderedRequirements) })
}

// numberedParts are n parts with equal content.
func numberedParts(n int, file string, content func(p *printer)) []part {
	var parts []part
	for i := range n {
		parts = append(parts, part{fmt.Sprintf(file, i), content})
	}
	return parts
}
