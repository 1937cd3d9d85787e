package known_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// parse reads a text in which the anchor "uncertain" marks uncertain values.
func parse(t *testing.T, text string) (known.Reader, *model.Value) {
	t.Helper()
	var root *model.Value
	yaml.Documents(model.NewFile("test.yaml", []byte(text)), func(doc *model.Document, failed *yaml.ParseError) bool {
		if failed != nil || root != nil {
			t.Fatalf("%q: %v", text, failed)
		}
		root = doc.Root
		return true
	})
	return known.Reader{Uncertain: func(v *model.Value) bool { return v.Anchor() == "uncertain" || v.Alias() == "uncertain" }}, root
}

var truths = map[known.Truth]string{known.No: "no", known.Maybe: "maybe", known.Yes: "yes"}

func describe(f known.Field) string {
	text := "-"
	switch {
	case f.Value == nil:
	case f.Value.Kind == model.Unknown:
		text = "?"
	default:
		text = f.Value.Kind.String() + " " + f.Value.Text
	}
	return strings.TrimSpace(truths[f.Present] + " " + text)
}

func TestField(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{b: 1}", "no -"},
		{"{a: 1}", "yes number 1"},
		{"{a: null}", "no -"},
		{"{a: 1, a: x}", "yes string x"},
		{"{a: 1, a: null}", "no -"},
		{"a: {{ .x }}", "maybe ?"},
		{"a: &uncertain 1", "maybe ?"},
		{"a: &uncertain\n", "maybe ?"},
		{"a: &uncertain {b: 1}", "yes map"},
		{"&uncertain {a: 1}", "maybe number 1"},
		{"&uncertain {b: 1}", "maybe ?"},
		{"&uncertain {a: 1, a: 2}", "maybe ?"},
		{"&uncertain {a: 1, a: 1}", "maybe number 1"},
		{"&uncertain {a: null, a: 1}", "maybe ?"},
		{"&uncertain {a: null, a: null}", "no -"},
		{"{{ toYaml . }}\nb: 1", "maybe ?"},
		{"{{ toYaml . }}\na: 1", "yes number 1"},
		{"{{ .x }}: 1", "maybe ?"},
		{"b: &b {a: 1}\n<<: *b", "yes number 1"},
		{"b: &b {a: 1}\na: 2\n<<: *b", "yes number 1"},
		{"b: &b {a: 1}\n<<: *b\na: 2", "yes number 2"},
		{"b: &b {a: 1}\n<<: *b\na: {{ .x }}", "maybe ?"},
		{"b: &uncertain {a: 1}\n<<: *uncertain", "maybe number 1"},
		{"b: &uncertain {a: 1}\na: 2\n<<: *uncertain", "maybe ?"},
		{"b: &uncertain {a: 1}\n<<: *uncertain\na: 2", "yes number 2"},
		{"b: &b {a: 1}\nc: &c {a: 2}\n<<: [*b, *c]", "yes number 1"},
		{"text", "no -"},
		{"&uncertain text", "maybe ?"},
	} {
		r, v := parse(t, c.text)
		if got := describe(r.Field(v, "a")); got != c.want {
			t.Errorf("a in %q: %s, want %s", c.text, got, c.want)
		}
		fields, all := r.Fields(v)
		if c.want == "no -" && !all {
			continue // Fields leaves out null
		}
		i := slices.IndexFunc(fields, func(f known.Field) bool { return f.Key == "a" })
		got := known.Field{}
		switch {
		case i >= 0:
			got = fields[i]
		case !all:
			got = known.Field{Value: model.NewUnknown(""), Present: known.Maybe}
		}
		if describe(got) != c.want {
			t.Errorf("a of the fields in %q: %s, want %s", c.text, describe(got), c.want)
		}
	}
}

