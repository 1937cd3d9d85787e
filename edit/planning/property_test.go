package planning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"testing"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

var rounds = golden.Draws(500, 3000)

// Random Ops on random documents: the result is what the same Ops make of plain Go values read
// by another YAML library, every comment is there once, CRLF changes nothing else, and the end
// of the file stays. A Plan refuses only what the Ops ask for wrongly.
func TestProperties(t *testing.T) {
	refused := 0
	for seed := int64(0); seed < int64(rounds) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		text := g.document()
		if !checkProperties(t, fmt.Sprintf("seed %d", seed), text, g) {
			refused++
		}
	}
	if refused > rounds/10 {
		t.Errorf("%d of %d plans were refused", refused, rounds)
	}
}

func checkProperties(t *testing.T, name, text string, g *generator) bool {
	docs, err := documents([]byte(text))
	if err != nil || len(docs) != 1 {
		t.Fatalf("%s: the generator wrote no document: %v\n%s", name, err, text)
	}
	want := read(t, text)
	ops := g.ops(&want)
	edits, err := Plan(Target{Doc: docs[0]}, ops)
	if err != nil {
		if errors.Is(err, draft.ErrNotAsAsked) && strings.Contains(text, " |") && !strings.HasSuffix(text, "\n") {
			return true // a block scalar that needs its newline cannot become the end of this file
		}
		if refuses(err) || errors.Is(err, edit.ErrOverlap) {
			t.Errorf("%s: %v\n%s\n%s", name, err, opsText(ops), text)
		}
		return false
	}
	minimal(t, docs[0], edits)
	out, err := edit.Apply([]byte(text), edits)
	if err != nil {
		t.Fatal(err)
	}
	report := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s\n%s\n%s\ngives\n%s", name, fmt.Sprintf(format, args...), opsText(ops), text, out)
	}
	if got := read(t, string(out)); !reflect.DeepEqual(got, want) {
		report("the result means %v; want %v", got, want)
	}
	for _, c := range yaml.Comments(docs[0]) {
		if n := len(regexp.MustCompile("# "+c.Text+`\b`).FindAll(out, -1)); n != 1 {
			report("the comment %q is there %d times", c.Text, n)
		}
	}
	if strings.HasSuffix(text, "\n") != bytes.HasSuffix(out, []byte("\n")) {
		report("the end of the file changed")
	}
	if docs[0].Syntax == model.JSON && !json.Valid(out) {
		report("the result is no JSON")
	}
	if regexp.MustCompile(`(?m)[^ \n] +$`).Match(out) && !regexp.MustCompile(`(?m)[^ \n] +$`).MatchString(text) {
		report("the result has blanks at the end of a line")
	}
	if !strings.Contains(text, "\n") {
		return true // nothing shows what the newlines are
	}
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	crlfDocs, err := documents([]byte(crlf))
	if err != nil {
		t.Fatal(err)
	}
	crlfEdits, err := Plan(Target{Doc: crlfDocs[0]}, ops)
	if err != nil {
		report("refused with CRLF: %v", err)
		return true
	}
	if got, _ := edit.Apply([]byte(crlf), crlfEdits); string(got) != strings.ReplaceAll(string(out), "\n", "\r\n") {
		report("with CRLF:\n%q", got)
	}
	return true
}

