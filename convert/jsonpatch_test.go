package convert

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestApplyJSON holds operations to RFC 6902 and its examples, as the library that kustomize takes reads them.
func TestApplyJSON(t *testing.T) {
	for _, c := range []struct{ object, patch, want string }{
		{`{a: 1}`, `[{op: add, path: /b, value: 2}]`, `{"a": 1, "b": 2}`},
		{`{a: 1}`, `[{op: add, path: /a, value: 2}]`, `{"a": 2}`},
		{`{a: [1, 3]}`, `[{op: add, path: /a/1, value: 2}]`, `{"a": [1, 2, 3]}`},
		{`{a: [1]}`, `[{op: add, path: /a/-, value: 2}]`, `{"a": [1, 2]}`},
		{`{a: [1]}`, `[{op: add, path: /a/3, value: 2}]`, `add /a/3: the list has no index "3"`},
		{`{a: [1]}`, `[{op: add, path: /a/-1, value: 2}]`, `add /a/-1: the list has no index "-1"`},
		{`{a: [1]}`, `[{op: add, path: /b/c, value: 2}]`, `add /b/c: there is no "b"`},
		{`{a: {"b/c": 1, "d~e": 2}}`, `[{op: remove, path: /a/b~1c}, {op: replace, path: /a/d~0e, value: 3}]`, `{"a": {"d~e": 3}}`},
		{`{a: {"~1": 1}}`, `[{op: remove, path: /a/~01}]`, `{"a": {}}`},
		{`{a: 1}`, `[{op: remove, path: /b}]`, `remove /b: there is nothing to remove`},
		{`{a: 1}`, `[{op: replace, path: /b, value: 2}]`, `{"a": 1, "b": 2}`},
		{`{a: [1]}`, `[{op: replace, path: /a/1, value: 2}]`, `replace /a/1: there is nothing to replace`},
		{`{a: {b: 1}, c: {}}`, `[{op: move, from: /a/b, path: /c/d}]`, `{"a": {}, "c": {"d": 1}}`},
		{`{a: {b: 1}}`, `[{op: copy, from: /a, path: /c}, {op: add, path: /c/b, value: 2}]`, `{"a": {"b": 1}, "c": {"b": 2}}`},
		{`{a: [1, 2]}`, `[{op: test, path: /a/1, value: 2}, {op: test, path: /b, value: null}]`, `{"a": [1, 2]}`},
		{`{a: 1}`, `[{op: test, path: /a, value: "1"}]`, `test /a: the test fails`},
		{`{a: 1}`, `[{op: add, path: a, value: 1}]`, `operation 1 has a path that names no place in an object ("a")`},
		{`{a: 1}`, `[{op: add, path: /a~2, value: 1}]`, `operation 1 has a path with a ~ that is neither ~0 nor ~1 ("/a~2")`},
		{`{a: 1}`, `[{op: add, path: "/${x}", value: 1}]`, `operation 1 has a path that a template writes (/${x})`},
		{`{a: 1}`, `[{op: add, path: /a}]`, `operation 1 has no value`},
		{`{a: 1}`, `[{op: move, path: /a}]`, `operation 1 has no path`},
		{`{a: 1}`, `[1]`, `operation 1 is no map`},
	} {
		object := read(t, c.object)
		before := flow(object)
		ops, err := readJSONPatch(read(t, c.patch))
		got := ""
		if err == nil {
			var after *model.Value
			if after, err = applyJSON(object, ops); err == nil {
				got = flow(after)
			}
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s of %s: got %s, want %s", c.patch, c.object, got, c.want)
		}
		if flow(object) != before {
			t.Errorf("%s changes the object itself: %s", c.patch, flow(object))
		}
	}
}

// TestJSONDifference asserts that the difference of two values makes the one of the other.
func TestJSONDifference(t *testing.T) {
	values := []string{
		`{a: [1, 2, 3], b: {c: d}}`, `{a: [2, 3], b: {}}`, `{a: [{key: x, v: 1}, {key: y}]}`, `{a: [{key: y}, {key: x, v: 2}, {key: z}], b: 1}`,
		`{a: {}, b: {c: {d: e}}}`, `{a: [], "x/y~z": 1}`, `{a: [1, 1, 2, 1], b: null}`,
	}
	for _, from := range values {
		for _, to := range values {
			ops := jsonDifference(nil, plain(read(t, from)), plain(read(t, to)))
			got, err := applyJSON(read(t, from), ops)
			if err != nil || !model.Equal(withoutNulls(got), withoutNulls(read(t, to))) {
				t.Errorf("from %s to %s: got %v, %v", from, to, got, err)
			}
		}
	}
}

func read(t *testing.T, text string) (root *model.Value) {
	t.Helper()
	yaml.Documents(model.NewFile("a.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatalf("%s: %s", text, err.Message)
		}
		root = doc.Root
		return false
	})
	return root
}

func flow(v *model.Value) string {
	var b strings.Builder
	writeFlow(&b, v)
	return b.String()
}