func TestAt(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a: {b: {c: 1}}", "yes number 1"},
		{"a: {b: {c: null}}", "no -"},
		{"a: {b: }", "no -"},
		{"a: &uncertain {b: {c: 1}}", "maybe number 1"},
		{"a: {b: {{ .x }}}", "maybe ?"},
		{"a: {b: 1}", "no -"},
	} {
		r, v := parse(t, c.text)
		if got := describe(r.At(v, "a", "b", "c")); got != c.want {
			t.Errorf("a.b.c in %q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestItems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[1, x]", "yes number 1, yes string x; true"},
		{"[1, null]", "yes number 1, yes null; true"},
		{"&uncertain [1]", "maybe number 1; false"},
		{"[&uncertain 1]", "yes ?; true"},
		{"- 1\n{{- toYaml . }}", "yes number 1; false"},
		{"- {{ .x }}", "yes ?; true"},
		{"&uncertain text", "; false"},
		{"text", "; true"},
	} {
		r, v := parse(t, c.text)
		items, all := r.Items(v)
		var texts []string
		for i, item := range items {
			if item.Index != i {
				t.Errorf("%q: item %d has index %d", c.text, i, item.Index)
			}
			texts = append(texts, describe(known.Field{Value: item.Value, Present: item.Present}))
		}
		if got := fmt.Sprintf("%s; %v", strings.Join(texts, ", "), all); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]known.Number{
		"5":                     {Float: 5, Int: 5, IsInt: true},
		"0x1F":                  {Float: 31, Int: 31, IsInt: true},
		"1_000":                 {Float: 1000, Int: 1000, IsInt: true},
		"1.0":                   {Float: 1, Int: 1, IsInt: true},
		"1e3":                   {Float: 1000, Int: 1000, IsInt: true},
		"1.5":                   {Float: 1.5},
		"100000000000000000000": {Float: 1e20},
	} {
		got, ok := known.ParseNumber(text)
		if !ok || got != want {
			t.Errorf("%s: %v %v, want %v", text, got, ok, want)
		}
	}
	if _, ok := known.ParseNumber(".inf"); ok {
		t.Error(".inf is a number")
	}
}

func TestScalars(t *testing.T) {
	r, v := parse(t, "{text: x, uncertain: &uncertain x, yes: true, number: 1}")
	if text, ok := r.Text(v.Get("text")); text != "x" || !ok {
		t.Errorf("text is %q, %v", text, ok)
	}
	for _, key := range []string{"uncertain", "yes", "number", "missing"} {
		if text, ok := r.Text(v.Get(key)); ok {
			t.Errorf("the text of %s is %q", key, text)
		}
	}
	if value, ok := r.Bool(v.Get("true")); !value || !ok {
		t.Errorf("yes is %v, %v", value, ok)
	}
	if n, ok := r.Number(v.Get("number")); n.Int != 1 || !ok {
		t.Errorf("number is %v, %v", n, ok)
	}
}

func TestTruth(t *testing.T) {
	all := []known.Truth{known.No, known.Maybe, known.Yes}
	for _, a := range all {
		for _, b := range all {
			if a.And(b).Not() != a.Not().Or(b.Not()) {
				t.Errorf("not (%s and %s) is %s", truths[a], truths[b], truths[a.And(b).Not()])
			}
		}
	}
	if known.Of(true) != known.Yes || known.Of(false) != known.No || known.Maybe.Not() != known.Maybe {
		t.Error("the answers differ")
	}
}

func TestFilled(t *testing.T) {
	for text, want := range map[string]string{
		`a: "{{ .x }}"`:                      "yes ?",
		`a: '${X}'`:                          "yes ?",
		`a: {{ .x }}`:                        "maybe ?",
		`a: ${X}`:                            "maybe ?",
		`a: {{ .x }}{{ .y }}`:                "maybe ?",
		`a: {{ if .x }}b{{ end }}`:           "maybe ?",
		`a: b-{{ .x }}`:                      "yes ?",
		`a: ${X}-b`:                          "yes ?",
		"a:\n  {{- toYaml .x | nindent 2 }}": "maybe ?",
		"a: |\n  {{ .x }}":                   "yes ?",
		"b: &b {{ .x }}\na: *b":              "maybe ?",
	} {
		r, v := parse(t, text)
		r.Filled = known.Filled(&model.Document{File: model.NewFile("test.yaml", []byte(text))})
		if got := describe(r.Field(v, "a")); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	in := &model.Origin{}
	for _, c := range []struct {
		value *model.Value
		want  bool
	}{
		{&model.Value{Kind: model.Unknown, Text: `"role-${var.x}"`, Origin: in}, true},
		{&model.Value{Kind: model.Unknown, Text: `var.x`, Origin: in}, false},
		{&model.Value{Kind: model.String, Text: "<role>", Origin: in}, true},
		{&model.Value{Kind: model.String, Origin: in}, false},
	} {
		if known.Filled(nil)(c.value) != c.want {
			t.Errorf("%s is filled: %v", c.value.Text, !c.want)
		}
	}
}
