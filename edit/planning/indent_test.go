package planning

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// An item or entry that is added to a flow collection of any layout only adds bytes: no other
// line is indented anew.
func TestAddingKeepsLayout(t *testing.T) {
	for seed := range int64(3000) {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		text, _ := json.Marshal(map[string]any{"a": g.value(0), "l": []any{1, map[string]any{"m": []any{2}, "n": 3}, []any{4, 5}}, "z": g.value(0)})
		in := g.looseJSON(string(text))
		if g.chance(30) {
			in = "top:\n  " + in + "\n"
		}
		doc := parseAll(t, []byte(in))[0]
		path := []any{"l"}
		if doc.Root.Entry("top") != nil {
			path = []any{"top", "l"}
		}
		under := func(steps ...any) []any { return append(path[:len(path):len(path)], steps...) }
		for _, op := range []edit.Op{
			{Do: edit.Insert, Path: path, Index: g.Intn(4), Value: model.NewString("new")},
			{Do: edit.Insert, Path: under(1, "m"), Index: g.Intn(2), Value: model.NewMap(model.NewEntry("new", model.NewNumber("6")))},
			{Do: edit.Set, Path: under(1, "new"), Value: model.NewList(model.NewString("x"))},
			{Do: edit.Set, Path: under(1, "new", "er"), Value: model.NewString("x")},
		} {
			edits, err := Plan(Target{Doc: doc}, []edit.Op{op})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, opsText([]edit.Op{op}), in)
			}
			for _, e := range edits {
				if old := in[e.Start:e.End]; !adds(old, e.New) {
					out, _ := edit.Apply([]byte(in), edits)
					t.Fatalf("seed %d: %q became %q\n%s\n%s\ngives\n%s", seed, old, e.New, opsText([]edit.Op{op}), in, out)
				}
			}
		}
	}
}

// adds reports whether text is old with something put in at one place.
func adds(old, text string) bool {
	n := 0
	for n < min(len(old), len(text)) && old[n] == text[n] {
		n++
	}
	return strings.HasSuffix(text[n:], old[n:])
}

// looseJSON puts blanks and line breaks between the tokens of a JSON text without blanks in its strings.
func (g *generator) looseJSON(text string) string {
	var b strings.Builder
	inString := false
	for i, c := range text {
		if c == '"' && text[max(i-1, 0)] != '\\' {
			inString = !inString
		}
		b.WriteRune(c)
		if !inString && strings.ContainsRune("{}[],:", c) && i < len(text)-1 && text[i+1] != ',' && g.chance(40) {
			if c != ':' && text[i+1] != ':' && g.chance(60) {
				b.WriteString("\n" + textline.Spaces(3))
			}
			b.WriteString(textline.Spaces(g.Intn(7)))
		}
	}
	return b.String()
}
