package apiserver

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// twice ends a key that is written as the key before it, so that this one occurs twice.
const twice = "\x00"

// encode writes an object as JSON.
func encode(t testing.TB, o any) []byte {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(data, []byte(`\u0000"`), []byte(`"`))
}

func decode(t testing.TB, text []byte) (o Object) {
	t.Helper()
	if err := utiljson.Unmarshal(text, &o); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return o
}

func (s *Schema) create(t testing.TB, o any) *Verdict {
	t.Helper()
	v, err := s.Create(encode(t, o))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// tree returns the text of an object as karplint reads it.
func tree(t testing.TB, text []byte) (root *model.Value) {
	t.Helper()
	yaml.Documents(model.NewFile("object.json", text), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		root = doc.Root
		return false
	})
	return root
}

// change returns a value in which f changed what is at the path, and removed it if f returns false. The value given stays as it is.
func change(v any, path []any, f func(old any) (becomes any, kept bool)) any {
	becomes, _ := changed(v, path, f)
	return becomes
}

func changed(v any, path []any, f func(old any) (any, bool)) (any, bool) {
	if len(path) == 0 {
		return f(v)
	}
	switch v := v.(type) {
	case Object:
		key, _ := path[0].(string)
		becomes, kept := changed(v[key], path[1:], f)
		v = maps.Clone(v)
		if v[key] = becomes; !kept {
			delete(v, key)
		}
		return v, true
	case []any:
		i, _ := path[0].(int)
		becomes, kept := changed(v[i], path[1:], f)
		if !kept {
			return slices.Delete(slices.Clone(v), i, i+1), true
		}
		v = slices.Clone(v)
		v[i] = becomes
		return v, true
	}
	return v, true
}

// put returns a value that has another value at the path.
func put(v any, path []any, becomes any) any {
	return change(v, path, func(any) (any, bool) { return becomes, true })
}

// parsed returns a value as a tree.
func parsed(v any) *model.Value {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var root *model.Value
	yaml.Documents(model.NewFile("value.json", text), func(doc *model.Document, _ *yaml.ParseError) bool {
		root = doc.Root
		return false
	})
	return root
}
