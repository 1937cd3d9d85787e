package fixes

import (
	"errors"
	"testing"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestPanicInPlan: a bug becomes an error that names the file.
func TestPanicInPlan(t *testing.T) {
	fix, err := (&Unplanned{steps: []step{{}}}).Plan("a.yaml")
	if bug := (*parallel.Bug)(nil); !errors.As(err, &bug) || bug.Path != "a.yaml" || fix != nil {
		t.Errorf("error %v, fix %v", err, fix)
	}
}

func parseYAML(t testing.TB, text string) *model.Document {
	t.Helper()
	var first *model.Document
	yaml.Documents(model.NewFile("test.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		first = doc
		return false
	})
	return first
}

func TestLosesComment(t *testing.T) {
	doc := parseYAML(t, "a: 1 # one\nb: 2\n")
	line := edit.Edit{Start: 0, End: 11}
	if !losesComment(yaml.Comments(doc), []edit.Edit{line}) {
		t.Error("deleting the line loses its comment")
	}
	line.New = "c: 1 # one\n"
	if losesComment(yaml.Comments(doc), []edit.Edit{line}) {
		t.Error("the comment is written again")
	}
	if losesComment(yaml.Comments(doc), []edit.Edit{{Start: 0, End: 1, New: "c"}}) {
		t.Error("the comment is not touched")
	}
}
