package edit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestFinder: a finder that has the places of all values finds the same as one that searches for each.
func TestFinder(t *testing.T) {
	source, err := hcl.Parse(model.NewFile("main.tf", []byte("resource \"a\" \"b\" {\n  c = [1, { d = \"${e}f\" }]\n}\nresource \"a\" \"c\" {}\nx \"y\" {}\n")))
	if err != nil {
		t.Fatal(err)
	}
	text := model.NewFile("a.yaml", []byte("a: &a {b: [c, {d: }], b: e}\nf: *a\n<<: *a\ng:\n- h\n- {{ .i }}\n{{ .j }}: k\n"))
	documents := []*model.Document{source.Document}
	yaml.Documents(text, func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, doc)
		return true
	})
	for _, doc := range documents {
		often := edit.NewFinder(doc)
		for range 10 {
			often.Find(model.Span{})
		}
		count := 0
		for start := range len(doc.File.Data) + 1 {
			for end := start; end <= len(doc.File.Data); end++ {
				span := model.Span{Start: start, End: end}
				want, found := edit.Find(doc, span)
				got, ok := often.Find(span)
				if d := cmp.Diff(want, got); d != "" || found != ok {
					t.Errorf("%s: %v, %v; %s", doc.File.Path, span, ok, d)
				}
				if found {
					count++
				}
			}
		}
		if count < 5 {
			t.Errorf("%s: %d values found", doc.File.Path, count)
		}
	}
}
