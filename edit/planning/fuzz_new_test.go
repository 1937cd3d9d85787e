package planning

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// FuzzNew takes a value out of any text, writes it as a document, sets it in another text and puts it behind that. Each may be
// refused; what is not means what the value means, and has its comments.
func FuzzNew(f *testing.F) {
	for seed := range int64(20) {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		f.Add(g.yamlDocument(), g.yamlDocument()+"---\n"+g.yamlDocument(), seed)
	}
	for _, text := range []string{
		"a: &x !!map {b: 1}\nc: *x\n<<: *x\n", "? a\n: b\n? c\nd: e\n", "%YAML 1.1\n--- # c\na: |2-\n    b\n   c\n...\n# d\n",
		"a: [b, # c\n  {d: e}, # f\n  # g\n  ]\n",
		"\uFEFFa: 1\r\nb: >+\r\n  c\r\n\r\nd:\r\n", "{\"a\": [1,\n     {\"b\":2}\n   ], \"c\":{}}", "a:\n  - |+\n    b\n\n  - >-\n   c\n\n   d",
		"--- [a, b]\n", "a: {{ b }}\n{{ if c }}\nd: ${e}\n{{ end }}\n",
		"a: |\n  {{ b }}\n   c # d\n", "a: # b\n  # c\n  - # d\n    e: 1 # f\n    # g\n  # h\n", "a: b\n  c # d\n\ne:   'f''g'   \n\"h\" : [ ]\n",
		"a: 1\n---\n", "a: |", "---\na: 1\n...\n---\nb: 2",
	} {
		f.Add(text, "a: 1\n---\nb: 2\n", int64(len(text)))
		f.Add("a: 1 # b\n", text, int64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text, other string, seed int64) {
		docs, err := documents([]byte(text))
		if err != nil || len(docs) == 0 || docs[0].Root == nil {
			return
		}
		doc := docs[0]
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		v := doc.Root
		for g.chance(80) && len(v.Items)+len(v.Entries) > 0 && v.Alias() == "" {
			if i := g.Intn(len(v.Items) + len(v.Entries)); i < len(v.Items) {
				v = v.Items[i]
			} else {
				v = v.Entries[i-len(v.Items)].Value
			}
		}
		copyItem(t, doc, g)
		detached := layout.Detach(doc, v)
		want, _ := draft.Changed(model.NewMap(model.NewEntry("new", detached)), nil)
		check := func(out string, doc *model.Document, got *model.Value) {
			t.Helper()
			tr := &draft.Tree{}
			if got == nil || !tr.SameMeaning(got, detached) {
				t.Errorf("%q\nof %q means something else in\n%q", doc.Text(v.Span), text, out)
			}
			n := (&draft.Tree{Source: &layout.Source{Doc: &model.Document{}, Aliased: map[string]bool{}}}).NewNode(detached)
			if err := draft.VerifyRemarks(draft.RemarkTexts(n), draft.CountComments(yaml.Comments(doc))); err != nil {
				t.Errorf("%v\n%q\ngives\n%q", err, text, out)
			}
		}
		own, err := yamltext.Document(doc, want)
		if err == nil {
			after, err := documents([]byte(own))
			if err != nil || len(after) != 1 {
				t.Fatalf("%v\n%q\ngives\n%q", err, text, own)
			}
			after[0].Syntax = model.YAML
			check(own, after[0], after[0].Root.Get("new"))
		} else if !strings.Contains(text, "{{") && !strings.ContainsAny(text, "$%") && len(doc.Templates) == 0 && !hasOddKey(doc.Root) &&
			!strings.Contains(text, "<<") {
			// {{, ${ and %{ that nothing closes in their line can begin a template once the lines of a scalar are joined.
			t.Errorf("%v\n%q", err, text)
		}
		into, err := documents([]byte(other))
		if err != nil || len(into) == 0 || into[0].Root == nil || into[0].Root.Kind != model.Map || into[0].Root.Get("new") != nil {
			return
		}
		edits, err := boundedPlan(t, Target{Doc: into[0]}, []edit.Op{{Do: edit.Set, Path: []any{"new"}, Value: detached}})
		if err != nil {
			return
		}
		if all, err := AddDocuments(into[0], edits, []string{own}); own != "" && err == nil {
			out, err := edit.Apply([]byte(other), all)
			after, readErr := documents(out)
			if err != nil || readErr != nil || len(after) != len(into)+1 {
				t.Fatalf("%v %v %d documents, not %d\n%q\nbehind\n%q\ngives\n%q", err, readErr, len(after), len(into)+1, own, other, out)
			}
			check(string(out), after[0], after[0].Root.Get("new"))
			check(string(out), after[1], after[1].Root.Get("new"))
			for i, d := range into[1:] {
				if !(&draft.Tree{}).SameMeaning(d.Root, after[i+2].Root) {
					t.Errorf("another document changed\n%q\ngives\n%q", other, out)
				}
			}
			edits = all
		}
		if _, err := edit.Apply([]byte(other), edits); err != nil {
			t.Error(err)
		}
	})
}

// copyItem inserts an item of a list once more, and changes the copy.
func copyItem(t *testing.T, doc *model.Document, g *generator) {
	var path []any
	v := doc.Root
	for v.Alias() == "" && len(v.Items)+len(v.Entries) > 0 {
		if len(v.Items) > 0 && g.chance(70) {
			break
		}
		if i := g.Intn(len(v.Items) + len(v.Entries)); i < len(v.Items) {
			path, v = append(path, i), v.Items[i]
		} else {
			e := v.Entries[i-len(v.Items)]
			path, v = append(path, e.Key.Text), e.Value
		}
	}
	if len(v.Items) == 0 || v.Alias() != "" || len(path) == 0 {
		return
	}
	i := g.Intn(len(v.Items))
	ops := []edit.Op{{Do: edit.Insert, Path: path, Index: i + 1, Value: v.Items[i]}}
	if item := v.Items[i]; item.Kind == model.Map && len(item.Entries) > 0 {
		last := item.Entries[len(item.Entries)-1].Key.Text
		at := append(path[:len(path):len(path)], i+1)
		more := [][]edit.Op{
			{{Do: edit.Set, Path: append(at, last), Value: model.NewString("x")}}, {{Do: edit.Delete, Path: append(at, last)}},
			{{Do: edit.Move, Path: append(at, last), To: append(at, "new", last)}}, {{Do: edit.Delete, Path: append(at[:len(at)-1:len(at)-1], i, last)}}, nil,
		}
		ops = append(ops, more[g.Intn(len(more))]...)
	}
	edits, err := Plan(Target{Doc: doc}, ops)
	if err != nil {
		return
	}
	out, err := edit.Apply(doc.File.Data, edits)
	if err != nil {
		t.Fatal(err)
	}
	after, err := documents(out)
	want, changedErr := draft.Changed(doc.Root, ops)
	if err != nil || changedErr != nil || len(after) == 0 || !(&draft.Tree{}).SameMeaning(after[0].Root, want) {
		t.Fatalf("%v %v\n%s%q\ngives\n%q", err, changedErr, opsText(ops), doc.File.Data, out)
	}
}
