package rego

import (
	"context"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestFinders: a function that searches finds what walk finds.
func TestFinders(t *testing.T) {
	value := Term(parseYAML(t, `
a: {key: word, list: [word, {key: [1, two words]}, x]}
b-key: {{ .word }}
nested: {key: {key: null}, "no": {KE_Y: "", open: []}}
key: other
`).Root, true)
	for finder, walked := range map[string]string{
		`karplint.texts(input, ["word", "absent"])`:   `is_string(v); contains(v, "word")`,
		`karplint.texts(input, {"other"})`:            `is_string(v); contains(v, "other")`,
		`karplint.texts(input, [])`:                   `false`,
		`karplint.keys(input, ["key", "open"])`:       `count(p) > 0; p[count(p) - 1] in {"key", "open"}`,
		`karplint.keys(input, {"absent"})`:            `false`,
		`karplint.keys_like(input, ["key"])`:          `last := p[count(p) - 1]; is_string(last); contains(lower(regex.replace(last, "[-_]", "")), "key")`,
		`karplint.entries(input, [])`:                 `count(p) > 0; every step in p { is_string(step) }`,
		`karplint.texts("a word", ["word"])`:          `p == []; v == input; false`,
		`karplint.keys(input.a.list[1], {"key"})`:     `false`,
		`karplint.entries(input.a.list, ["ignored"])`: `false`,
	} {
		text := "package x\n\nfound := {pair | some pair in " + finder + "}\n\nwalked := {[p, v] | walk(input, [p, v]); " + walked + "}\n"
		module, err := ast.ParseModule("x.rego", text)
		if err != nil {
			t.Fatal(err)
		}
		compiler, err := Compile(map[string]*ast.Module{"x.rego": module}, false)
		if err != nil {
			t.Fatal(err)
		}
		evaluate := func(rule string) ast.Set {
			set, err := newQuery(compiler, "x", rule).Evaluate(context.Background(), &Input{input: value})
			if err != nil {
				t.Fatal(err)
			}
			return set
		}
		want := evaluate("walked")
		switch finder { // what walk says of another value
		case `karplint.texts("a word", ["word"])`:
			want = ast.NewSet(ast.MustParseTerm(`[[], "a word"]`))
		case `karplint.keys(input.a.list[1], {"key"})`:
			want = ast.NewSet(ast.MustParseTerm(`[["key"], [1, "two words"]]`))
		}
		if got := evaluate("found"); got.Compare(want) != 0 {
			t.Errorf("%s:\n got %s\nwant %s", finder, got, want)
		}
	}
}
