package place

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// TestObjectOf finds objects of a List by their paths or addresses.
func TestObjectOf(t *testing.T) {
	text := "kind: List\nitems:\n"
	for i := range 500 {
		text += fmt.Sprintf("- {kind: Pod, metadata: {name: p%d}}\n", i)
	}
	var document *Document
	yaml.Documents(model.NewFile("list.yaml", []byte(text)), func(doc *model.Document, _ *yaml.ParseError) bool {
		document = NewDocument(doc)
		return false
	})
	byPath := &survey.Resource{Real: map[string][]any{"kind": {"items", 7, "kind"}}}
	byAddress := &survey.Resource{Address: "Pod/p7"}
	for _, r := range []*survey.Resource{byPath, byAddress} {
		if o := document.objectOf(r); o.Name != "p7" {
			t.Errorf("found %s", o.Address())
		}
	}
	if o := document.objectOf(&survey.Resource{Address: "Pod/x"}); o.Value != document.Doc.Root {
		t.Errorf("found %s", o.Address())
	}
	whole := NewDocument(&model.Document{File: model.NewFile("a.yaml", nil), Root: model.NewMap(model.NewEntry("kind", model.NewString("Pod")))})
	if o := whole.objectOf(byAddress); len(o.Path) > 0 || o.Value != whole.Doc.Root {
		t.Errorf("found %s", o.Address())
	}
}
