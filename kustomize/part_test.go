package kustomize_test

import (
	"testing"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

func parsed(t *testing.T, text string) *model.Value {
	t.Helper()
	var root *model.Value
	yaml.Documents(model.NewFile("a.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		root = doc.Root
		return true
	})
	return root
}

func TestTouches(t *testing.T) {
	for patch, touched := range map[string]bool{
		"spec: {weight: 5}":                   true,
		"spec: {weight: null}":                true,
		"spec: {weight: {a: 1}}":              true,
		"spec: {$patch: replace}":             true,
		"spec: {{ .Values.spec }}":            true,
		"spec: [1]":                           true,
		"spec: {limits: {cpu: 1}}":            false,
		"metadata: {labels: {weight: heavy}}": false,
	} {
		change := kustomize.Change{Value: parsed(t, patch)}
		if got := change.Touches([]any{"spec", "weight"}); got != touched {
			t.Errorf("%s touches spec.weight: %v, want %v", patch, got, touched)
		}
	}
	if change := (kustomize.Change{Value: parsed(t, "spec: {weight: 5}")}); !change.Touches([]any{"spec"}) {
		t.Error("a patch of spec.weight does not touch spec")
	}
}

func TestIsInstruction(t *testing.T) {
	patch := parsed(t, "spec: {weight: null, limits: {$patch: delete, cpu: 1}, disruption: {budgets: [{nodes: 1}]}}")
	for text, c := range map[string]struct {
		path []any
		want bool
	}{
		"null":      {[]any{"spec", "weight"}, true},
		"directive": {[]any{"spec", "limits", "$patch"}, true},
		"beside it": {[]any{"spec", "limits", "cpu"}, true},
		"field":     {[]any{"spec", "disruption", "budgets", 0, "nodes"}, false},
		"missing":   {[]any{"spec", "template"}, false},
	} {
		if got := kustomize.IsInstruction(patch, c.path); got != c.want {
			t.Errorf("%s: %v, want %v", text, got, c.want)
		}
	}
}

func TestMayBePartial(t *testing.T) {
	for file, want := range map[string]bool{
		"overlays/prod/class.yaml": true, "x/base/class.yaml": true, "class-patch.yaml": true, "patches/class.yaml": true,
		"class.yaml": false, "database/class.yaml": false, "patch-notes/class.yaml": false,
	} {
		if got := kustomize.MayBePartial(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}
