package planning

import (
	"fmt"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Changed gives what the result of Plan reads as, fails where Plan fails for a reason other than the text, leaves its argument
// alone and shares with it what did not change.
func TestChangedProperties(t *testing.T) {
	for seed := int64(0); seed < int64(rounds/2) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		text := g.document()
		doc := parseAll(t, []byte(text))[0]
		plain := read(t, text)
		ops := g.ops(&plain)
		if g.chance(20) && len(ops) > 0 {
			ops = append(ops, ops[0]) // often one that makes no sense
		}
		untouched := deepCopy(doc.Root)
		got, err := draft.Changed(doc.Root, ops)
		if !reflect.DeepEqual(doc.Root, untouched) {
			t.Errorf("seed %d: the argument changed\n%s\n%s", seed, opsText(ops), text)
		}
		edits, planErr := Plan(Target{Doc: doc}, ops)
		if byText := refuses(planErr); !byText && fmt.Sprint(err) != fmt.Sprint(planErr) || byText && err != nil {
			t.Errorf("seed %d: %v; Plan says %v\n%s\n%s", seed, err, planErr, opsText(ops), text)
		}
		if err != nil || planErr != nil {
			continue
		}
		out, _ := edit.Apply([]byte(text), edits)
		if after := parseAll(t, out)[0].Root; !model.Equal(got, after) {
			t.Errorf("seed %d: another tree\n%s\n%s\ngives\n%s", seed, opsText(ops), text, out)
		}
		shares(t, got, bySpan(doc.Root, map[model.Span]*model.Value{}))
	}
}

// shares checks that what equals a value of the document at the same place is that value.
func shares(t *testing.T, v *model.Value, old map[model.Span]*model.Value) {
	if o := old[v.Span]; o != nil && o != v && model.Equal(o, v) && reflect.DeepEqual(keysOf(o), keysOf(v)) {
		t.Errorf("%v is a copy of what did not change", v.Span)
	}
	for _, item := range v.Items {
		shares(t, item, old)
	}
	for _, e := range v.Entries {
		shares(t, e.Value, old)
	}
}

// keysOf returns the keys in v at every depth, in order.
func keysOf(v *model.Value) (keys []string) {
	for _, item := range v.Items {
		keys = append(append(keys, "-"), keysOf(item)...)
	}
	for _, e := range v.Entries {
		keys = append(append(keys, e.Key.Text), keysOf(e.Value)...)
	}
	return keys
}

func bySpan(v *model.Value, found map[model.Span]*model.Value) map[model.Span]*model.Value {
	if v.Kind == model.Map || v.Kind == model.List {
		found[v.Span] = v
	}
	for _, item := range v.Items {
		bySpan(item, found)
	}
	for _, e := range v.Entries {
		bySpan(e.Value, found)
	}
	return found
}

func deepCopy(v *model.Value) *model.Value {
	c := *v
	c.Items, c.Entries = nil, nil
	for _, item := range v.Items {
		c.Items = append(c.Items, deepCopy(item))
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, &model.Entry{Key: deepCopy(e.Key), Value: deepCopy(e.Value)})
	}
	return &c
}

// Aliases, anchors and merge keys refuse the same Ops as in Plan.
func TestChangedRefuses(t *testing.T) {
	doc := parseAll(t, []byte("a: &x {b: 1}\nc: *x\nd:\n  e: 0\n  <<: *x\n  b: 2\n  <<: *x\nn:\nl: [1]\n"))[0]
	for _, text := range []string{
		"set c.b = 2", "set a.b = 2", "delete a", "delete a.b", "set d.b = 3", "delete d.b", "rename d.b c", "move c.b -> f", "set a = 1",
		"set n.x = 1", "delete c", "set c = 2", "set d.e = 1", "delete d.x", "set l.x = 1", "set l[3] = 1", "insert l 2 = 3", "insert a 0 = 1",
		"move l -> l.x", "move n -> a.n", "rename n l",
		"move d -> x.y\nset x.y.e = 3", "set x = {b: 1}\nset x.c.d = 2\ndelete x.b",
	} {
		ops := parseOps(t, doc, text)
		_, planErr := Plan(Target{Doc: doc}, ops)
		if _, err := draft.Changed(doc.Root, ops); fmt.Sprint(err) != fmt.Sprint(planErr) {
			t.Errorf("%s: %v; Plan says %v", text, err, planErr)
		}
	}
	if v, err := draft.Changed(doc.Root, nil); v != doc.Root || err != nil {
		t.Errorf("no Ops give %v, %v", v, err)
	}
	if _, err := draft.Changed(nil, []edit.Op{{Do: edit.Delete, Path: []any{"a"}}}); err == nil {
		t.Error("nothing was changed")
	}
}

// What is taken out of a document keeps its comments whatever Ops make of it.
func TestChangedKeepsComments(t *testing.T) {
	for seed := int64(0); seed < int64(rounds/2) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		text := g.yamlDocument()
		doc := parseAll(t, []byte(text))[0]
		plain := read(t, text)
		detached := layout.Detach(doc, doc.Root)
		after, err := draft.Changed(detached, g.ops(&plain))
		if err != nil {
			continue
		}
		if again := layout.Detach(doc, doc.Root); !reflect.DeepEqual(detached, again) {
			t.Errorf("seed %d: the argument changed\n%s", seed, text)
		}
		out, err := yamltext.Document(doc, after)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
		for _, c := range yaml.Comments(doc) {
			if n := len(regexp.MustCompile("# "+c.Text+`\b`).FindAllString(out, -1)); n != 1 {
				t.Errorf("seed %d: the comment %q is there %d times\n%s\ngives\n%s", seed, c.Text, n, text, out)
			}
		}
	}
}

func BenchmarkChanged(b *testing.B) {
	text := "apiVersion: a\nkind: b\nmetadata:\n  name: x\n  labels: {a: b, c: d}\nspec:\n" +
		strings.Repeat("  - key: k\n    operator: In\n    values: [a, b]\n", 10)
	text = strings.Replace(text, "spec:\n", "spec:\n  limits: {resources: {cpu: 1}}\n  requirements:\n", 1)
	docs, err := documents([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	ops := []edit.Op{{Do: edit.Set, Path: []any{"kind"}, Value: model.NewString("c")},
		{Do: edit.Move, Path: []any{"spec", "limits", "resources"}, To: []any{"spec", "limits"}},
		{Do: edit.Move, Path: []any{"spec", "requirements"}, To: []any{"spec", "template", "spec", "requirements"}}}
	for b.Loop() {
		if _, err := draft.Changed(docs[0].Root, ops); err != nil {
			b.Fatal(err)
		}
	}
}
