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
		evaluate := evaluator(t, text, value)
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

// evaluator returns a function that evaluates a rule of a module.
func evaluator(t *testing.T, text string, input *ast.Term) func(rule string) ast.Set {
	t.Helper()
	module, err := ast.ParseModule("x.rego", text)
	if err != nil {
		t.Fatal(err)
	}
	compiler, err := Compile(map[string]*ast.Module{"x.rego": module}, false)
	if err != nil {
		t.Fatal(err)
	}
	return func(rule string) ast.Set {
		set, err := newQuery(compiler, "x", rule).Evaluate(context.Background(), &Input{input: input})
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
}

// TestNothingAt compares the function with its definition in Rego, on each path of the value and one step further.
func TestNothingAt(t *testing.T) {
	value := Term(parseYAML(t, `
a: {b: {c: 1, none: null}, none: null}
list: [{b: null}, null, [1]]
text: word
template: {{ .x }}
open:
  {{- toYaml .x | nindent 2 }}
  b: 1
  none: null
`).Root, true)
	evaluate := evaluator(t, `package x

paths contains path if walk(input, [path, _])

paths contains array.concat(path, [step]) if {
	walk(input, [path, _])
	some step in ["b", "none", "absent", 0, 7, "$unknown", "$open"]
}

paths contains array.concat(path, [step, "c"]) if {
	walk(input, [path, _])
	some step in ["b", "none", "absent", 0]
}

found contains path if {
	some path in paths
	karplint.nothing_at(input, path)
}

defined contains path if {
	some path in paths
	some depth, key in path
	absent(object.get(input, array.slice(path, 0, depth), null), key)
}

absent(map, key) if {
	is_object(map)
	not "$unknown" in object.keys(map)
	not "$open" in object.keys(map)
	object.get(map, key, null) == null
}

absent(map, key) if {
	is_object(map)
	not "$unknown" in object.keys(map)
	key in object.keys(map)
	map[key] == null
}
`, value)
	found, defined := evaluate("found"), evaluate("defined")
	if found.Compare(defined) != 0 || found.Len() < 20 {
		t.Errorf("%d paths:\n got %s\nwant %s", found.Len(), found.Diff(defined), defined.Diff(found))
	}
}
