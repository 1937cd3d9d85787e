package render_test

import (
	"testing"

	"github.com/karplint/karplint/helm/render"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// written returns the output of a template for values of which {{ x }} is unknown.
func written(t *testing.T, action, values string) (texts []string, known bool) {
	t.Helper()
	var root *model.Value
	yaml.Documents(model.NewFile("values.yaml", []byte(values)), func(doc *model.Document, _ *yaml.ParseError) bool {
		root = doc.Root
		return false
	})
	plain, ok := render.Values(root)
	if !ok {
		t.Fatalf("the values are not read: %s", values)
	}
	chart := render.NewChart("pools", map[string]string{"templates/a.yaml": action, "templates/_b.tpl": `{{ define "it" }}<{{ . }}>{{ end }}`})
	run, err := chart.Run("templates/a.yaml", plain)
	if err != nil {
		return nil, false
	}
	return run.Written(model.Span{End: len(action)})
}

// TestUnknown: an output is unknown if an unknown value is a part of it, in any quotes or encoding, and known otherwise.
func TestUnknown(t *testing.T) {
	const values = "known: a\nmap: {part: \"{{ x }}\", other: b}\nunknown: '{{ x }}'\nlist: [a, '{{ x }}']\n"
	for action, known := range map[string]bool{
		"{{ .Values.known }}":                                    true,
		"{{ .Values.unknown }}":                                  false,
		"{{ .Values.unknown | quote }}":                          false,
		"{{ toYaml .Values.map }}":                               false,
		"{{ toYaml .Values.map.other }}":                         true,
		"{{ toJson .Values.list }}":                              false,
		`{{ include "it" .Values.unknown }}`:                     false,
		`{{ .Values.unknown | default "a" }}`:                    false,
		`{{ .Values.known | default .Values.unknown }}`:          true,
		`{{ if eq .Values.unknown "a" }}{{ "b" }}{{ end }}`:      false,
		`{{ if .Values.unknown }}{{ "b" }}{{ end }}`:             false,
		`{{ if .Values.map }}{{ "b" }}{{ end }}`:                 true,
		`{{ with .Values.map }}{{ .other }}{{ end }}`:            true,
		`{{ if not .Values.unknown }}{{ "b" }}{{ end }}`:         false,
		`{{ $x := .Values.unknown }}{{ if $x }}{{ 1 }}{{ end }}`: false,
		`{{ .Values.unknown | empty | ternary "a" "b" }}`:        false,
		`{{ has "a" .Values.list }}`:                             false,
		`{{ $_ := set .Values "a" . }}{{ has "a" .Values }}`:     false,
		`{{ len .Values.list }}`:                                 false,
		`{{ .Values.known | upper }}`:                            true,
		`{{ .Release.Name | quote }}`:                            false,
		`{{ dict "a" .Release.Name | toYaml }}`:                  false,
	} {
		if texts, ok := written(t, action, values); ok != known {
			t.Errorf("%s writes %q, known: %v", action, texts, ok)
		}
	}
}
