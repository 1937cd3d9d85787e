package cel

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"pgregory.net/rapid"
)

// TestUnknownIsNeverWrong draws values with holes, and what they may become: unknown scalars, lists and maps get a value, open ones
// more entries, and those with branches lose some. What is certain before holds for what they become, and a rule that is broken if a
// part is rendered is broken where it is.
func TestUnknownIsNeverWrong(t *testing.T) {
	all := creationRules(t)
	verdicts, conditional := map[known.Truth]int{}, 0
	check(t, 100*len(all), func(t *rapid.T) {
		row := rapid.SampledFrom(all).Draw(t, "rule")
		rule := New(row.Rule)
		d := newDrawing(t, rule)
		holed := d.input(d.draw(row.Self))
		r := newRun(holed)
		root, _ := rule.parse()
		verdict := r.truth(root)
		verdicts[verdict]++
		for range 4 {
			got := d.become(holed.Self, row.Self)
			whole := rule.Truth(Input{Self: got})
			if whole == known.Maybe || verdict != known.Maybe && verdict != whole {
				t.Fatalf("%s\n%s\nis %v, and with holes, as %s\nit is %v", row.Rule, dump(got), whole, dump(holed.Self), verdict)
			}
			for _, n := range r.doubtful {
				if !d.isRendered(n) || r.suppose(n).truth(root) != known.No {
					continue
				}
				if conditional++; whole != known.No {
					t.Fatalf("%s\n%s\nis %v, and with %v, as %s\nit is never", row.Rule, dump(got), whole, n.path(), dump(holed.Self))
				}
			}
		}
		checkPlaces(t, row.Rule, holed, rule.Failures(holed))
	})
	if t.Logf("%v verdicts, %d of them on a branch", verdicts, conditional); min(verdicts[known.No], verdicts[known.Maybe], verdicts[known.Yes], conditional) < 500 {
		t.Error("too few cases")
	}
}

func creationRules(t *testing.T) (creation []row) {
	for _, row := range rows(t) {
		if !New(row.Rule).Transition() {
			creation = append(creation, row)
		}
	}
	return creation
}

// check draws the same cases in every run, and 20 times as many in `make test-long`.
func check(t *testing.T, draws int, property func(*rapid.T)) {
	t.Helper()
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": fmt.Sprint(golden.Draws(draws, 20*draws)), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, property)
}

// checkPlaces holds the places of failures to be in the value, or fields that are missing.
func checkPlaces(t *rapid.T, rule string, in Input, failures []Failure) {
	for _, failure := range failures {
		path := failure.Path
		if len(path) > 0 && in.Self.Get(path...) == nil {
			path = path[:len(path)-1]
		}
		if in.Self.Get(path...) == nil {
			t.Fatalf("%s\n%s\nhas no %s", rule, dump(in.Self), model.PathText(failure.Path))
		}
	}
}

// drawing draws values for a rule.
type drawing struct {
	*rapid.T
	texts     []string              // that the rule compares with, and others
	uncertain map[*model.Value]bool // lists and maps with branches
	rendered  map[*model.Value]bool // entries of those that the last result has
}

func newDrawing(t *rapid.T, rule *Rule) *drawing {
	root, _ := rule.parse()
	texts := append(root.literals(nil), "", "a", "-1", "1", "x@y", "al2@latest", "windows2022@latest", "karpenter.sh/nodepool", "a.k8s.io/b", "node.kubernetes.io/x")
	return &drawing{T: t, texts: texts, uncertain: map[*model.Value]bool{}}
}

// literals adds the texts in an expression.
func (e *expr) literals(texts []string) []string {
	if e.op == opText {
		texts = append(texts, e.text)
	}
	texts = append(texts, e.texts[:min(len(e.texts), 4)]...)
	for _, arg := range e.args {
		texts = arg.literals(texts)
	}
	return texts
}

func (d *drawing) input(self *model.Value) Input {
	return Input{Self: self, Reader: known.Reader{Uncertain: func(v *model.Value) bool { return d.uncertain[v] }}}
}

func (d *drawing) isOne(of int) bool { return rapid.IntRange(1, of).Draw(d.T, "one of") == 1 }

// draw returns a value of a type, with holes.
func (d *drawing) draw(kind any) *model.Value {
	if d.isOne(8) {
		return model.NewUnknown("{{ x }}")
	}
	v := d.value(kind, d.draw)
	if v.IsScalar() {
		d.uncertain[v] = d.isOne(12)
		return v
	}
	d.uncertain[v] = d.isOne(4)
	v.Open = d.isOne(8)
	for _, e := range v.Entries {
		if d.isOne(10) {
			e.Key, v.Open = model.NewUnknown("{{ y }}"), true
		}
	}
	return v
}

// whole returns a value of a type, without holes.
func (d *drawing) whole(kind any) *model.Value { return d.value(kind, d.whole) }

