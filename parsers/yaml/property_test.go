package yaml

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
)

// What Kubernetes reads from each of these is what the tree must say.
var judged = []string{
	"a: 1\nb: 1.5\nc: 1e3\nd: .5\ne: 0x1F\nf: 010\ng: 0o10\nh: 1_000\ni: -0b11\nj: +3\nk: 0b101\nl: 1.\nm: -.5\n",
	"a: yes\nb: No\nc: on\nd: OFF\ne: y\nf: N\ng: True\nh: 'yes'\ni: \"no\"\nj: YeS\n",
	"yes: a\n1: b\n1.5: c\n0x10: d\ntrue: e\n1e3: f\n",
	"a: ~\nb: null\nc: Null\nd:\ne: ''\nf: nULL\n",
	"a: 2001-01-01\nb: 2001-12-14t21:59:43.10-05:00\nc: 12:30:45\nd: 1.2.3\ne: 18446744073709551615\nf: 99999999999999999999\ng: 1e400\nh: 1__0\ni: " +
		"0x\nj: 08\nk: 09.5\n",
	"a: !!str 1\nb: !!int '3'\nc: !!float 1\nd: !!bool 'yes'\ne: !!null ~\nf: !Ref x\ng: !!binary aGk=\nh: !Sub 5\n",
	"a: !!str\nb: ! 1\n", "! &a\nb:\n",
	"- a\n-\n- - b\n  - c\n-   d: e\n    f:\n    - g\n",
	"a:\n- b\n-\n  c: d\ne: []\nf: {}\ng: [ , ]\n",
	"{a: b, \"c\":d, e, f: [g, h: i], ? j : k, l: }",
	"a: |\n  x\n   y\n\n  z\n\n\nb: >\n  x\n  y\n\n  z\n   i\n  w\nc: |-\n  x\nd: |+\n  x\n\n\ne: |1\n  x\nf: >2-\n    x\n  y\n",
	"a: |\nb: >\n\nc: |+\n\nd: 1\n",
	"a: b\n  c\n\n  d\ne: \"f\n  g\\\n  h\n\n  i\"\nj: 'k\n\n  l'\n",
	"a: \"\\x41\\u00e9\\U0001F600\\n\\t\\\\\\\"\\/\\_\\e\\0\"\n",
	"a: b # c\nd: e#f\n# g\nh: 'i # j'\n",
	"a: http://x:80/y\nb: c:d\ne: -f\ng: ?h\ni: a - b\nj: '@x'\n",
	"base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  z: 3\nmany:\n  <<: [*b, {w: 4}]\nagain: *b\n",
	"\"quoted key\": 1\n'single': 2\n? explicit\n: 3\n",
	"a:\tb\nc: d\t# e\nf: [\tg,\n\th ]\n",
	"é: ü\n日本: 語 # コ\nemoji: 😀\nnel: a\u0085  b\nls: a\u2028  b\n",
	"%YAML 1.1\n---\na: b\n",
	"%TAG !x! tag:example.com,2000:\n---\na: !x!y z\n",
	"--- # c\na: b\n",
	"--- text\n", "--- [a, b]\n", "--- |\n x\n", "---\n\"a\"\n", "5\n", "~\n",
	"\uFEFFa: b\n",
	"a: b", "a:", "- ", "a: |\n  b", "a: # c", "a: b # c",
	"a: !!map {b: c}\nd: !!seq\n- e\nf: &x\n  g: h\ni: &y !!map\n  &z j: *x\n",
	"a: 1\na: 2\n",
	"- &a a\n- &b\n- *a\n- *b\n- [*a, *b]\n- {*a : *b}\n",
	"a: 'b'\n\n\n...\n",
	"? a\n? b\n: c\n",
	"? |\n  block key\n: - one\n  - two\n",
	"a: [1,\n  # comment\n  2 # another\n  , 3]\n",
	"a: {b: 1, # c\n  d: 2}\n",
	"a: >-\n  # no comment\n  x\n # comment\nb: c\n",
	"a: x\n\n\n  y\n# c\nb: z\n",
	"k:   >+  # c\n   folded\n   text\n\n\nl: m\n",
}

