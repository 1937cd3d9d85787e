package rego

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Limits on the size of a term. Written values are bounded by the size of the file. Repetitions by aliases
// are not, so a document that repeats more than aliasedLimit values becomes unknown there.
const (
	depthLimit   = 500
	aliasedLimit = 200_000
)

// openKey is the key that marks an open map.
const openKey = "$open"

var (
	unknownKey = ast.InternedTerm("$unknown")
	callKey    = ast.InternedTerm("$call")
	argsKey    = ast.InternedTerm("args")
)

// Term converts a located tree to a term of Rego. An unknown value becomes the object {"$unknown":
// expression}, an open map gets the key "$open", an open list ends with an unknown item. Merge keys
// are resolved. If a key occurs twice, the last one counts, unless the document is templated: then
// only rendering shows which one remains.
func Term(v *model.Value, templated bool) *ast.Term {
	b := builder{templated: templated}
	return b.term(v, 0)
}

type builder struct {
	templated bool
	aliases   int // aliases that surround the value being built
	aliased   int // values built below aliases
}

func (b *builder) term(v *model.Value, depth int) *ast.Term {
	if v == nil {
		return ast.NullTerm()
	}
	if v.Alias() != "" {
		b.aliases++
		defer func() { b.aliases-- }()
	}
	if b.aliases > 0 {
		b.aliased++
	}
	if depth > depthLimit || b.aliased > aliasedLimit {
		return unknown("…")
	}
	switch v.Kind {
	case model.Bool:
		return ast.InternedTerm(v.Text == "true")
	case model.Number:
		return number(v.Text)
	case model.String:
		return ast.StringTerm(v.Text)
	case model.List:
		return b.list(v, depth)
	case model.Map:
		return b.object(v, depth)
	case model.Unknown:
		return unknown(v.Text)
	}
	return ast.NullTerm()
}

func unknown(expression string) *ast.Term {
	return ast.ObjectTerm([2]*ast.Term{unknownKey, ast.StringTerm(expression)})
}

func (b *builder) list(v *model.Value, depth int) *ast.Term {
	items := make([]*ast.Term, 0, len(v.Items)+1)
	for _, item := range v.Items {
		items = append(items, b.term(item, depth+1))
	}
	if v.Open {
		items = append(items, unknown("…"))
	}
	return ast.ArrayTerm(items...)
}

// fields collects the fields of an object. Inserting them one by one into an ast.Object would read all of its keys each time.
type fields struct {
	terms  [][2]*ast.Term
	number map[string]int // index in terms, by key
}

func newFields(size int) *fields {
	return &fields{make([][2]*ast.Term, 0, size), make(map[string]int, size)}
}

// set sets a field. It replaces one with the same key.
func (f *fields) set(key string, value *ast.Term) {
	i, exists := f.number[key]
	if !exists {
		f.number[key] = len(f.terms)
		f.terms = append(f.terms, [2]*ast.Term{ast.StringTerm(key), value})
		return
	}
	f.terms[i][1] = value
}

// object builds a map. A templated key is replaced by its expression, and makes the map open: it
// may be any key.
func (b *builder) object(v *model.Value, depth int) *ast.Term {
	object := newFields(len(v.Entries) + 1)
	written := make(map[string]bool, len(v.Entries)) // keys of earlier entries, without merged ones
	open := v.Open && !v.IsBounded()
	for _, e := range v.Entries {
		if e.IsMerge() {
			open = b.merge(object, e.Value, depth) || open
			continue
		}
		open = open || e.Key.Kind == model.Unknown
		value := b.term(e.Value, depth+1)
		if b.templated && written[e.Key.Text] {
			value = unknown("one of several " + e.Key.Text)
		}
		written[e.Key.Text] = true
		object.set(e.Key.Text, value)
	}
	if open {
		object.set(openKey, ast.InternedTerm(true))
	}
	return ast.ObjectTerm(object.terms...)
}

// merge sets the fields that a merge key adds to the map, and returns whether there may be further
// ones. As in Kubernetes, they replace entries above the merge key, and entries below
// replace them; of several merged maps the first wins.
func (b *builder) merge(object *fields, from *model.Value, depth int) (open bool) {
	if from.Kind == model.List {
		for _, item := range slices.Backward(from.Items) {
			open = b.merge(object, item, depth+1) || open
		}
		return open || from.Open
	}
	merged := b.term(from, depth+1)
	source, ok := merged.Value.(ast.Object)
	if !ok || source.Get(unknownKey) != nil {
		return true
	}
	source.Foreach(func(key, value *ast.Term) {
		if text := string(key.Value.(ast.String)); text == openKey {
			open = true
		} else {
			object.set(text, value)
		}
	})
	return open
}

// number converts a number as written to a JSON number. A number that JSON has no notation for (.inf)
// stays a text.
func number(text string) *ast.Term {
	if json.Valid([]byte(text)) {
		return ast.NumberTerm(json.Number(text))
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return ast.NumberTerm(json.Number(strconv.FormatInt(i, 10)))
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
		return ast.NumberTerm(json.Number(strconv.FormatFloat(f, 'g', -1, 64)))
	}
	return ast.StringTerm(text)
}

// Tree converts a value that a rule wrote to a located tree without positions. Rego sorts the keys
// of an object; because people expect the usual order of Kubernetes, the usual first keys come
// first.
func Tree(v ast.Value) *model.Value {
	switch v := v.(type) {
	case ast.Boolean:
		return model.NewBool(bool(v))
	case ast.Number:
		return model.NewNumber(string(v))
	case ast.String:
		return model.NewString(string(v))
	case *ast.Array:
		var items []*model.Value
		v.Foreach(func(item *ast.Term) { items = append(items, Tree(item.Value)) })
		return model.NewList(items...)
	case ast.Object:
		return modelMap(v)
	}
	return &model.Value{Kind: model.Null, Dash: -1}
}
