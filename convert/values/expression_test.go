package values_test

import (
	"testing"

	"github.com/karplint/karplint/convert/values"
)

func TestReplacing(t *testing.T) {
	for text, want := range map[string]string{
		"{{ .Values.policy }}":                  `{{ .Values.policy | default "a" | replace "a" "b" }}`,
		"{{.Values.policy}}":                    `{{.Values.policy | default "a" | replace "a" "b"}}`,
		"{{- .Values.policy -}}":                `{{- .Values.policy | default "a" | replace "a" "b" -}}`,
		`{{ default "a" .p | quote }}`:          `{{ default "a" .p | quote | replace "a" "b" }}`,
		`{{ dig "p" "a" .Values }}`:             `{{ dig "p" "a" .Values | replace "a" "b" }}`,
		"${var.policy}":                         `${replace(var.policy, "a", "b")}`,
		"${~ var.policy ~}":                     `${~ replace(var.policy, "a", "b") ~}`,
		"a {{ .Values.policy }}":                "",
		"{{ .Values.policy }}{{ .Values.end }}": "",
		"{{ .Values.policy\n}}":                 "",
		"{{ }}":                                 "",
		"text":                                  "",
	} {
		got := ""
		if e, ok := values.ExpressionOf(text); ok {
			got = e.Replacing("a", "b", "a")
		}
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	e, _ := values.ExpressionOf("${var.policy}")
	e.MayBeNull = true
	if got, want := e.Replacing("a", "b", "a"), `${replace(coalesce(var.policy, "a"), "a", "b")}`; got != want {
		t.Errorf("what may be null becomes %q, want %q", got, want)
	}
}

func TestLowered(t *testing.T) {
	for text, want := range map[string]string{
		"{{ .Values.family | quote }}": "{{ .Values.family | lower }}",
		"{{ quote .Values.family }}":   "",
		"${var.family}":                "${lower(var.family)}",
	} {
		if e, _ := values.ExpressionOf(text); e.Lowered() != want {
			t.Errorf("%q becomes %q, want %q", text, e.Lowered(), want)
		}
	}
}
