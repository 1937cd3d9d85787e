package planning

import (
	"fmt"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/parsers/yaml"
)

// A copy of an item behind it, changed by random Ops, means what they make of it and has its comments, and no byte that was
// there before changes.
func TestCopyProperties(t *testing.T) {
	planned := 0
	for seed := int64(0); seed < int64(rounds/3) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed)), step: 2}
		g.hang = []int{0, 2}[g.Intn(2)]
		if g.chance(80) {
			g.out.WriteString("items:\n")
			g.blockList("", g.hang, 0)
		} else {
			g.out.WriteString("items: ")
			g.flow(0, 0)
			g.out.WriteString("\n")
		}
		if g.chance(50) {
			g.out.WriteString("last: 1\n")
		}
		text := g.out.String()
		if g.chance(20) {
			text = strings.TrimSuffix(text, "\n")
		}
		doc := parseAll(t, []byte(text))[0]
		list := doc.Root.Get("items")
		if len(list.Items) == 0 {
			continue
		}
		at := g.Intn(len(list.Items))
		want := read(t, text)
		insert(&want, []any{"items"}, at+1, read(t, text).(map[string]any)["items"].([]any)[at])
		ops := []edit.Op{{Do: edit.Insert, Path: []any{"items"}, Index: at + 1, Value: list.Items[at]}}
		item := read(t, text).(map[string]any)["items"].([]any)[at]
		for _, op := range g.ops(&item) {
			op.Path = append([]any{"items", at + 1}, op.Path...)
			if op.Do == edit.Move {
				op.To = append([]any{"items", at + 1}, op.To...)
			}
			ops = append(ops, op)
		}
		want.(map[string]any)["items"].([]any)[at+1] = item
		edits, err := Plan(Target{Doc: doc}, ops)
		if err != nil {
			if refuses(err) && !strings.Contains(text, " |") {
				t.Errorf("seed %d: %v\n%s\n%s", seed, err, opsText(ops), text)
			}
			continue
		}
		planned++
		out, err := edit.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		report := func(format string, args ...any) {
			t.Helper()
			t.Errorf("seed %d: %s\n%s\n%s\ngives\n%s", seed, fmt.Sprintf(format, args...), opsText(ops), text, out)
		}
		if got := read(t, string(out)); !reflect.DeepEqual(got, want) {
			report("the result means %v; want %v", got, want)
		}
		s := layout.New(doc)
		o := s.Holder[list.Items[at]]
		for _, c := range yaml.Comments(doc) {
			times := 1
			if o.Block && o.Lead.Start <= c.Span.Start && c.Span.Start < o.Body.End || !o.Block && o.Start <= c.Span.Start && c.Span.Start < o.End {
				times = 2
			}
			if n := len(regexp.MustCompile("# "+c.Text+`\b`).FindAll(out, -1)); n != times {
				report("the comment %q is there %d times, not %d", c.Text, n, times)
			}
		}
		for _, e := range edits {
			if old := text[e.Start:e.End]; !adds(old, e.New) && !strings.Contains(text, " |+") {
				report("%q became %q", old, e.New)
			}
		}
	}
	if planned < rounds/9 {
		t.Errorf("only %d of %d copies were planned", planned, rounds/3)
	}
}
