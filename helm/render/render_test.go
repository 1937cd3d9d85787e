package render_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/helm/render"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

const pools = `{{- range .Values.pools }}
---
kind: NodePool
metadata:
  name: {{ .name | quote }}
spec:
  limits: {{- toYaml .limits | nindent 4 }}
  policy: {{ .policy | default (include "policy" $) }}
  release: {{ $.Release.Name }}
{{- end }}
`

func chart() *render.Chart {
	return render.NewChart("pools", map[string]string{
		"templates/pools.yaml":   pools,
		"templates/_helpers.tpl": `{{ define "policy" }}{{ .Values.policy | upper }}{{ end }}`,
		"templates/broken.yaml":  "{{ if }}",
	})
}

func span(text, part string) model.Span {
	i := strings.Index(text, part)
	return model.Span{Start: i, End: i + len(part)}
}

func TestWritten(t *testing.T) {
	run, err := chart().Run("templates/pools.yaml", map[string]any{
		"policy": "empty",
		"pools": []any{
			map[string]any{"name": "a", "limits": map[string]any{"cpu": 10.0}},
			map[string]any{"name": "b", "policy": "Never"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		action string
		want   []string
		known  bool
	}{
		{"{{ .name | quote }}", []string{`"a"`, `"b"`}, true},
		{"{{- toYaml .limits | nindent 4 }}", []string{"\n    cpu: 10", "\n    null"}, true},
		{`{{ .policy | default (include "policy" $) }}`, []string{"EMPTY", "Never"}, true},
		{"{{ $.Release.Name }}", nil, false},
	} {
		got, known := run.Written(span(pools, c.action))
		if known != c.known || known && !slices.Equal(got, c.want) {
			t.Errorf("%s writes %q (%v), want %q (%v)", c.action, got, known, c.want, c.known)
		}
	}
	if want := "---\nkind: NodePool\nmetadata:\n  name: \"a\"\nspec:\n  limits:\n    cpu: 10\n  policy: EMPTY\n"; !strings.Contains(run.Text, want) {
		t.Errorf("the text is\n%s", run.Text)
	}
}

// A part of a template has one text for each execution, which includes the blocks and templates in it.
func TestRendered(t *testing.T) {
	text := `{{- range .Values.pools }}
spec:
  {{- with .name }}
  name: {{ . }}
  {{- end }}
  requirements:
    {{- range $key, $values := .requirements }}
    - key: {{ $key }}
      values: {{ toJson $values }}
    {{- else }}
    - none
    {{- end }}
  weight: 1
{{- end }}
`
	c := render.NewChart("pools", map[string]string{"templates/pools.yaml": text})
	run, err := c.Run("templates/pools.yaml", map[string]any{"pools": []any{
		map[string]any{"name": "a", "requirements": map[string]any{"x": []any{"1", "2"}, "y": []any{}}},
		map[string]any{},
	}})
	if err != nil {
		t.Fatal(err)
	}
	part := model.Span{Start: strings.Index(text, "requirements:"), End: strings.Index(text, "weight:")}
	got, known := run.Rendered(part)
	want := []string{
		"requirements:\n    - key: x\n      values: [\"1\",\"2\"]\n    - key: y\n      values: []\n  ",
		"requirements:\n    - none\n  ",
	}
	if d := cmp.Diff(want, got); d != "" || !known {
		t.Errorf("known %v, (-want +got):\n%s", known, d)
	}
}

// Any template of a stranger ends soon, with an error.
func TestNotRendered(t *testing.T) {
	for name, text := range map[string]string{
		"broken":            "{{ if }}",
		"no function":       "{{ nothing 1 }}",
		"required":          `{{ required "set it" .Values.missing }}`,
		"fail":              `{{ fail "no" }}`,
		"cluster":           `{{ lookup "v1" "Node" "" "" }}`,
		"capabilities":      `{{ .Capabilities.KubeVersion.Version }}`,
		"time":              `{{ now }}`,
		"recursion":         `{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`,
		"tpl":               `{{ tpl "{{ tpl .Values.self . }}" (dict "Values" (dict "self" "{{ tpl .Values.self . }}") "Template" .Template) }}`,
		"a large list":      `{{ range until 1000000000 }}{{ end }}`,
		"a large step":      `{{ untilStep 0 1000000000 1 }}`,
		"a long text":       `{{ repeat 1000000000 "a" }}`,
		"negative":          `{{ repeat -1 "a" }}`,
		"multiplied texts":  `{{ $x := repeat 10000 "a" }}{{ $x = replace "a" $x $x }}`,
		"multiplied joins":  `{{ $x := join (repeat 100000 "a") (until 1000) }}`,
		"in itself":         `{{ $_ := set .Values "a" . }}{{ .Values }}`,
		"in itself, print":  `{{ $_ := set .Values "a" . }}{{ print .Values }}`,
		"in itself, html":   `{{ $_ := set .Values "a" . }}{{ html .Values }}`,
		"in itself, YAML":   `{{ $_ := set .Values "a" . }}{{ toYaml .Values }}`,
		"in itself, copy":   `{{ $_ := set .Values "a" . }}{{ $_ := deepCopy .Values }}`,
		"in itself, merge":  `{{ $_ := set .Values "a" . }}{{ $_ := merge (dict) .Values }}`,
		"in itself, nested": `{{ define "a" }}{{ . }}{{ end }}{{ $_ := set .Values "a" . }}{{ include "a" . }}`,
		"in itself, tpl":    `{{ $_ := set .Values "a" . }}{{ tpl "{{ .Values }}" . }}`,
		"paired lists":      `{{ $x := list 1 }}{{ range until 60 }}{{ $x = list $x $x }}{{ end }}{{ $x }}`,
		"paired JSON":       `{{ $x := list 1 }}{{ range until 60 }}{{ $x = list $x $x }}{{ end }}{{ toJson $x }}`,
		"paired texts":      `{{ $x := list (repeat 100000 "a") }}{{ range until 20 }}{{ $x = list $x $x }}{{ end }}{{ join "," $x }}`,
		"grown afterwards":  `{{ $x := dict }}{{ $y := list $x $x }}{{ range until 60 }}{{ $y = list $y $y }}{{ end }}{{ $_ := set $x "a" 1 }}{{ $y }}`,
		"deep":              `{{ $x := list }}{{ range until 20000 }}{{ $x = list $x }}{{ end }}{{ toYaml $x }}`,
		"wide operands":     `{{ printf (repeat 100 "%999999[1]d") 1 }}`,
		"widths of operand": `{{ printf (repeat 100 "%[1]*[1]d") 999999 }}`,
		"endless recursion": `{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}`,
	} {
		c := render.NewChart("c", map[string]string{"templates/a.yaml": text})
		if run, err := c.Run("templates/a.yaml", map[string]any{"known": true}); !errors.Is(err, render.ErrNotRendered) {
			t.Errorf("%s: %v, %v", name, err, run)
		}
	}
}

func TestValues(t *testing.T) {
	var root *model.Value
	yaml.Documents(model.NewFile("values.yaml", []byte("a: {b: [1, 0x10, 1.5, yes, null, 'x']}\nc: text\n")),
		func(doc *model.Document, _ *yaml.ParseError) bool {
			root = doc.Root
			return true
		})
	values, ok := render.Values(root)
	want := map[string]any{"a": map[string]any{"b": []any{1.0, 16.0, 1.5, true, nil, "x"}}, "c": "text"}
	if d := cmp.Diff(want, values); !ok || d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	open := model.NewMap(model.NewEntry("a", model.NewUnknown("{{ x }}")))
	open.Open = true
	if _, ok := render.Values(open); ok {
		t.Error("values of which some are not known by name are taken for all")
	}
	if _, ok := render.Values(model.NewList()); ok {
		t.Error("a list is taken for values")
	}
}

// TestSameName: of several templates with one name, that of the outermost chart counts, and there that of the first file, as in Helm.
func TestSameName(t *testing.T) {
	for range 20 { // a map has another order each time
		c := render.NewChart("c", map[string]string{
			"c/templates/pool.yaml":      `{{ include "name" . }}`,
			"c/templates/_a.tpl":         `{{ define "name" }}a{{ end }}`,
			"c/templates/_b.tpl":         `{{ define "name" }}b{{ end }}`,
			"c/charts/d/templates/_.tpl": `{{ define "name" }}d{{ end }}`,
		})
		run, err := c.Run("c/templates/pool.yaml", map[string]any{})
		if err != nil || run.Text != "a" {
			t.Fatalf("%v %v", run, err)
		}
	}
}