// read is the other YAML library's view.
func read(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := sigsyaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

func opsText(ops []edit.Op) string {
	var b strings.Builder
	for _, op := range ops {
		fmt.Fprintf(&b, "%s %s -> %s key %q index %d value %v\n", [...]string{"set", "rename", "delete", "move", "insert"}[op.Do],
			edit.PathText(op.Path), edit.PathText(op.To), op.Key, op.Index, op.Value)
	}
	return b.String()
}

// generator writes documents in a style of its own and Ops that fit them.
type generator struct {
	*rand.Rand
	out      strings.Builder
	keys     int
	comments int
	step     int
	hang     int
	plain    bool // no comments, no blank lines
}

func (g *generator) chance(percent int) bool { return g.Intn(100) < percent }

func (g *generator) document() string {
	if g.chance(20) {
		return g.jsonDocument()
	}
	g.step = []int{2, 2, 2, 4, 3}[g.Intn(5)]
	g.hang = []int{0, g.step}[g.Intn(2)]
	g.plain = g.chance(10)
	if g.chance(20) {
		g.comment(0)
		g.out.WriteString("\n---\n")
	}
	g.blockMap("", 0, 0)
	text := g.out.String()
	if g.chance(30) && !strings.HasSuffix(text, "\n\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

func (g *generator) jsonDocument() string {
	v := g.value(0)
	for reflect.TypeOf(v) == nil || reflect.TypeOf(v).Kind() != reflect.Map {
		v = g.value(0)
	}
	var text []byte
	switch g.Intn(4) {
	case 0:
		text, _ = json.Marshal(v)
	case 1:
		text, _ = json.MarshalIndent(v, "", "    ")
	case 2:
		text, _ = json.MarshalIndent(v, "", "\t")
	default:
		text, _ = json.MarshalIndent(v, "", "  ")
	}
	if g.chance(50) {
		text = append(text, '\n')
	}
	return string(text)
}

func (g *generator) value(depth int) any {
	switch n := g.Intn(8); {
	case n < 3 && depth < 4:
		m := map[string]any{}
		for range g.Intn(4) {
			m[g.key()] = g.value(depth + 1)
		}
		return m
	case n < 5 && depth < 4:
		l := []any{}
		for range g.Intn(4) {
			l = append(l, g.value(depth+1))
		}
		return l
	}
	return []any{"x", "a b", float64(3), true, nil, "2", "é\n"}[g.Intn(7)]
}

func (g *generator) key() string {
	g.keys++
	return fmt.Sprintf("k%d", g.keys)
}

func (g *generator) comment(indent int) {
	if !g.plain {
		g.comments++
		fmt.Fprintf(&g.out, "%s# c%d", textline.Spaces(indent), g.comments)
	}
}

// above writes what may stand above an entry.
func (g *generator) above(indent int) {
	if g.plain {
		return
	}
	for g.chance(15) {
		g.out.WriteString([]string{"\n", "\n", "  \n"}[g.Intn(3)])
	}
	if g.chance(8) {
		g.comment([]int{indent, 0, indent + 2}[g.Intn(3)])
		g.out.WriteString("\n\n")
	}
	for g.chance(15) {
		g.comment(indent)
		g.out.WriteString("\n")
	}
}

func (g *generator) beside() {
	if g.chance(15) && !g.plain {
		g.out.WriteString(textline.Spaces(1 + g.Intn(3)))
		g.comment(0)
	}
	g.out.WriteString("\n")
}

// blockMap writes a map at the indentation; first is what stands in front of its first key.
func (g *generator) blockMap(first string, indent, depth int) {
	for i := range 1 + g.Intn(4) {
		if i > 0 || first == "" {
			g.above(indent)
			g.out.WriteString(textline.Spaces(indent))
		} else {
			g.out.WriteString(first)
		}
		key := g.key()
		if g.chance(15) {
			key = []string{`"` + key + `"`, "'" + key + "'"}[g.Intn(2)]
		}
		g.out.WriteString(key + ":")
		g.under(indent, depth, indent+g.step, indent+g.hang)
	}
	if g.chance(10) && depth > 0 {
		g.comment(indent)
		g.out.WriteString("\n")
	}
}

func (g *generator) blockList(first string, indent, depth int) {
	for i := range 1 + g.Intn(3) {
		if i > 0 || first == "" {
			g.above(indent)
			g.out.WriteString(textline.Spaces(indent))
		} else {
			g.out.WriteString(first)
		}
		gap := 1 + g.Intn(8)/7*2
		lead := "-" + textline.Spaces(gap)
		switch n := g.Intn(10); {
		case n < 4 && depth < 4:
			g.blockMap(lead, indent+1+gap, depth+1)
		case n < 5 && depth < 4:
			g.blockList(lead, indent+1+gap, depth+1)
		default:
			g.out.WriteString("-")
			g.under(indent, depth, indent+2, indent+2)
		}
	}
}

// under writes a value behind a colon or dash.
func (g *generator) under(indent, depth, mapIndent, listIndent int) {
	n := g.Intn(20)
	if depth >= 4 && n < 8 {
		n += 8
	}
	switch {
	case n < 5:
		g.beside()
		g.blockMap("", mapIndent, depth+1)
	case n < 8:
		g.beside()
		g.blockList("", listIndent, depth+1)
	case n < 9:
		g.beside() // null
	case n < 10:
		g.literal(indent)
	case n < 11:
		fmt.Fprintf(&g.out, " one\n%stwo\n%sthree", textline.Spaces(indent+1), textline.Spaces(indent+3))
		g.beside()
	case n < 14:
		g.out.WriteString(" ")
		g.flow(indent, 0)
		g.beside()
	default:
		g.out.WriteString(" " + g.scalar())
		g.beside()
	}
}

func (g *generator) literal(indent int) {
	g.out.WriteString([]string{" |", " >-", " |+", " |2"}[g.Intn(4)])
	g.beside()
	by := textline.Spaces(indent + 2)
	for range 1 + g.Intn(3) {
		g.out.WriteString(by + []string{"text", "# text", "a: b", "- x"}[g.Intn(4)] + "\n")
		if g.chance(30) {
			g.out.WriteString([]string{"\n", by + "   deeper\n", by + "  \n", textline.Spaces(indent/2+1) + "\n"}[g.Intn(4)])
		}
	}
	g.out.WriteString(by + "end\n")
}

func (g *generator) scalar() string {
	return []string{"plain", "two words", `"double"`, "'single'", "3", "true", "null", `"2"`, "a#b", `"# no comment"`, "ü", "1Gi"}[g.Intn(12)]
}

func (g *generator) flow(indent, depth int) {
	brackets := []string{"{}", "[]"}[g.Intn(2)]
	multi := g.chance(30)
	ws := textline.Spaces(indent + (depth+1)*2)
	pad := textline.Spaces(g.Intn(2))
	g.out.WriteString(brackets[:1])
	count := g.Intn(4)
	for i := range count {
		switch {
		case i == 0 && multi, i > 0 && multi:
			g.out.WriteString("\n" + ws) // no comments, which would prevent edits
		case i == 0:
			g.out.WriteString(pad)
		default:
			g.out.WriteString(" ")
		}
		if brackets == "{}" {
			g.out.WriteString(g.key() + ": ")
		}
		if depth < 2 && g.chance(30) {
			g.flow(indent, depth+1)
		} else {
			g.out.WriteString(g.scalar())
		}
		if i < count-1 || multi && g.chance(20) {
			g.out.WriteString(",")
		}
	}
	switch {
	case multi && count > 0:
		g.out.WriteString("\n" + textline.Spaces(indent+depth*2))
		if depth == 0 {
			g.out.WriteString(" ") // a bracket must not stand at the key's column
		}
	case count > 0:
		g.out.WriteString(pad)
	}
	g.out.WriteString(brackets[1:])
}
