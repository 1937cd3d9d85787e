package planning

import (
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
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
		plain := len(doc.Templates) == 0 && !strings.Contains(text, "<<") && !hasOddKey(doc.Root) &&
			sigsyaml.UnmarshalStrict([]byte(doc.Text(doc.Span)), &want) == nil
		if !plain {
			want = map[string]any{"a": []any{map[string]any{"b": nil}}, "d": nil}
		}
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		ops := g.ops(&want)
		edits, err := boundedPlan(t, Target{Doc: doc}, ops)
		if err != nil {
			return
		}
		minimal(t, doc, edits)
		out, err := edit.Apply([]byte(text), edits)
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
		if changed, err := draft.Changed(doc.Root, ops); err != nil || !(&draft.Tree{Stripped: unended(doc)}).SameMeaning(after[0].Root, changed) {
			t.Errorf("Changed gives another tree (%v)\n%s%q\ngives\n%q", err, opsText(ops), text, out)
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

// boundedPlan is Plan for a text that a fuzz target makes.
func boundedPlan(t *testing.T, target Target, ops []edit.Op) (edits []edit.Edit, err error) {
	t.Helper()
	fuzz.Bounded(t, len(target.Doc.File.Data), func() { edits, err = Plan(target, ops) })
	return edits, err
}

// hasOddKey reports whether a key stands twice in a map, as 100 and "100" may: the other reader then takes one of them at random. It also reads
// a key that is a number as one of 32 bits, so that 5E55 is infinite.
func hasOddKey(v *model.Value) bool {
	seen := map[string]bool{}
	for _, e := range v.Entries {
		_, notNumber := strconv.ParseFloat(e.Key.Text, 64)
		if seen[e.Key.Text] || notNumber == nil || hasOddKey(e.Value) {
			return true
		}
		seen[e.Key.Text] = true
	}
	return slices.ContainsFunc(v.Items, hasOddKey)
}

// FuzzPlanHCL makes a random Op on any text that is Terraform. A plan may be refused; the result of one that is not
// parses, and keeps comments and the file's end.
func FuzzPlanHCL(f *testing.F) {
	for seed := range int64(30) {
		g := &hclGenerator{generator: generator{Rand: rand.New(rand.NewSource(seed))}}
		f.Add(g.file(), seed)
	}
	for _, text := range []string{
		"a = 1", "a {}", "a { b = 1 }\n", "a \"b\" c {\n}\na \"b\" {\n}\na {\n}\n", "\uFEFFa = [\r\n  1, # c\r\n]\r\n",
		"a = {\n  (b) = 1, \"${c}\": 2\n  d = 3 }\n",
		"a = <<E\n  ${b}\nE\nb = [<<-E\n    x\n    E\n  , 1]\n", "a = [1,\n\n  /* c */ 2, /* d */\n  3 # e\n  ,\n]\n", "a = (b ? {c = 1} : [\n{}])\n",
		"a = f(\n  {},\n  [1]...\n)\n",
		"a {\n  /* b */ c = 1 /* d\n e */\n  for = { for = 1 }\n\n\n}", "a = \"${ { b = [1] } }\"\nb = [for x in [{}] : { c = x }]\n",
		"a = { b = 1\nc = 2, d = 3\n}\n",
	} {
		for seed := range int64(4) {
			f.Add(text, seed)
		}
	}
	f.Fuzz(func(t *testing.T, text string, seed int64) {
		source, parseErr := hcl.Parse(model.NewFile("main.tf", []byte(text)))
		if parseErr != nil {
			return
		}
		g := &hclGenerator{generator: generator{Rand: rand.New(rand.NewSource(seed))}}
		places := hclPlaces(source.Document.Root, nil, nil)
		p := places[g.Intn(len(places))]
		deeper := append(p.path[:len(p.path):len(p.path)], "new")
		op := []edit.Op{
			{Do: edit.Set, Path: p.path, Value: g.hclModel(0)}, {Do: edit.Set, Path: deeper, Value: g.hclModel(0), Note: "note"},
			{Do: edit.Delete, Path: p.path},
			{Do: edit.Insert, Path: p.path, Index: -1, Value: g.hclModel(0)}, {Do: edit.Insert, Path: p.path, Value: g.hclModel(0)},
			{Do: edit.Rename, Path: p.path, Key: "renamed"}, {Do: edit.Move, Path: p.path, To: append(places[g.Intn(len(places))].path, "new")},
		}[g.Intn(7)]
		edits, err := boundedPlan(t, Target{Doc: source.Document}, []edit.Op{op})
		if err != nil {
			return
		}
		minimal(t, source.Document, edits)
		out, err := edit.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		after, parseErr := hcl.Parse(model.NewFile("main.tf", out))
		if parseErr != nil {
			t.Fatalf("%v\n%s%q\ngives\n%q", parseErr, opsText([]edit.Op{op}), text, out)
		}
		if len(after.Comments()) < len(source.Comments()) {
			t.Errorf("%d of %d comments are left\n%s%q\ngives\n%q", len(after.Comments()), len(source.Comments()), opsText([]edit.Op{op}), text, out)
		}
		if len(out) > 0 && len(text) > 0 && strings.HasSuffix(text, "\n") != strings.HasSuffix(string(out), "\n") {
			t.Errorf("the end of the file changed\n%s%q\ngives\n%q", opsText([]edit.Op{op}), text, out)
		}
	})
}

// unended returns the span of a templated block scalar at the end of a document without a last newline. When lines follow it, its indicator
// becomes |- to keep its text.
func unended(doc *model.Document) model.Span {
	for v := range doc.Root.All() {
		isBlock := v.Style == model.Literal || v.Style == model.Folded
		if isBlock && v.Kind == model.Unknown && v.Span.End == len(doc.File.Data) {
			return v.Span
		}
	}
	return model.Span{}
}
