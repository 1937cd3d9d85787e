package planning

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
)

// A new text in any style means itself at any place.
func TestNewTexts(t *testing.T) {
	parts := []string{"a", " ", "  ", "\n", "\n\n", "\t", "#", "# c", ": ", "- ", "b c", "é", "'", `"`, `\`, "{{", "...", "---", "\u00a0",
		"longer words than one line can hold, "}
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for range r.Intn(12) {
			b.WriteString(parts[r.Intn(len(parts))])
		}
		v := model.NewString(b.String())
		v.Style = []model.Style{model.None, model.Plain, model.SingleQuoted, model.DoubleQuoted, model.Literal, model.Folded}[r.Intn(6)]
		in := []string{"a: 1\nl:\n- x\nz: 1\n", "a:\n    z: 1\nl:\n    -   x\n    -   y\n\n", "{\"a\": 1, \"l\": [1]}", "a: 1\nl: [x]\n# end\n"}[r.Intn(4)]
		op := []edit.Op{
			{Do: edit.Set, Path: []any{"a"}, Value: v}, {Do: edit.Set, Path: []any{"new"}, Value: v}, {Do: edit.Insert, Path: []any{"l"}, Value: v},
			{Do: edit.Insert, Path: []any{"l"}, Index: -1, Value: v},
			{Do: edit.Set, Path: []any{"new"}, Value: model.NewList(v, model.NewMap(model.NewEntry("b", v), model.NewEntry("c", model.NewList(v))), v)},
		}[r.Intn(5)]
		name := fmt.Sprintf("seed %d: %q in style %d\n%s%s", seed, v.Text, v.Style, opsText([]edit.Op{op}), in)
		if strings.Contains(v.Text, "{{") {
			continue // a template
		}
		doc := parseAll(t, []byte(in))[0]
		edits, err := Plan(Target{Doc: doc}, []edit.Op{op})
		if err != nil {
			t.Fatalf("%s\n%v", name, err)
		}
		out, _ := edit.Apply([]byte(in), edits)
		if want, _ := draft.Changed(doc.Root, []edit.Op{op}); !model.Equal(parseAll(t, out)[0].Root, want) {
			t.Fatalf("%s\ngives\n%s", name, out)
		}
		if text, err := yamltext.Document(doc, model.NewMap(model.NewEntry("k", v))); err != nil {
			t.Fatalf("%s\n%v\n%s", name, err, text)
		}
	}
}
