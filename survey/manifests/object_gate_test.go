package manifests

import (
	"strings"
	"testing"
)

func TestTemplateGate(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		"a: {{ .Values.if }}\n":               "",
		"{{- if .Values.on }}\n":              "if .Values.on",
		"{{ if .a -}}\n{{- end -}}\n":         "",
		"{{ if .a }}\nx\n{{- else if .b }}\n": "if .a else if .b",
		"{{ with .a }}{{ range .b }}---\n":    "with .a; range .b",
		"{{ end }}{{ else }}\n":               "",
		"{{/* if */}}\n":                      "",
		`{{- if .Capabilities.APIVersions.Has "karpenter.sh/v1" }}` + "\n---\n": `if .Capabilities.APIVersions.Has "karpenter.sh/v1"`,
		"{{ if .far }}" + strings.Repeat("\n", gateReach):                       "",
	} {
		if got := templateGate([]byte(text)); got != want {
			t.Errorf("%.40q: gate %q; want %q", text, got, want)
		}
	}
}
