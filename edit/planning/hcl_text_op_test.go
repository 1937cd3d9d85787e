package planning

import (
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/model"
)

// An expression that begins with a text is not a text, though it stands between quotes.
func TestScalarTextOfExpressions(t *testing.T) {
	const text = "a = \"x${var.y}\"\nb = \"x\" == var.y\nc = \"x\" == \"z${var.y}\"\nd = var.y ? \"x\" : \"z\"\n"
	doc := parseTerraform(t, model.NewFile("main.tf", []byte(text))).Document
	for key, want := range map[string]string{"a": "x${var.y}", "b": "", "c": "", "d": ""} {
		v := doc.Root.Get(key)
		if got, ok := scalar.Decoded(doc, v); got != want || ok != (want != "") {
			t.Errorf("the text of %s is %q, %v; want %q", doc.Text(v.Span), got, ok, want)
		}
	}
	op := edit.Op{Do: edit.Text, Path: []any{"c"}, Parts: []edit.Edit{{Start: 0, End: 1, New: "y"}}}
	if edits, err := Plan(Target{Doc: doc}, []edit.Op{op}); !refuses(err) {
		t.Errorf("%v, %v", edits, err)
	}
}