func (d *drawing) value(kind any, inner func(any) *model.Value) *model.Value {
	switch kind := kind.(type) {
	case []any:
		v := model.NewList()
		for range rapid.IntRange(0, 3).Draw(d.T, "items") {
			v.Items = append(v.Items, inner(kind[0]))
		}
		return v
	case map[string]any:
		v := model.NewMap()
		for _, key := range d.keys(kind) {
			v.Entries = append(v.Entries, model.NewEntry(key, inner(typeOf(kind, key))))
		}
		return v
	case string:
		return d.scalar(kind)
	}
	panic("no type")
}

// keys draws the keys of a map.
func (d *drawing) keys(kind map[string]any) (keys []string) {
	if kind["*"] != nil {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(d.texts), 0, 3, rapid.ID[string]).Draw(d.T, "keys")
	}
	for _, key := range slices.Sorted(maps.Keys(kind)) {
		if !d.isOne(3) {
			keys = append(keys, key)
		}
	}
	return keys
}

// typeOf returns the type of a field.
func typeOf(kind map[string]any, key string) any {
	if every := kind["*"]; every != nil {
		return every
	}
	return kind[key]
}

func (d *drawing) scalar(kind string) *model.Value {
	switch kind {
	case "boolean":
		return model.NewBool(rapid.Bool().Draw(d.T, "bool"))
	case "integer":
		return model.NewNumber(rapid.SampledFrom([]string{"0", "1", "2", "0x2"}).Draw(d.T, "number"))
	}
	return model.NewString(rapid.SampledFrom(d.texts).Draw(d.T, "text"))
}

// become returns what a value with holes may become, nil if it may be absent and is.
func (d *drawing) become(v *model.Value, kind any) *model.Value {
	d.rendered = map[*model.Value]bool{}
	return d.fill(v, kind)
}

func (d *drawing) fill(v *model.Value, kind any) *model.Value {
	switch {
	case v.Kind == model.Unknown, v.IsScalar() && d.uncertain[v]:
		return d.whole(kind)
	case v.Kind == model.List:
		return d.fillList(v, kind.([]any)[0])
	case v.Kind == model.Map:
		return d.fillMap(v, kind.(map[string]any))
	}
	return v
}

// isKept draws whether an entry is rendered.
func (d *drawing) isKept(in, entry *model.Value) bool {
	kept := !d.uncertain[in] || !d.isOne(3)
	d.rendered[entry] = kept
	return kept
}

func (d *drawing) fillList(v *model.Value, kind any) *model.Value {
	list := model.NewList()
	more := func() {
		for (v.Open || d.uncertain[v]) && d.isOne(3) {
			list.Items = append(list.Items, d.whole(kind))
		}
	}
	for _, item := range v.Items {
		more()
		if item.Kind == model.Unknown && d.isOne(3) { // the text of none, or of several
			for range rapid.IntRange(0, 2).Draw(d.T, "items") {
				list.Items = append(list.Items, d.whole(kind))
			}
		} else if d.isKept(v, item) {
			list.Items = append(list.Items, d.fill(item, kind))
		}
	}
	more()
	return list
}

func (d *drawing) fillMap(v *model.Value, kind map[string]any) *model.Value {
	filled := model.NewMap()
	add := func(key string, value *model.Value) {
		if filled.Entry(key) == nil {
			filled.Entries = append(filled.Entries, model.NewEntry(key, value))
		}
	}
	for _, e := range v.Entries {
		isAbsent := e.Value.Kind == model.Unknown && d.isOne(4) // it becomes null
		if e.Key.Kind != model.Unknown && d.isKept(v, e.Value) && !isAbsent {
			add(e.Key.Text, d.fill(e.Value, typeOf(kind, e.Key.Text)))
		}
	}
	if v.Open || d.uncertain[v] {
		for _, e := range d.whole(kind).Entries {
			add(e.Key.Text, e.Value)
		}
	}
	return filled
}

// isRendered reports whether the last result has a part.
func (d *drawing) isRendered(n *node) bool {
	for ; n.parent != nil; n = n.parent {
		if !d.rendered[n.value] {
			return false
		}
	}
	return true
}

// dump writes a tree for people.
func dump(v *model.Value) string {
	var b strings.Builder
	write(&b, v)
	return b.String()
}

func write(b *strings.Builder, v *model.Value) {
	open := ""
	if v.Open {
		open = "…"
	}
	switch v.Kind {
	case model.List:
		b.WriteString("[" + open)
		for _, item := range v.Items {
			write(b, item)
			b.WriteString(", ")
		}
		b.WriteString("]")
	case model.Map:
		b.WriteString("{" + open)
		for _, e := range v.Entries {
			b.WriteString(e.Key.Text + ": ")
			write(b, e.Value)
			b.WriteString(", ")
		}
		b.WriteString("}")
	default:
		fmt.Fprintf(b, "%q", v.Text)
	}
}