func TestJudged(t *testing.T) {
	for _, text := range judged {
		check(t, text)
		if !strings.ContainsAny(text, "\r") {
			check(t, strings.ReplaceAll(text, "\n", "\r\n"))
		}
	}
}

func check(t *testing.T, text string) {
	t.Helper()
	if _, err := judge([]byte(text)); err != nil {
		if _, errs := read("a.yaml", text); len(errs) == 0 {
			t.Logf("read, but Kubernetes does not: %v\n%s", err, text)
		}
		return
	}
	d := one(t, text)
	if diff := diffJudge(d); diff != "" {
		t.Errorf("%q: %s", text, diff)
	}
	if err := checkTree(d); err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

// TestGenerated writes random trees in random styles and reads them back.
func TestGenerated(t *testing.T) {
	for seed := range int64(1500) {
		g := &generator{rand.New(rand.NewSource(seed))}
		text := g.block(0, 0)
		if _, err := judge([]byte(text)); err != nil {
			t.Fatalf("seed %d: the generator writes what Kubernetes cannot read: %v\n%s", seed, err, text)
		}
		check(t, text)
		check(t, strings.ReplaceAll(text, "\n", "\r\n"))
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

type generator struct{ *rand.Rand }

func (g *generator) pick(from ...string) string { return from[g.Intn(len(from))] }

func (g *generator) comment(indent int) string {
	return g.pick("", "", "", "\n", strings.Repeat(" ", indent)+"# c: d\n", "# [\n", "\n\n  # ü\n")
}

func (g *generator) scalar() string {
	return g.pick("a", "a b", "1", "1.50", "true", "no", "~", `"q # r"`, `'it''s'`, "http://x:1", "é", `"\u00e9\n"`,
		"a#b", "-1", "0x1f", "2001-01-01", "!!str 5", "&anchor v", `""`, "''", "😀 x", "a\t b")
}

func (g *generator) flow(depth int) string {
	switch n := g.Intn(6); {
	case depth > 2 || n < 4:
		return g.scalar()
	case n == 4:
		return "[" + g.pick("", " ", "\n      ") + g.flow(depth+1) + g.pick(",", " , ", ",\n      ") + g.flow(depth+1) + g.pick("", " ", ",") + "]"
	default:
		return "{" + g.pick("", " ") + "a: " + g.flow(depth+1) + g.pick(", ", ",\n      ") + `"b":` + g.flow(depth+1) + g.pick("", ", c", ", c: ") + "}"
	}
}

// block writes a map or list whose entries stand at indent, the first one included.
func (g *generator) block(indent, depth int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	list := g.Intn(3) == 0
	for i := range 1 + g.Intn(4) {
		b.WriteString(g.comment(indent))
		if list {
			b.WriteString(pad + "-")
		} else {
			quote := g.pick("", "", "'", `"`)
			fmt.Fprintf(&b, "%s%sk%d%s:", pad, quote, i, quote)
		}
		b.WriteString(g.node(indent, depth, list))
	}
	return b.String()
}

func (g *generator) node(indent, depth int, list bool) string {
	n := g.Intn(10)
	if depth > 3 && n > 6 {
		n = 0
	}
	deep := indent + 1 + g.Intn(3)
	pad := strings.Repeat(" ", deep)
	switch {
	case n == 0:
		return g.pick("", " ", " # c") + "\n"
	case n < 5:
		return g.pick(" ", "  ") + g.flow(0) + g.pick("", " ", " # c # d") + "\n"
	case n == 5:
		return " " + g.pick("|", ">", "|-", ">+", "|+") + g.pick("", " # c") + "\n" + pad + "x: #1\n" + g.pick("", "\n") + pad + g.pick("", "  ", "\t") +
			"y\n" + g.pick("", "\n\n")
	case n == 6:
		return " plain\n" + pad + "goes on" + g.pick("", " # c") + "\n"
	case list && n == 7:
		inner := g.block(deep+1, depth+1)
		if i := bytes.IndexByte([]byte(inner), ' '); i == 0 && !strings.HasPrefix(strings.TrimLeft(inner, " "), "#") {
			return strings.Repeat(" ", deep-indent) + strings.TrimLeft(inner, " ")
		}
		return "\n" + inner
	default:
		return g.pick("", " # c", " &a", " !!x") + "\n" + g.block(deep, depth+1)
	}
}

// TestJSON compares JSON documents with encoding/json.
func TestJSON(t *testing.T) {
	for _, text := range []string{
		`{"a": [1, -2.5e+3, true, false, null, "x\u00e9\ud83d\ude00\/\n\t\\\""], "": {}, "b" : [ ]}`,
		"{\n\t\"tabs\": 1,\r\n\t\"" + strings.Repeat("long", 500) + "\"\n\t:\n\t2\n}\n",
		"\uFEFF[]", `"text"`, `5`, "{\"a\":{\"a\":{\"a\":[[[]]]}}}",
	} {
		docs, errs := read("a.json", text)
		if len(errs) > 0 || len(docs) != 1 || docs[0].Syntax != model.JSON {
			t.Errorf("%q: %v", text, errs)
			continue
		}
		want := decodeJSON(t, strings.TrimPrefix(text, "\uFEFF"))
		if diff := cmp.Diff(want, plainValue(docs[0].Root)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if err := checkTree(docs[0]); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzDocuments(f *testing.F) {
	for _, text := range judged {
		f.Add(text)
	}
	for _, text := range []string{"a: {{ x }}\n{{ if }}\nb: ${c}\n", "a: |\n{{ x }}\n  b\n{{end}}\n", "{\"a\": \"{{b}}\"}", "{{define}}x{{end}}",
		"a: [{{\n}}, ${ \"${ }\" }]"} {
		f.Add(text)
	}
	fuzz.Files(f, []string{".yaml", ".yml", ".json"}, func(data []byte) { f.Add(string(data)) },
		"testdata/*.txtar", "../../testdata/golden/lint/*.txtar", "../../testdata/golden/convert/*.txtar", "../../conformance/testdata/helm/*.txtar")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.yaml", "a.json"} {
			var docs []*model.Document
			var errs []*ParseError
			fuzz.Bounded(t, len(text), func() { docs, errs = read(name, text) })
			for _, err := range errs {
				if err.Span.Start < 0 || err.Span.End < err.Span.Start || err.Span.End > len(text) || err.Message == "" {
					t.Errorf("error %+v in %d bytes", err, len(text))
				}
				if strings.Contains(err.Message, "not understood") {
					t.Errorf("%q: %v at %v", text, err, err.Span)
				}
			}
			for _, d := range docs {
				if err := checkTree(d); err != nil {
					t.Errorf("%q: %v", text, err)
				}
				checkTemplates(t, d)
				Comments(d)
				Resources(d)
				if d.Root == nil || len(d.Templates) > 0 || d.Syntax != model.YAML {
					continue
				}
				if _, err := judge([]byte(d.Text(d.Span))); err != nil {
					continue
				}
				if diff := diffJudge(d); diff != "" {
					t.Errorf("%q: %s", text, diff)
				}
			}
		}
	})
}

// checkTemplates says where templates of a document overlap, or are none.
func checkTemplates(t *testing.T, d *model.Document) {
	t.Helper()
	end := d.Span.Start
	for _, span := range d.Templates {
		if span.Start < end || span.End > d.Span.End || span.End < span.Start+3 || !slices.Contains([]string{"{{", "${", "%{"}, d.Text(span)[:2]) {
			t.Errorf("a template at %v, after %d in %v", span, end, d.Span)
		}
		end = span.End
	}
}
