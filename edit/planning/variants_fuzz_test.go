package planning

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// FuzzPlanVariants makes random Ops on any text with template blocks. A plan may be refused. Otherwise it does not change the end of
// the file, keeps the comments, and is empty if there are no Ops. If Go's engine renders the text to the tree that was read, it renders
// the result to the tree that the Ops ask for.
func FuzzPlanVariants(f *testing.F) {
	for seed := range int64(40) {
		d := &drawer{Rand: rand.New(rand.NewSource(seed)), used: map[string]bool{}}
		if all := append(effects, effectValues...); seed >= 20 {
			d.effect = all[seed%int64(len(all))]
		}
		d.line(0, "spec:")
		d.line(2, "first: 1")
		d.some(2, 0, "$.x")
		f.Add([]byte(d.b.String()), seed)
	}
	for _, text := range []string{
		"spec:\n  {{ if .a -}}\n  one: 1\n  {{ end -}}\n  two:\n    three: 3\n  four: 4\n",
		"a: 1\r\n%{ if x ~}\r\nb: {c: 2}\r\n%{ else ~}\r\nd: |+\r\n  e\r\n\r\n%{ endif ~}\r\nf: &g 1\r\nh: *g",
		"a:\n  - b\n#{{ if .a }}\n  - c: 1 # d\n#{{ else if .b }}\n  - e: >\n      f\n#{{ end }}\n  - {{ .x }}\n",
		"a: |\n  b\n{{ if .a }}\n  c\n{{ end }}\nd: {{ toYaml .m | nindent 2 }}\n  e: 1\n{{ with .b }}\nf:\n{{ toYaml . | indent 2 }}\n{{ end }}",
		"a: 1\n{{ if }}\nb: 2\n{{ end }}\n",
		"a: 1\n{{ define \"b\" }}\nb: 2\n{{ end }}\n{{ block \"c\" . }}\nc: 2\n{{ end }}\n",
	} {
		f.Add([]byte(text), int64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed int64) {
		docs, err := documents(text)
		if err != nil || len(docs) != 1 || docs[0].Root == nil || len(text) > 4<<10 {
			return
		}
		doc := docs[0]
		blocks, err := yaml.Blocks(doc, doc.Root.Span)
		if err != nil {
			return
		}
		all := choices(blocks)
		if len(all) > 32 || len(all) == 0 || slices.ContainsFunc(doc.Contents, func(c model.Content) bool { return mayContinueScalar(doc, c) }) {
			return
		}
		d := &drawer{Rand: rand.New(rand.NewSource(seed))}
		drawn := d.drawOps(doc.Root, nil)
		var variants, untouched []branches.Variant
		for _, taken := range all {
			selected, broken := yaml.Select(doc, blocks, taken)
			if broken != nil || selected.Root == nil {
				return
			}
			var ops []edit.Op
			for _, o := range drawn {
				ops = append(ops, o.op)
			}
			variants = append(variants, branches.Variant{Taken: taken, Doc: selected, Ops: possible(selected, ops)})
			untouched = append(untouched, branches.Variant{Taken: taken, Doc: selected, Ops: nil})
		}
		if edits, err := Plan(Target{Doc: doc, Blocks: blocks, Variants: untouched}, nil); err != nil || len(edits) > 0 {
			t.Fatalf("nothing is asked for: %v %v", edits, err)
		}
		edits, err := boundedPlan(t, Target{Doc: doc, Blocks: blocks, Variants: variants}, nil)
		if err != nil {
			return
		}
		out, err := edit.Apply(text, edits)
		if err != nil {
			t.Fatal(err)
		}
		after, err := documents(out)
		if err != nil || len(after) != 1 {
			t.Fatalf("%v\n%q\ngives\n%q", err, text, out)
		}
		if bytes.HasSuffix(text, []byte("\n")) != bytes.HasSuffix(out, []byte("\n")) {
			t.Fatalf("the end of the file changed\n%q\ngives\n%q", text, out)
		}
		rendersAsAsked(t, text, out, variants, blocks)
	})
}

// rendersAsAsked renders both texts with Go's engine. If the first renders to the tree that was read, the second must render to the
// tree after the Ops.
func rendersAsAsked(t *testing.T, text, out []byte, variants []branches.Variant, blocks []*gotmpl.Block) {
	values := map[string]any{"x": "dot", "m": map[string]any{"m1": "y"}}
	for bits := range 4 {
		is := map[string]bool{}
		for i, c := range []string{"a", "b"} {
			is["."+c], is["$."+c] = bits&(1<<i) != 0, bits&(1<<i) != 0
			values[c] = nil
			if is["."+c] {
				values[c] = []any{"item"}
			}
		}
		taken := gotmpl.Taken{}
		takeAll(blocks, is, taken)
		before, err := rendered(string(text), values)
		if err != nil {
			return
		}
		olds, err := documents(withoutTemplates(before))
		if err != nil || len(olds) != 1 || olds[0].Root == nil {
			return
		}
		for _, v := range variants {
			if !sameTaken(blocks, v.Taken, taken) || !branches.Alike(olds[0].Root, v.Doc.Root) {
				continue
			}
			want, err := draft.Changed(olds[0].Root, v.Ops)
			if err != nil {
				return
			}
			after, err := rendered(string(out), values)
			if err != nil {
				t.Fatalf("%v\n%s\ngives\n%s", err, text, out)
			}
			news, err := documents(withoutTemplates(after))
			if err != nil || len(news) != 1 || news[0].Root == nil || !(&draft.Tree{}).SameMeaning(news[0].Root, want) {
				t.Fatalf("%v\n%s\ngives\n%s\nrendered\n%s", err, text, out, after)
			}
		}
	}
}

// mayContinueScalar reports whether a template alone on its line is deeper than the map or list that it adds to. What it renders may then be the
// next line of the scalar above it.
func mayContinueScalar(doc *model.Document, c model.Content) bool {
	column := func(offset int) int { return offset - doc.File.LineStart(offset) }
	return column(c.Span.Start) > column(c.Owner.Span.Start)
}

// sameTaken reports whether two choices agree about all blocks, except for blocks in branches that are not taken.
func sameTaken(blocks []*gotmpl.Block, a, b gotmpl.Taken) bool {
	for _, block := range blocks {
		if a[block] != b[block] {
			return false
		}
		if at := a[block]; at >= 0 && !sameTaken(block.Branches[at].Blocks, a, b) {
			return false
		}
	}
	return true
}

// withoutTemplates returns a rendered text in which "{{" is replaced, because the value of a template may contain it, and the parser
// would read it as a template again.
func withoutTemplates(rendered string) []byte {
	return bytes.ReplaceAll([]byte(rendered), []byte("{{"), []byte("(("))
}
