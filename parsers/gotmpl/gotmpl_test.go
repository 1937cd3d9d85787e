package gotmpl

import (
	"reflect"
	"testing"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]Action{
		"{{- if .Values.a }}":                {Open: "{{", Keyword: "if", Pipeline: ".Values.a"},
		"{{else if and .a .b -}}":            {Open: "{{", Keyword: "else", Else: "if", Pipeline: "and .a .b"},
		"{{- else with $x := .a }}":          {Open: "{{", Keyword: "else", Else: "with", Variables: []string{"$x"}, Declares: true, Pipeline: ".a"},
		"{{ range $i, $v := .Values.list }}": {Open: "{{", Keyword: "range", Variables: []string{"$i", "$v"}, Declares: true, Pipeline: ".Values.list"},
		"{{- end -}}":                        {Open: "{{", Keyword: "end"},
		"{{ $x = 1 }}":                       {Open: "{{", Variables: []string{"$x"}, Pipeline: "1"},
		"{{ $x }}":                           {Open: "{{", Pipeline: "$x"},
		"{{ $x.y | quote }}":                 {Open: "{{", Pipeline: "$x.y | quote"},
		"{{- /* a {{ b }} */ -}}":            {Open: "{{", Comment: true},
		"{{ ending }}":                       {Open: "{{", Pipeline: "ending"},
		`{{ template "x" . }}`:               {Open: "{{", Keyword: "template", Pipeline: `"x" .`},
		"%{~ for k, v in var.tags ~}":        {Open: "%{", Keyword: "for", Variables: []string{"k", "v"}, Declares: true, Pipeline: "var.tags"},
		"%{ if a == \"b\" }":                 {Open: "%{", Keyword: "if", Pipeline: `a == "b"`},
		"%{ endif ~}":                        {Open: "%{", Keyword: "endif"},
		"${ var.x }":                         {Pipeline: "${ var.x }"},
	} {
		if got := Read(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is\n%#v, want\n%#v", text, got, want)
		}
	}
}

func TestChanges(t *testing.T) {
	helpers := HelpersOf([]string{
		`{{ define "labels" }}{{ $l := dict "a" 1 }}{{ toYaml $l }}{{ include "name" . }}{{ end }}`,
		`{{ define "a name" }}{{ template "name" . }}{{ end }}`,
		`{{ define "name" }}{{ .Chart.Name | trunc 63 }}{{ end }}`,
		`{{ define "init" }}{{ $_ := set .Values "a" 1 }}{{ end }}{{ define "deep" }}{{ if .x }}{{ template "init" . }}{{ end }}{{ end }}`,
		`{{ define "twice" }}a{{ end }}`, `{{ define "twice" }}{{ $l := .Values }}{{ $_ := set $l "b" .x }}{{ end }}`,
		`{{ define "broken" }}`,
	})
	for text, want := range map[string]bool{
		"{{ .Values.a }}":                                  false,
		`{{ .Values.a | default "b" | quote }}`:            false,
		"{{ toYaml (index .Values \"a\" 1) | nindent 4 }}": false,
		`{{ printf "%s set it" .x }}`:                      false,
		`{{- /* set .Values "a" 1 */}}`:                    false,
		`{{ .Files.Get "set" }}`:                           false,
		"{{ region }}":                                     false,
		"{{ metadata.labels.region }}":                     false,
		`{{ "c.init" | include }}`:                         true,
		`{{ . | include "labels" }}`:                       false,
		`{{ .x | set }}`:                                   true,
		"{{ {{ }}":                                         false,
		`{{ set .Values "a" 1 }}`:                          true,
		`{{- $_ := set (dict "a" 1) "x" .Values.a }}`:      true,
		`{{- if set .Values "a" 1 }}`:                      true,
		`{{- else if (unset .Values "a").b }}`:             true,
		`{{- range $k, $v := merge .Values.a .Values.b }}`: true,
		`{{ deepCopy .Values.a | merge .Values.b }}`:       true,
		`{{ tpl .Values.text . }}`:                         true,
		`{{ call .f }}`:                                    true,
		`{{ include "labels" . | nindent 4 }}`:             false,
		`{{ include "init" . }}`:                           true,
		`{{ include "deep" $ }}`:                           true,
		`{{ include "twice" $ }}`:                          true,
		`{{ include "broken" $ }}`:                         true,
		`{{ include "elsewhere" $ }}`:                      true,
		`{{ include .Values.name $ }}`:                     true,
		`{{ template "name" . }}`:                          false,
		`{{ template "init" . }}`:                          true,
		`{{ template "name" (set .Values "a" 1) }}`:        true,
		`{{ template "name" set .Values "a" 1 }}`:          true,
		`{{ template "name" }}`:                            false,
		`{{ template "a name" . }}`:                        false,
		`{{ if /* a comment */ }}`:                         false,
		`%{ if set }`:                                      false,
	} {
		if got := Read(text).Changes(helpers); got != want {
			t.Errorf("%s changes values: %v, want %v", text, got, want)
		}
	}
}

func TestMayWriteLines(t *testing.T) {
	for text, want := range map[string]bool{
		`{{ .Values.note }}`:                       false,
		`{{ .Values.note | default "a" | quote }}`: false,
		`{{ include "note" . }}`:                   true,
		`{{ include "note" . | quote }}`:           false,
		`{{ template "note" . }}`:                  true,
		`{{- toYaml .Values.a | nindent 2 }}`:      true,
		`{{ printf "a\nb" }}`:                      true,
		`{{ .Files.Get "a.txt" }}`:                 true,
		`{{ $.Files.Get "a.txt" | b64enc }}`:       false,
		`{{ (tpl .Values.a .) | trim }}`:           true,
		`{{- if include "note" . }}`:               false,
		`{{- $x := include "note" . }}`:            false,
		`{{/* toYaml */}}`:                         false,
		`{{ not go }`:                              false,
	} {
		if got := Read(text).MayWriteLines(); got != want {
			t.Errorf("%s may write lines: %v, want %v", text, got, want)
		}
	}
}
