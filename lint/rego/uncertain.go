package rego

import (
	"bytes"
	"fmt"
	"slices"
	"sort"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Uncertain holds the places in an object where the cluster may have another value than the tree:
//   - maps and lists with template lines that decide which entries are rendered: {{ else }} may separate two keys that are
//     side by side in the tree, and %{ if } may have removed one;
//   - in Terraform, maps and lists made by an expression, and nulls and empty strings, because defaults of
//     variables and conditions produce them where a caller may set a value.
//
// Unknown values do not count, because rules see that they are unknown.
type Uncertain struct {
	root   *model.Value
	paths  [][]any
	keys   map[string]bool
	values map[*model.Value]bool
	open   map[*model.Value]bool // among values: the maps and lists that may have further entries or items
}

// NewUncertain returns the uncertain places in an object. terraform means that a Terraform expression may have made it.
func NewUncertain(r *model.Resource, terraform bool) *Uncertain {
	u := &Uncertain{root: r.Value, keys: map[string]bool{}, values: map[*model.Value]bool{}, open: map[*model.Value]bool{}}
	if r.Document != nil && r.Value != nil {
		for _, t := range templatesFrom(r.Document.Templates, r.Value.Span.Start) {
			u.template(r.Document, t)
		}
	}
	if terraform {
		u.evaluated(r.Value, nil)
	}
	return u
}

// Has reports whether the value is uncertain.
func (u *Uncertain) Has(v *model.Value) bool { return u.values[v] }

// IsClosed reports whether the value is a map or list in which branches only choose among the entries or items of the tree.
func (u *Uncertain) IsClosed(v *model.Value) bool { return u.values[v] && !u.open[v] }

// Any reports whether the object has uncertain places.
func (u *Uncertain) Any() bool { return len(u.values) > 0 }

// Paths returns the uncertain paths below the object as a Rego term.
func (u *Uncertain) Paths() *ast.Term {
	set := ast.NewSet()
	for _, path := range u.paths {
		set.Add(Path(path))
	}
	return ast.NewTerm(set)
}

func (u *Uncertain) add(path []any, v *model.Value) {
	u.values[v] = true
	if text := fmt.Sprintf("%#v", path); !u.keys[text] {
		u.keys[text] = true
		u.paths = append(u.paths, slices.Clone(path))
	}
}

// templatesFrom returns the templates that start at an offset or after it.
func templatesFrom(templates []model.Span, offset int) []model.Span {
	first := sort.Search(len(templates), func(i int) bool { return templates[i].Start >= offset })
	return templates[first:]
}

// template adds the collection that contains the template between its entries. A branch that %{ if } omits may also
// belong after the last entries above it.
func (u *Uncertain) template(doc *model.Document, t model.Span) {
	text := doc.File.Data[t.Start:min(t.End, len(doc.File.Data))]
	evaluated := bytes.HasPrefix(text, []byte("%{"))
	if !evaluated && !u.root.Span.Contains(t) {
		return
	}
	a := gotmpl.Read(string(text))
	repeats := evaluated || slices.Contains([]string{"range", "define", "block"}, a.Keyword)
	isBranch := a.Depth() > 0 || a.Divides()
	if !evaluated && !isBranch {
		return
	}
	v, path := u.root, []any(nil)
	for holdsOwn(v) {
		step, child, inside := childAt(v, t.Start)
		if !inside {
			u.add(path, v)
			u.open[v] = u.open[v] || repeats
			if !evaluated || child == nil || child.Origin != nil {
				return
			}
		}
		v, path = child, append(path, step)
	}
}

// holdsOwn reports whether the entries or items of the value are written at its own place.
func holdsOwn(v *model.Value) bool {
	return v != nil && v.Alias() == "" && len(v.Entries)+len(v.Items) > 0
}

// childAt returns the last entry or item that starts before the offset, nil if there is none, and whether the offset lies
// within it, its key included. The value of an expression in a text has its span elsewhere, and holds nothing.
func childAt(v *model.Value, offset int) (step any, child *model.Value, inside bool) {
	if v.Kind == model.Map {
		n := sort.Search(len(v.Entries), func(i int) bool { return v.Entries[i].Key.Span.Start > offset })
		if n > 0 {
			step, child = v.Entries[n-1].Key.Text, v.Entries[n-1].Value
		}
	} else {
		n := sort.Search(len(v.Items), func(i int) bool { return v.Items[i].Span.Start > offset })
		if n > 0 {
			step, child = n-1, v.Items[n-1]
		}
	}
	return step, child, child != nil && child.Origin == nil && offset < child.Span.End
}

// evaluated adds the paths of values that an expression of Terraform decided.
func (u *Uncertain) evaluated(v *model.Value, path []any) {
	if v == nil || len(path) > depthLimit {
		return
	}
	if v.Origin != nil {
		collection := v.Kind == model.Map || v.Kind == model.List
		empty := v.Kind == model.Null || v.Kind == model.String && v.Text == ""
		if collection && v.Origin.Computed || empty {
			u.add(path, v)
			u.open[v] = true
		}
	}
	if v.Alias() != "" {
		return
	}
	for step, child := range v.Children() {
		u.evaluated(child, append(path, step))
	}
}
