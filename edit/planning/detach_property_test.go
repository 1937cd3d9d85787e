package planning

import (
	"errors"
	"fmt"
	"math/rand"
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

// Any value of a random document, written as a document of its own and set in another one, means what it meant and has its
// comments: those in the lines that belong to it, each once.
func TestDetachProperties(t *testing.T) {
	for seed := int64(0); seed < int64(rounds/2) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		text := g.document()
		doc := parseAll(t, []byte(text))[0]
		paths := pathsOf(read(t, text), nil)
		if len(paths) == 0 {
			continue
		}
		path := paths[g.Intn(len(paths))]
		v := doc.Root.Get(path...)
		comments := ownComments(doc, v)
		detached := layout.Detach(doc, v)
		report := func(format string, args ...any) {
			t.Helper()
			t.Errorf("seed %d: %s of\n%s\n%s", seed, edit.PathText(path), text, fmt.Sprintf(format, args...))
		}
		if !model.Equal(v, detached) {
			report("the copy means something else")
		}
		check := func(out string, want *model.Value, at ...any) {
			t.Helper()
			after, err := documents([]byte(out))
			if err != nil || len(after) != 1 {
				report("%v\n%s", err, out)
			} else if !model.Equal(after[0].Root.Get(at...), want) {
				report("gives\n%s", out)
			}
			for _, c := range comments {
				if n := len(regexp.MustCompile("# "+c+`\b`).FindAllString(out, -1)); n != 1 {
					report("the comment %q is there %d times\n%s", c, n, out)
				}
			}
		}
		own, err := yamltext.Document(doc, model.NewMap(model.NewEntry("new", detached)))
		if err != nil {
			report("%v", err)
		}
		check(own, v, "new")
		g.out.Reset()
		g.comments += 1000
		other := g.document()
		into := parseAll(t, []byte(other))[0]
		edits, err := Plan(Target{Doc: into}, []edit.Op{{Do: edit.Set, Path: []any{"new"}, Value: detached}})
		if err != nil {
			atEnd := errors.Is(err, draft.ErrNotAsAsked) && !strings.HasSuffix(other, "\n")
			if jsonHasNone := into.Syntax == model.JSON && len(comments) > 0; !jsonHasNone && !atEnd {
				report("%v in\n%s", err, other)
			}
			continue
		}
		out, _ := edit.Apply([]byte(other), edits)
		check(string(out), v, "new")
	}
}

// ownComments returns the texts of the comments in the lines of the value's entry or item, and directly above it.
func ownComments(doc *model.Document, v *model.Value) (texts []string) {
	s := layout.New(doc)
	span := v.Span
	if o := s.Holder[v]; o != nil && o.Block {
		span = model.Span{Start: o.Lead.Start, End: o.Body.End}
	}
	for _, c := range yaml.Comments(doc) {
		if span.Contains(c.Span) {
			texts = append(texts, c.Text)
		}
	}
	return texts
}

// Documents that are added behind any document of a random file are there, and the others are what they were.
func TestAddDocumentsProperties(t *testing.T) {
	for seed := int64(0); seed < int64(rounds/6) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		var b strings.Builder
		for i := range 1 + g.Intn(3) {
			if i > 0 || g.chance(30) {
				b.WriteString([]string{"---\n", "\n---\n", "--- # c\n", "...\n---\n", "---\n# only\n---\n", "---\n\n"}[g.Intn(6)])
			}
			b.WriteString(g.yamlDocument())
			if i < 2 && !strings.HasSuffix(b.String(), "\n") {
				b.WriteString("\n")
			}
		}
		text := b.String() + []string{"", "---\n", "...\n", "---"}[g.Intn(4)]
		if g.chance(20) {
			text = strings.TrimSuffix(text, "\n")
		}
		docs := parseAll(t, []byte(text))
		at := g.Intn(len(docs))
		doc := docs[at]
		if doc.Root == nil {
			continue
		}
		own, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"set"}, Value: model.NewString("x")}})
		if err != nil {
			continue // a block scalar cannot become the end of this file
		}
		added := []string{g.yamlDocument(), "---\n" + g.yamlDocument() + "...\n"}[:1+g.Intn(2)]
		edits, err := AddDocuments(doc, own, added)
		if err != nil {
			t.Errorf("seed %d: %v\n%q\n%q", seed, err, text, added)
			continue
		}
		out, err := edit.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		var want []*model.Value
		for i, d := range docs {
			root := d.Root
			if i == at {
				root, _ = draft.Changed(root, []edit.Op{{Do: edit.Set, Path: []any{"set"}, Value: model.NewString("x")}})
			}
			want = append(want, root)
			for _, text := range added {
				if i == at {
					want = append(want, parseAll(t, []byte(text))[0].Root)
				}
			}
		}
		got, err := documents(out)
		if err != nil || len(got) != len(want) {
			t.Errorf("seed %d: %v, %d documents, not %d\n%s\ngives\n%s", seed, err, len(got), len(want), text, out)
			continue
		}
		for i := range want {
			if !model.Equal(got[i].Root, want[i]) {
				t.Errorf("seed %d: document %d means something else\n%q\n%q\ngives\n%q", seed, i, text, added, out)
			}
		}
		if endsLine := strings.HasSuffix(text, "\n"); endsLine && !strings.HasSuffix(string(out), "\n") {
			t.Errorf("seed %d: the end of the file changed\n%q\ngives\n%q", seed, text, out)
		}
	}
}

// yamlDocument writes a document in block style.
func (g *generator) yamlDocument() string {
	g.out.Reset()
	g.step, g.hang = 2, 2*g.Intn(2)
	g.blockMap("", 0, 0)
	return g.out.String()
}
