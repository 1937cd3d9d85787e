package kustomize

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestApplyOperations holds operations to RFC 6902 and its examples, as the library of kustomize implements them.
func TestApplyOperations(t *testing.T) {
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
		{`{a: {b: 1}, c: {}}`, `[{op: move, from: /a/b, path: /c/d}]`,
			`operation 1 is a move, which karplint does not follow (write what it does with add, remove and replace)`},
		{`{a: [1, 2]}`, `[{op: remove, path: /a/1}, {op: test, path: /a/1, value: 2}]`,
			`operation 2 is a test, which karplint does not follow (write what it does with add, remove and replace)`},
		{`{a: 1}`, `[{op: add, path: a, value: 1}]`, `operation 1 has a path that names no place in an object ("a")`},
		{`{a: 1}`, `[{op: add, path: /a~2, value: 1}]`, `operation 1 has a path with a ~ that is neither ~0 nor ~1 ("/a~2")`},
		{`{a: 1}`, `[{op: add, path: "/${x}", value: 1}]`, `operation 1 has a path that a template writes (/${x})`},
		{`{a: 1}`, `[{op: add, path: /a}]`, `operation 1 has no value`},
		{`{a: 1}`, `[{op: remove}]`, `operation 1 has no path`},
		{`{a: 1}`, `[1]`, `operation 1 is not a map`},
	} {
		object := read(t, c.object)
		before := flow(object)
		ops, err := ReadOperations(read(t, c.patch))
		got := ""
		if err == nil {
			var after *model.Value
			if after, err = ApplyOperations(object, ops); err == nil {
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

// flow writes a value on one line.
func flow(v *model.Value) string {
	var parts []string
	switch v.Kind {
	case model.Map:
		for _, e := range v.Entries {
			parts = append(parts, `"`+e.Key.Text+`": `+flow(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case model.List:
		for _, item := range v.Items {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case model.String:
		return `"` + v.Text + `"`
	}
	return v.Text
}

// TestLongNames: prefixes of kustomizations above each other do not make names of any length.
func TestLongNames(t *testing.T) {
	o := Object{Names: []string{"a"}, Value: model.NewMap()}
	d := decoration{Prefix: strings.Repeat("x", 500)}
	for range 2 {
		if d.Decorate(&o); o.Value == nil {
			t.Fatal("the value is unknown")
		}
	}
	d.Decorate(&o)
	if o.Value != nil || len(o.Names) != 3 {
		t.Errorf("%d names, value %v", len(o.Names), o.Value)
	}
}
