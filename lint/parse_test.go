package lint

import (
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

func parse(t testing.TB, text string) *model.Document {
	t.Helper()
	var found *model.Document
	yaml.Documents(model.NewFile("test.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		found = doc
		return false
	})
	return found
}
