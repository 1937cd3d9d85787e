package patches

import (
	"testing"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestJSONDifference: applying the difference of two values to the first gives the second.
func TestJSONDifference(t *testing.T) {
	values := []string{
		`{a: [1, 2, 3], b: {c: d}}`, `{a: [2, 3], b: {}}`, `{a: [{key: x, v: 1}, {key: y}]}`, `{a: [{key: y}, {key: x, v: 2}, {key: z}], b: 1}`,
		`{a: {}, b: {c: {d: e}}}`, `{a: [], "x/y~z": 1}`, `{a: [1, 1, 2, 1], b: null}`,
	}
	for _, from := range values {
		for _, to := range values {
			ops := jsonDifference(kustomize.Plain(read(t, from)), kustomize.Plain(read(t, to)))
			got, err := kustomize.ApplyOperations(read(t, from), ops)
			if err != nil || !model.Equal(withoutNulls(got), withoutNulls(read(t, to))) {
				t.Errorf("from %s to %s: got %v, %v", from, to, got, err)
			}
		}
	}
}

func read(t *testing.T, text string) (root *model.Value) {
	t.Helper()
	yaml.Documents(model.NewFile("a.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatalf("%s: %s", text, err.Message)
		}
		root = doc.Root
		return false
	})
	return root
}
