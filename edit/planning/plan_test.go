package planning

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// Ends of files, byte order marks and templates, which the golden cases cannot show.
func TestPlan(t *testing.T) {
	for _, c := range []struct{ name, in, ops, want string }{
		{"last entry moves, no final newline", "a: 1\nb: 2", "move b -> c.d", "a: 1\nc:\n  d: 2"},
		{"entry added, no final newline", "a: 1", "set b = 2", "a: 1\nb: 2"},
		{"last entry goes, no final newline", "a: 1\nb: 2", "delete b", "a: 1"},
		{"blanks at the end stay", "a: 1\nb:\n  - 2\n  ", "set a = 2", "a: 2\nb:\n  - 2\n  "},
		{"entry added above blanks at the end", "a: 1\nb:\n  - 2\n  ", "set c = 2", "a: 1\nb:\n  - 2\nc: 2\n  "},
		{"literal above blanks at the end", "a: 1\nb: |\n  x\n  ", "set a = 2", "a: 2\nb: |\n  x\n  "},
		{"literal without its newline keeps its text", "a: |\n  x\n  y", "set b = 2", "a: |-\n  x\n  y\nb: 2"},
		{"templated literal without its newline", "a: |\n  x ${Y}", "set b = 2", "a: |-\n  x ${Y}\nb: 2"},
		{"templated literal without its newline moves", "a:\n  c: |\n    x {{ .Y }}", "move a.c -> c\nset d = 2", "a: {}\nc: |-\n  x {{ .Y }}\nd: 2"},
		{"templated folded, indented, with a comment", "a: >2+ # c\n  x ${Y}", "set b = 2", "a: >2- # c\n  x ${Y}\nb: 2"},
		{"literal without text", "a: |", "set b = 2", "a: |\nb: 2"},
		{"literal without text, indented", "a: |2", "set b = 2", "a: |2\nb: 2"},
		{"folded with a comment", "a: >+ # c\n  x", "set b = 2", "a: >- # c\n  x\nb: 2"},
		{"byte order mark", "\xef\xbb\xbfa: 1\nb: 2\n", "delete a\nset c = 3", "\xef\xbb\xbfb: 2\nc: 3\n"},
		{"blanks beyond a literal's indentation", "a: |\n  x\n   \n  y\n \nb: 1\n", "move a -> c.d.a",
			"c:\n  d:\n    a: |\n      x\n       \n      y\n \nb: 1\n"},
		{"outwards", "a:\n    b:\n        c: |\n            x\n          \n            y\n", "move a.b.c -> c", "a:\n    b: {}\nc: |\n    x\n  \n    y\n"},
		{"indentation indicator", "a:\n  b: |2\n      x\n    y\n", "move a.b -> b", "a: {}\nb: |2\n    x\n  y\n"},
		{"templated literal moves", "a: |\n  x ${Y}\n  z\n", "move a -> b.c", "b:\n  c: |\n    x ${Y}\n    z\n"},
		{"blank line behind a kept literal", "k2:\n  k3:\n  k4: |+\n    x\n  # c\n\nk5:\n", "move k2.k4 -> k6", "k2:\n  k3:\n  # c\nk6: |+\n  x\nk5:\n"},
		{"line of a template at the end of what is deeper", "a:\n  b:\n    c: 1\n    ${x}\n", "set a.d = 2", "a:\n  b:\n    c: 1\n    ${x}\n  d: 2\n"},
		{"comment at column 0 stays", "a:\n# c\n  b: 1\n  d: 2\n", "move a.b -> e.b", "a:\n# c\n  d: 2\ne:\n  b: 1\n"},
	} {
		out, err := run(t, []byte(c.in), c.ops)
		if err != nil || string(out) != c.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, out, c.want)
		}
		crlf, err := run(t, []byte(strings.ReplaceAll(c.in, "\n", "\r\n")), c.ops)
		if strings.Contains(c.in, "\n") && (err != nil || string(crlf) != strings.ReplaceAll(c.want, "\n", "\r\n")) {
			t.Errorf("%s with CRLF: %v\n%q", c.name, err, crlf)
		}
	}
}

func TestPlanIsMinimal(t *testing.T) {
	text := "spec:\n  a: 1 # c\n  'b': \"x\"\n  c:\n    d: 2\n"
	doc := parseAll(t, []byte(text))[0]
	for ops, want := range map[string][]edit.Edit{
		"":                    nil,
		"set spec.a = 1":      nil,
		"set spec.a = 2":      {{Start: 11, End: 12, New: "2"}},
		"rename spec.b e":     {{Start: 19, End: 22, New: "'e'"}},
		"set spec.b = y z":    {{Start: 24, End: 27, New: `"y z"`}},
		"set spec.b = 3":      {{Start: 24, End: 27, New: "3"}},
		"move spec.c -> c":    {{Start: 28, End: 30, New: ""}, {Start: 35, End: 37, New: ""}},
		"move spec.c -> x.c":  {{Start: 28, End: 28, New: "x:\n"}},
		"delete spec.c.d":     {{Start: 32, End: 42, New: " {}\n"}},
		"set spec.c.e = [x]":  {{Start: 42, End: 42, New: "    e:\n      - x\n"}},
		"set spec.c.e = true": {{Start: 42, End: 42, New: "    e: true\n"}},
	} {
		edits, err := Plan(Target{Doc: doc}, parseOps(t, doc, ops))
		if err != nil || !reflect.DeepEqual(edits, want) {
			t.Errorf("%s: %v %v; want %v", ops, edits, err, want)
		}
	}
}

