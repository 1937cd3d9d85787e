package cel_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/internal/testing/celrules"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"pgregory.net/rapid"
)

// TestUnknownIsNeverWrong draws values with holes and fills them: unknown scalars, lists and maps get a value, open collections get
// more entries, and collections with branches lose some. A certain truth of a rule before must hold for every filled value. A rule that
// is broken if a part is rendered must be broken for each filled value with that part, and must be reported.
func TestUnknownIsNeverWrong(t *testing.T) {
	all := celrules.All()
	verdicts, conditional := map[known.Truth]int{}, 0
	check(t, 100*len(all), func(t *rapid.T) {
		row := rapid.SampledFrom(all).Draw(t, "rule")
		rule := row.Rule
		d := newDrawing(t, rule)
		holed := d.input(d.draw(row.Self))
		verdict, brokenIf := rule.Truth(holed), cel.BrokenIf(rule, holed)
		verdicts[verdict]++
		for range 4 {
			got := d.become(holed.Self, row.Self)
			whole := rule.Truth(cel.Input{Self: got})
			if whole == known.Maybe || verdict != known.Maybe && verdict != whole {
				t.Fatalf("%s\n%s\nis %v, and with holes, as %s\nit is %v", rule.Source, dump(got), whole, dump(holed.Self), verdict)
			}
			for _, parts := range brokenIf {
				if !d.areRendered(parts) {
					continue
				}
				if whole != known.No {
					t.Fatalf("%s\n%s\nis %v, and with %s, as %s\nit is never", rule.Source, dump(got), whole, dump(parts[0]), dump(holed.Self))
				}
			}
		}
		failures := rule.Failures(holed)
		checkPlaces(t, rule.Source, holed, failures)
		if verdict == known.Maybe && len(brokenIf) > 0 {
			conditional++
		}
		if isBroken := verdict == known.No || verdict == known.Maybe && len(brokenIf) > 0; isBroken != (len(failures) > 0) {
			t.Fatalf("%s\n%s\nis broken at %v, and would be with %d parts", rule.Source, dump(holed.Self), failures, len(brokenIf))
		}
	})
	if t.Logf("%v verdicts, %d of them on a branch", verdicts, conditional); min(verdicts[known.No], verdicts[known.Maybe],
		verdicts[known.Yes]) < 500 || conditional < 50 {
		t.Error("too few cases")
	}
}

// check draws the same cases in every run, and 20 times as many in `make test-long`.
func check(t *testing.T, draws int, property func(*rapid.T)) {
	t.Helper()
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": fmt.Sprint(golden.Draws(draws, 20*draws)),
		"rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, property)
}

// checkPlaces fails if the path of a failure leads neither to a value nor to a missing field of an existing map.
func checkPlaces(t *rapid.T, rule string, in cel.Input, failures []cel.Failure) {
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
	source    string
	texts     []string              // texts with which the rule compares, and others
	uncertain map[*model.Value]bool // lists and maps with branches
	rendered  map[*model.Value]bool // whether the last result of become has an entry
}

func newDrawing(t *rapid.T, rule *cel.Rule) *drawing {
	texts := append(cel.Texts(rule), "", "a", "-1", "1", "x@y", "al2@latest", "windows2022@latest", "karpenter.sh/nodepool", "a.k8s.io/b",
		"node.kubernetes.io/x")
	slices.Sort(texts)
	return &drawing{T: t, source: rule.Source, texts: slices.Compact(texts), uncertain: map[*model.Value]bool{}}
}

func (d *drawing) input(self *model.Value) cel.Input {
	return cel.Input{Self: self, Reader: known.Reader{Uncertain: func(v *model.Value) bool { return d.uncertain[v] }}}
}

func (d *drawing) isOne(of int) bool { return rapid.IntRange(1, of).Draw(d.T, "one of") == 1 }

// draw returns a value of a type, with holes.
func (d *drawing) draw(kind *schema.Node) *model.Value {
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
func (d *drawing) whole(kind *schema.Node) *model.Value { return d.value(kind, d.whole) }

func (d *drawing) value(kind *schema.Node, inner func(*schema.Node) *model.Value) *model.Value {
	switch kind.Type {
	case schema.Array:
		v := model.NewList()
		for range rapid.IntRange(0, 3).Draw(d.T, "items") {
			v.Items = append(v.Items, inner(kind.Items()))
		}
		return v
	case schema.Object:
		v := model.NewMap()
		for _, key := range d.keys(kind) {
			v.Entries = append(v.Entries, model.NewEntry(key, inner(fieldOf(kind, key))))
		}
		return v
	case schema.Boolean:
		return model.NewBool(rapid.Bool().Draw(d.T, "bool"))
	case schema.Integer:
		return model.NewNumber(rapid.SampledFrom([]string{"0", "1", "2", "0x2"}).Draw(d.T, "number"))
	}
	return model.NewString(rapid.SampledFrom(d.texts).Draw(d.T, "text"))
}

// keys draws the keys of a map. For an object they are fields that the rule reads.
func (d *drawing) keys(kind *schema.Node) (keys []string) {
	if kind.Values() != nil {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(d.texts), 0, 3, rapid.ID[string]).Draw(d.T, "keys")
	}
	for _, key := range kind.Properties() {
		if strings.Contains(d.source, "."+key) && !d.isOne(3) {
			keys = append(keys, key)
		}
	}
	return keys
}

func fieldOf(kind *schema.Node, key string) *schema.Node {
	if every := kind.Values(); every != nil {
		return every
	}
	return kind.Property(key)
}

// become returns a value without holes that a value with holes may be in the cluster.
func (d *drawing) become(v *model.Value, kind *schema.Node) *model.Value {
	d.rendered = map[*model.Value]bool{}
	return d.fill(v, kind)
}

func (d *drawing) fill(v *model.Value, kind *schema.Node) *model.Value {
	switch {
	case v.Kind == model.Unknown, v.IsScalar() && d.uncertain[v]:
		return d.whole(kind)
	case v.Kind == model.List:
		return d.fillList(v, kind.Items())
	case v.Kind == model.Map:
		return d.fillMap(v, kind)
	}
	return v
}

// isKept draws whether an entry is rendered.
func (d *drawing) isKept(in, entry *model.Value) bool {
	kept := !d.uncertain[in] || !d.isOne(3)
	d.rendered[entry] = kept
	return kept
}

func (d *drawing) fillList(v *model.Value, kind *schema.Node) *model.Value {
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

func (d *drawing) fillMap(v *model.Value, kind *schema.Node) *model.Value {
	filled := model.NewMap()
	add := func(key string, value *model.Value) {
		if filled.Entry(key) == nil {
			filled.Entries = append(filled.Entries, model.NewEntry(key, value))
		}
	}
	for _, e := range v.Entries {
		isAbsent := e.Value.Kind == model.Unknown && d.isOne(4) // it becomes null
		if e.Key.Kind != model.Unknown && d.isKept(v, e.Value) && !isAbsent {
			add(e.Key.Text, d.fill(e.Value, fieldOf(kind, e.Key.Text)))
		}
	}
	if v.Open || d.uncertain[v] {
		for _, e := range d.whole(kind).Entries {
			add(e.Key.Text, e.Value)
		}
	}
	return filled
}

// areRendered reports whether the last result of become has all parts.
func (d *drawing) areRendered(parts []*model.Value) bool {
	return !slices.ContainsFunc(parts, func(v *model.Value) bool { return !d.rendered[v] })
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
