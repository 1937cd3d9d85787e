package fixes

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestHasBranches: a template between two entries of a map is found, and the entries are not listed again for each template in them.
func TestHasBranches(t *testing.T) {
	entries := strings.Repeat("    k: {{ .Values.a }}\n", 1000)
	for between, want := range map[string]bool{"": false, "    {{- if .Values.b }}\n    k: 1\n    {{- end }}\n": true} {
		var document *place.Document
		text := "metadata:\n  annotations:\n" + entries + between + entries
		yaml.Documents(model.NewFile("chart/templates/a.yaml", []byte(text)), func(doc *model.Document, _ *yaml.ParseError) bool {
			document = place.NewDocument(doc)
			return false
		})
		path := []any{"metadata", "annotations", "k"}
		if got := hasBranches(document.Doc, path); got != want {
			t.Errorf("%t with %q", got, between)
		}
		if n := testing.AllocsPerRun(5, func() { hasBranches(document.Doc, path) }); n > 100 {
			t.Errorf("%v allocations with %q", n, between)
		}
	}
}
