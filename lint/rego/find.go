package rego

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/types"
)

// finders are functions of Rego that search a value, much faster than walk. Each returns an array of pairs of a path and what is there, in the order
// of the value, so that a rule writes: some [path, text] in karplint.texts(input.resource.value, ["word"]).
var finders = map[string]struct {
	description string
	find        func(value *ast.Term, words []string) []*ast.Term
}{
	"karplint.texts": {"the texts in a value that contain one of the words", func(value *ast.Term, words []string) []*ast.Term {
		return found(value, entering, func(_, v *ast.Term) bool {
			text, ok := v.Value.(ast.String)
			return ok && containsAny(string(text), words)
		})
	}},
	"karplint.keys": {"the values in a value that have one of the keys", func(value *ast.Term, keys []string) []*ast.Term {
		return found(value, entering, func(key, _ *ast.Term) bool {
			name, ok := nameOf(key)
			return ok && slices.Contains(keys, name)
		})
	}},
	"karplint.keys_like": {
		"the values in a value with a key that contains one of the words, if it is written in lower case without _ and -",
		func(value *ast.Term, words []string) []*ast.Term {
			return found(value, entering, func(key, _ *ast.Term) bool {
				name, ok := nameOf(key)
				return ok && containsAny(plain(name), words)
			})
		},
	},
	"karplint.entries": {
		"the values in a value that only keys lead to, and no index of a list; the words are not used",
		func(value *ast.Term, _ []string) []*ast.Term {
			return found(value, objectsOnly, func(key, _ *ast.Term) bool { return key != nil })
		},
	},
}

func init() {
	steps := types.NewArray(nil, types.A)
	ast.RegisterBuiltin(&ast.Builtin{
		Name: "karplint.nothing_at", Description: "whether a value certainly has nothing at a path, or null",
		Decl: types.NewFunction(types.Args(types.Named("value", types.A), types.Named("path", steps)), types.Named("nothing", types.B)),
	})
	topdown.RegisterBuiltinFunc("karplint.nothing_at", func(_ topdown.BuiltinContext, operands []*ast.Term, iter func(*ast.Term) error) error {
		path, _ := operands[1].Value.(*ast.Array)
		return iter(ast.InternedTerm(nothingAt(operands[0], path)))
	})
	texts := types.NewAny(types.NewArray(nil, types.S), types.NewSet(types.S))
	pair := types.NewArray([]types.Type{steps, types.A}, nil)
	for name, f := range finders { // in any order: they are registered by name
		ast.RegisterBuiltin(&ast.Builtin{
			Name: name, Description: f.description,
			Decl: types.NewFunction(types.Args(types.Named("value", types.A), types.Named("words", texts)), types.Named("found", types.NewArray(nil, pair))),
		})
		topdown.RegisterBuiltinFunc(name, func(_ topdown.BuiltinContext, operands []*ast.Term, iter func(*ast.Term) error) error {
			return iter(ast.ArrayTerm(f.find(operands[0], wordsOf(operands[1]))...))
		})
	}
}

// nothingAt reports whether a map on the path certainly lacks the next key, or has null there. A map with unknown keys may have any.
func nothingAt(value *ast.Term, path *ast.Array) bool {
	for i := range path.Len() {
		step := path.Elem(i)
		switch collection := value.Value.(type) {
		case *ast.Array:
			value = collection.Get(step)
		case ast.Object:
			value = collection.Get(step)
			if value == nil || isNull(value) {
				isUnknown := collection.Get(unknownKey) != nil
				return !isUnknown && (value != nil || collection.Get(ast.InternedTerm(openKey)) == nil)
			}
		default:
			return false
		}
		if value == nil {
			return false
		}
	}
	return false
}

func isNull(term *ast.Term) bool {
	_, ok := term.Value.(ast.Null)
	return ok
}

// wordsOf returns the texts of an array or a set.
func wordsOf(term *ast.Term) (words []string) {
	add := func(t *ast.Term) {
		if text, ok := t.Value.(ast.String); ok {
			words = append(words, string(text))
		}
	}
	switch v := term.Value.(type) {
	case *ast.Array:
		v.Foreach(add)
	case ast.Set:
		v.Foreach(add)
	}
	return words
}

// enters says which values a search enters.
type enters bool

const (
	entering    enters = true  // maps and lists
	objectsOnly enters = false // maps
)

// found returns [path, value] for each value below a term, and the term itself, for which is holds. key is the last step of the path, nil for the
// term itself.
func found(value *ast.Term, lists enters, is func(key, value *ast.Term) bool) (pairs []*ast.Term) {
	var path []*ast.Term
	var visit func(key, value *ast.Term)
	visit = func(key, value *ast.Term) {
		if is(key, value) {
			pairs = append(pairs, ast.ArrayTerm(ast.ArrayTerm(slices.Clone(path)...), value))
		}
		step := func(key, value *ast.Term) {
			path = append(path, key)
			visit(key, value)
			path = path[:len(path)-1]
		}
		switch v := value.Value.(type) {
		case ast.Object:
			v.Foreach(step)
		case *ast.Array:
			for i := range v.Len() {
				if lists {
					step(ast.InternedTerm(i), v.Elem(i))
				}
			}
		}
	}
	visit(nil, value)
	return pairs
}

func nameOf(key *ast.Term) (string, bool) {
	if key == nil {
		return "", false
	}
	name, ok := key.Value.(ast.String)
	return string(name), ok
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// plain returns a key in lower case without _ and -: node_selector is nodeSelector.
func plain(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}
