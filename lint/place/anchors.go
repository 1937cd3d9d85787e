package place

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// anchors are the anchored values of a document, and the aliases that repeat them.
type anchors struct {
	doc     *model.Document
	spans   map[string][]model.Span // of the values with an anchor, in the order of their places
	aliases map[string]bool         // names that aliases have
}

func newAnchors(doc *model.Document) *anchors {
	a := &anchors{doc: doc, spans: map[string][]model.Span{}, aliases: map[string]bool{}}
	eachWritten(doc.Root, func(v *model.Value) {
		if v.Alias() != "" {
			a.aliases[v.Alias()] = true
		} else if v.Anchor() != "" {
			a.spans[v.Anchor()] = append(a.spans[v.Anchor()], v.Span)
		}
	})
	for _, spans := range a.spans {
		slices.SortStableFunc(spans, func(x, y model.Span) int { return cmp.Compare(x.Start, y.Start) })
	}
	return a
}

// LiteralPath returns the path at which the value of a path is written in the document: for values from an alias or a
// merge key, it is below the anchor. entry is true if the op changes the whole entry at the path, and not only its value.
// shared reports whether an alias repeats the value that the op changes, so that the value has other readers.
func (p *Document) LiteralPath(path []any, entry bool) (literal []any, shared bool) {
	literal = path
	a := p.anchors()
	for range maxAliases {
		next, moved := a.stepBehindAlias(literal, entry)
		if !moved {
			break
		}
		literal, shared = next, true
	}
	return literal, shared || a.isAliased(literal)
}

// maxAliases bounds the length of a chain of aliases.
const maxAliases = 100

// stepBehindAlias replaces the first part of the path that is an alias, or comes from a merge key, by the path of its
// definition.
func (a *anchors) stepBehindAlias(path []any, entry bool) ([]any, bool) {
	v := a.doc.Root
	for i, step := range path {
		if to, ok := a.definition(v); ok {
			return slices.Concat(to, path[i:]), true
		}
		key, isKey := step.(string)
		if isKey && isMerged(v, key) {
			if to, ok := a.mergedFrom(v, key); ok {
				return slices.Concat(to, path[i:]), true
			}
			return path, false
		}
		v = v.Get(step)
	}
	if to, ok := a.definition(v); ok && !entry {
		return to, true
	}
	return path, false
}

// isMerged reports whether the map has the key only by a merge key.
func isMerged(v *model.Value, key string) bool {
	if !v.IsMap() {
		return false
	}
	e := v.Entry(key)
	return e != nil && !slices.Contains(v.Entries, e)
}

// mergedFrom returns the path of the anchored map that gives v the key.
func (a *anchors) mergedFrom(v *model.Value, key string) ([]any, bool) {
	for _, e := range slices.Backward(v.Entries) {
		from := []*model.Value{e.Value}
		if e.Value.Kind == model.List {
			from = e.Value.Items
		}
		for _, f := range from {
			if e.IsMerge() && f.Entry(key) != nil {
				return a.definition(f)
			}
		}
	}
	return nil, false
}

// definition returns the path of the value that an alias repeats; ok is false if v is not an alias.
func (a *anchors) definition(v *model.Value) (path []any, ok bool) {
	if v == nil || v.Alias() == "" {
		return nil, false
	}
	spans := a.spans[v.Alias()]
	after, _ := slices.BinarySearchFunc(spans, v.Span.Start, func(s model.Span, start int) int { return cmp.Compare(s.Start, start) })
	if after == 0 {
		return nil, false
	}
	return edit.Find(a.doc, spans[after-1]) // the last one above the alias
}

// isAliased reports whether an alias repeats one of the values along the path.
func (a *anchors) isAliased(path []any) bool {
	nodes, _ := Follow(a.doc.Root, path)
	return slices.ContainsFunc(nodes, func(n Node) bool { return n.Value.Anchor() != "" && a.aliases[n.Value.Anchor()] })
}

// eachWritten calls visit with v and all values in it, except those behind an alias.
func eachWritten(v *model.Value, visit func(*model.Value)) {
	if v == nil {
		return
	}
	visit(v)
	if v.Alias() == "" {
		for _, child := range v.Children() {
			eachWritten(child, visit)
		}
	}
}
