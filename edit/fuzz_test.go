package edit

import (
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// FuzzPlan makes random Ops on any text that Kubernetes reads. A plan may be refused; one that
// is not means what the same Ops make of plain Go values, and keeps comments and the file's end.
func FuzzPlan(f *testing.F) {
	for seed := range int64(30) {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		f.Add(g.document(), seed)
	}
	for _, text := range []string{
		"a: &x !!map {b: 1}\nc: *x\n", "? a\n: b\n? c\nd: e\n", "%YAML 1.1\n--- # c\na: |2-\n    b\n   c\n...\n# d\n",
		"a: [b, # c\n  {d: e}, # f\n  ]\n", "a: x\u0085\nb: 'q\u2028  w'\n", "\uFEFFa: 1\r\nb: >+\r\n  c\r\n\r\nd:\r\n",
		"a: 1\nb: 2\r\nc: 3\n", "l:\n-   - a\n    -  b: c\n       d:\n        - e\n        # - f\n", "{\"a\": [1,\n     {\"b\":2}\n   ], \"c\":{}}",
		"a:\n  - |+\n    b\n\n  - >-\n   c\n\n   d", "a: b\n  c # d\n\ne:   'f''g'   \n\"h\" : [ ]\n", "--- [a, b]\n", "- &a\n- !!str\n- ~\n- -\n",
		"a: {{ b }}\n{{ if c }}\nd: ${e}\n{{ end }}\n", "a:\n# b\n  c: 1\n# d\n  e: 2\n  \n\n  f: 3",
	} {
		f.Add(text, int64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, seed int64) {
		docs, err := documents([]byte(text))
		if err != nil || len(docs) != 1 || docs[0].Root == nil {
			return
		}
		doc := docs[0]
		var want any
		plain := len(doc.Templates) == 0 && !strings.Contains(text, "<<") && !repeatsKey(doc.Root) && sigsyaml.UnmarshalStrict([]byte(doc.Text(doc.Span)), &want) == nil
		if !plain {
			want = map[string]any{"a": []any{map[string]any{"b": nil}}, "d": nil}
		}
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		ops := g.ops(&want)
		edits, err := Plan(doc, ops)
		if err != nil {
			return
		}
		minimal(t, doc, edits)
		out, err := Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		after, err := documents(out)
		if err != nil || len(after) != 1 {
			t.Fatalf("%v\n%s%q\ngives\n%q", err, opsText(ops), text, out)
		}
		if plain && !reflect.DeepEqual(read(t, after[0].Text(after[0].Span)), want) {
			t.Errorf("the result does not mean %v\n%s%q\ngives\n%q", want, opsText(ops), text, out)
		}
		after[0].Syntax = doc.Syntax // [] alone would count as JSON, which has no comments
		if before, now := len(yaml.Comments(doc)), len(yaml.Comments(after[0])); now < before {
			t.Errorf("%d of %d comments are left\n%s%q\ngives\n%q", now, before, opsText(ops), text, out)
		}
		if strings.HasSuffix(text, "\n") != strings.HasSuffix(string(out), "\n") {
			t.Errorf("the end of the file changed\n%s%q\ngives\n%q", opsText(ops), text, out)
		}
	})
}

// repeatsKey says whether a key stands twice in a map, as 100 and "100" may: the other reader then
// takes one of them at random.
func repeatsKey(v *model.Value) bool {
	seen := map[string]bool{}
	for _, e := range v.Entries {
		if seen[e.Key.Text] || repeatsKey(e.Value) {
			return true
		}
		seen[e.Key.Text] = true
	}
	return slices.ContainsFunc(v.Items, repeatsKey)
}
