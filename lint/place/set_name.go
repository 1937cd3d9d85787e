package place

import (
	"slices"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// LastEntry returns the anchor of the last entry of set that sets something in the list at the path, and the steps that name the list
// there. ok is false unless entries of one set make up the whole list.
func (v *EvaluatedView) LastEntry(list *model.Value, path []any) (last Anchor, named []any, ok bool) {
	for i, item := range list.Items {
		if item.Kind != model.Map || len(item.Entries) == 0 {
			return last, nil, false
		}
		for _, e := range item.Entries {
			anchor, steps, isSet := v.setName(slices.Concat(path, []any{i, e.Key.Text}))
			n := len(anchor.Path) - 2
			if !isSet || len(steps) < 3 || n < 0 {
				return last, nil, false
			}
			if last.Document != nil && !last.isBeside(anchor, n) {
				return last, nil, false
			}
			index, isIndex := anchor.Path[n].(int)
			if !isIndex {
				return last, nil, false
			}
			if last.Document == nil || index > last.Path[n].(int) {
				anchor.Shared = anchor.Shared || last.Shared
				last = anchor
			}
			named = steps[:len(steps)-2]
		}
	}
	return last, named, last.Document != nil
}

// isBeside reports whether both paths have the same length and the same first n steps, in one document.
func (a Anchor) isBeside(b Anchor, n int) bool {
	return a.Document == b.Document && len(a.Path) == len(b.Path) && slices.Equal(a.Path[:n], b.Path[:n])
}

// EntryBelow finds the entry of set that sets the value at the path, or the only value inside it: the anchor of its name, the steps in
// the name, and how many of these go deeper than the path.
func (v *EvaluatedView) EntryBelow(path []any) (anchor Anchor, steps []any, deeper int, ok bool) {
	anchor, steps, ok = v.namedSteps(path)
	if !ok {
		return anchor, nil, 0, false
	}
	for n := min(len(steps), len(path)-1); n > 0; n-- {
		if slices.Equal(steps[:n], path[len(path)-n:]) {
			return anchor, steps, len(steps) - n, true
		}
	}
	return anchor, nil, 0, false
}

// setName finds the entry of set that sets exactly the value at the path: the anchor of its name, and the steps
// in the name.
func (v *EvaluatedView) setName(path []any) (anchor Anchor, steps []any, ok bool) {
	anchor, steps, deeper, ok := v.EntryBelow(path)
	return anchor, steps, ok && deeper == 0
}

// namedSteps returns the anchor of the name from which the key at the path comes, and the steps in
// the name.
func (v *EvaluatedView) namedSteps(path []any) (anchor Anchor, steps []any, ok bool) {
	nodes, exists := Follow(v.Value, path)
	if !exists || len(path) == 0 {
		return anchor, nil, false
	}
	e := nodes[len(nodes)-1].Entry
	if e == nil || e.Key.Span.Empty() {
		return anchor, nil, false
	}
	anchor, err := v.literal(e.Key)
	if err != nil || len(anchor.Path) == 0 || !slices.Contains([]any{"name", "targetPath"}, anchor.Path[len(anchor.Path)-1]) {
		return anchor, nil, false
	}
	named, exists := Follow(anchor.Document.Doc.Root, anchor.Path)
	name := named[len(named)-1].Value
	if !exists || name.Kind != model.String {
		return anchor, nil, false
	}
	steps, ok = helm.ParseSetKey(name.Text)
	return anchor, steps, ok
}

// IsNamed reports whether the name in an entry of set contains a step of the path, so that the document has no such path.
func (v *EvaluatedView) IsNamed(path []any) bool {
	for n := range path {
		if _, _, ok := v.namedSteps(path[:n+1]); ok {
			return true
		}
	}
	return false
}

// orName returns s, the site of the value at the path, or the site of the name if an entry of set sets the value, because the name contains the key.
func (v *EvaluatedView) orName(path []any, s Site) Site {
	anchor, _, ok := v.setName(path)
	if !ok {
		return s
	}
	doc := anchor.Document.Doc
	return Site{doc.File, locate(doc, doc.Root, anchor.Path)}
}

// LastSet returns the anchor of the last entry of set that sets something in the innermost map on the path of a new value, and the steps that
// name the path there.
func (v *EvaluatedView) LastSet(path []any) (last Anchor, named []any, ok bool) {
	nodes, exists := Follow(v.Value, path)
	if exists {
		return last, nil, false
	}
	depth := len(nodes) - 1
	for _, below := range leaves(nodes[depth].Value) {
		anchor, steps, isSet := v.setName(slices.Concat(path[:depth], below))
		n := len(anchor.Path) - 2
		if !isSet || n < 0 || anchor.Path[n+1] != "name" {
			continue
		}
		index, isIndex := anchor.Path[n].(int)
		if isIndex && (last.Document == nil || last.isBeside(anchor, n) && index > last.Path[n].(int)) {
			last, named = anchor, path[depth+len(below)-len(steps):]
		}
	}
	return last, named, last.Document != nil
}

// leaves returns the paths of the values in a map that are no maps.
func leaves(v *model.Value) (paths [][]any) {
	if v.Kind != model.Map {
		return [][]any{nil}
	}
	for _, e := range v.Entries {
		for _, below := range leaves(e.Value) {
			paths = append(paths, append([]any{e.Key.Text}, below...))
		}
	}
	return paths
}