func TestPlanUnknown(t *testing.T) {
	doc := parseAll(t, []byte("a: \"${X}\"\nb: 1\n"))[0]
	template := &model.Value{Kind: model.Unknown, Text: "${X}s"}
	edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"a"}, Value: template}, {Do: edit.Set, Path: []any{"b"}, Value: template}})
	if want := []edit.Edit{{Start: 3, End: 9, New: `"${X}s"`}, {Start: 13, End: 14, New: "${X}s"}}; err != nil || !reflect.DeepEqual(edits, want) {
		t.Errorf("%v %v; want %v", edits, err, want)
	}
}

// Wrong Ops are errors, never panics.
func TestPlanBadOps(t *testing.T) {
	doc := parseAll(t, []byte("a: 1\nb: [x, y]\nc:\n"))[0]
	for want, op := range map[string]edit.Op{
		"path is empty":                  {Do: edit.Set},
		"no value":                       {Do: edit.Set, Path: []any{"a"}},
		"no value for":                   {Do: edit.Insert, Path: []any{"b"}},
		"is of kind number":              {Do: edit.Insert, Path: []any{"a"}, Value: model.NewString("x")},
		"there is no place 5":            {Do: edit.Insert, Path: []any{"b"}, Index: 5, Value: model.NewString("x")},
		"there is no place -2":           {Do: edit.Insert, Path: []any{"b"}, Index: -2, Value: model.NewString("x")},
		"target of a is empty":           {Do: edit.Move, Path: []any{"a"}},
		"x does not exist":               {Do: edit.Move, Path: []any{"x"}, To: []any{"y"}},
		"has no key":                     {Do: edit.Rename, Path: []any{"b", 0}, Key: "y"},
		"unknown action 9":               {Do: 9, Path: []any{"a"}},
		"b[2] does not exist":            {Do: edit.Delete, Path: []any{"b", 2}},
		"[1.5] cannot be in it":          {Do: edit.Set, Path: []any{"b", 1.5}, Value: model.NewString("x")},
		"b holds more than b[0]":         {Do: edit.Move, Path: []any{"b", 0}, To: []any{"b"}},
		"c.x does not exist":             {Do: edit.Delete, Path: []any{"c", "x"}},
		"would not read back":            {Do: edit.Set, Path: []any{"a"}, Value: model.NewString("${x}")},
		"would not read back as intende": {Do: edit.Set, Path: []any{"a"}, Value: model.NewNumber("x")},
	} {
		edits, err := Plan(Target{Doc: doc}, []edit.Op{op})
		if err == nil || !strings.Contains(err.Error(), want) || edits != nil {
			t.Errorf("%+v: %v, %v; want an error with %q", op, edits, err, want)
		}
	}
	if out, err := run(t, []byte("a:\n  b:\n  - c: 1\n  ${x}\n"), "set a.d = 2"); err == nil {
		t.Errorf("what a template adds to a list would stand behind something else: %q", out)
	}
	empty := parseAll(t, []byte("# only\n"))
	if len(empty) == 1 {
		if _, err := Plan(Target{Doc: empty[0]}, []edit.Op{{Do: edit.Delete, Path: []any{"a"}}}); err == nil {
			t.Error("a document without values was changed")
		}
	}
}

// What rendering must never do is caught before anything is returned.
func TestVerify(t *testing.T) {
	doc := parseAll(t, []byte("a: 1 # c\nb: 2\n"))[0]
	for want, edits := range map[string][]edit.Edit{
		"as intended":                 {{Start: 12, End: 13, New: "4"}},
		"lose the comment \"# c\"":    {{Start: 4, End: 8, New: ""}, {Start: 12, End: 13, New: "3"}},
		"would not parse":             {{Start: 0, End: 0, New: "["}},
		"make 2 documents":            {{Start: 9, End: 9, New: "---\n"}},
		"newlines":                    {{Start: 12, End: 14, New: "3"}},
		"two changes overlap on line": {{Start: 12, End: 13, New: "3"}, {Start: 12, End: 13, New: "3"}},
	} {
		tr := draft.New(layout.New(doc))
		if err := tr.Apply(edit.Op{Do: edit.Set, Path: []any{"b"}, Value: model.NewNumber("3")}); err != nil {
			t.Fatal(err)
		}
		err := verify(tr, edits)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; want an error with %q", edits, err, want)
		}
		if refusal := (*edit.Refusal)(nil); !errors.Is(err, edit.ErrOverlap) && (!errors.As(err, &refusal) || !refusal.Unproved) {
			t.Errorf("%v: %v is not told from what a plan refuses at first", edits, err)
		}
		if err := verify(tr, []edit.Edit{{Start: 12, End: 13, New: "3"}}); err != nil {
			t.Error(err)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, edits := range [][]edit.Edit{{{Start: 2, End: 1, New: ""}}, {{Start: 0, End: 9, New: ""}},
		{{Start: 2, End: 3, New: ""}, {Start: 0, End: 1, New: ""}}, {{Start: 0, End: 2, New: ""}, {Start: 1, End: 3, New: ""}}} {
		if out, err := edit.Apply([]byte("abc"), edits); err == nil {
			t.Errorf("%v gives %q", edits, out)
		}
	}
	edits := []edit.Edit{{Start: 0, End: 1, New: "x"}, {Start: 2, End: 3, New: "z"}}
	if out, err := edit.Apply([]byte("abc"), edits); err != nil || string(out) != "xbz" {
		t.Errorf("%q, %v", out, err)
	}
}
