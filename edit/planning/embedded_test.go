package planning

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// TestBeyondHeredoc: a text that would end its heredoc, or begin a template in it, is not written, whichever way it is proved.
func TestBeyondHeredoc(t *testing.T) {
	f := model.NewFile("main.tf", []byte("a = <<-EOT\n  text: |\n    one\nEOT\n"))
	doc, around := heredocs(t, f)[0], parseTerraform(t, f).Document
	for _, test := range []struct {
		text    string
		refused bool
	}{
		{"two", false}, {"two\nEOT\n", true}, {"EOTS", false}, {"EOT", true}, {"${", true}, {"$${two}", false}, {"%{ if a }", true}, {"}", false},
	} {
		ops := []edit.Op{{Do: edit.Set, Path: []any{"text"}, Value: &model.Value{Kind: model.String, Text: test.text, Style: model.Literal}}}
		edits, err := Plan(Target{Doc: doc}, ops)
		same, sameErr := Plan(Target{Doc: doc, Around: around}, ops)
		if (err != nil) != (sameErr != nil) || fmt.Sprint(edits) != fmt.Sprint(same) {
			t.Errorf("%q: Plan gives %v, %v, and with the file around it %v, %v", test.text, edits, err, same, sameErr)
		}
		if (err != nil) != test.refused {
			t.Errorf("%q: %v, %v", test.text, edits, err)
		}
	}
}
