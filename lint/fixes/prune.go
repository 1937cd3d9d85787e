package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// visibleNodes returns the nodes along the path as rules see it: in the evaluated tree, or in the document.
func visibleNodes(view place.View, path []any, anchor place.Anchor) []place.Node {
	tree := anchor.Document.Doc.Root
	if v, ok := view.(*place.EvaluatedView); ok {
		tree = v.Value
	} else {
		path = anchor.Path
	}
	nodes, _ := place.Follow(tree, path)
	return nodes
}

// prunable returns how many of the maps above the entry are written around it in its file, at most levels. A map that a reference or an
// alias inserts there is written elsewhere, under a name that others use, so it stays.
func prunable(visible []place.Node, anchor place.Anchor, levels int) int {
	written, _ := place.Follow(anchor.Document.Doc.Root, anchor.Path)
	for n := range levels {
		i, j := len(visible)-n-2, len(written)-n-2
		isRoot := i < 1 || j < 1
		if isRoot || !sameKey(visible[i], written[j]) || isNamed(visible[i]) {
			return n
		}
	}
	return levels
}

// sameKey reports whether both are the entry of one key in a file.
func sameKey(visible, written place.Node) bool {
	return visible.Entry != nil && written.Entry != nil && visible.Entry.Key.Span == written.Entry.Key.Span
}

// removesNamed reports whether the entry at the place has a key to which others refer.
func removesNamed(visible []place.Node, anchor place.Anchor) bool {
	written, _ := place.Follow(anchor.Document.Doc.Root, anchor.Path)
	last := visible[len(visible)-1]
	return sameKey(last, written[len(written)-1]) && isNamed(last)
}

// isNamed reports whether an expression, or the type of a variable, refers to the entry by its key.
func isNamed(p place.Node) bool {
	return p.Entry != nil && p.Entry.Key.Origin != nil && p.Entry.Key.Origin.Named
}

// prune deletes the map around the path if the ops have removed all its entries; then the map above it, and so on, at most levels maps.
func (c *change) prune(path []any, levels int) {
	doc := c.document.Doc
	for ; levels > 0 && len(path) > 1; levels-- {
		path = path[:len(path)-1]
		nodes, exists := place.Follow(doc.Root, path)
		m := nodes[len(nodes)-1].Value
		if !exists || !c.empties(m, path) {
			return
		}
		inner := append(slices.Clip(path), "") // any entry of the map
		if doc.Syntax != model.HCL && (hasBranches(doc, path) || hasBranches(doc, inner)) {
			return
		}
		c.ops = slices.DeleteFunc(c.ops, func(op edit.Op) bool {
			return op.Do == edit.Delete && len(op.Path) == len(path)+1 && slices.Equal(op.Path[:len(path)], path)
		})
		c.ops = append(c.ops, edit.Op{Do: edit.Delete, Path: path})
	}
}

// empties reports whether the ops remove every entry of the map at the path and write nothing into
// it.
func (c *change) empties(m *model.Value, path []any) bool {
	isWritten := m.Kind == model.Map && !m.Open && m.Alias() == ""
	hasAnchor := m.Style == model.Block && !m.Props().Empty()
	if !isWritten || hasAnchor {
		return false
	}
	in := func(p []any) bool { return len(p) > len(path) && model.HasPrefix(p, path) }
	removed := map[any]bool{}
	for _, op := range c.ops {
		removes := op.Do == edit.Delete || op.Do == edit.Move
		switch {
		case op.Do == edit.Move && in(op.To), !removes && in(op.Path):
			return false
		case removes && in(op.Path) && len(op.Path) == len(path)+1:
			removed[op.Path[len(path)]] = true
		}
	}
	return !slices.ContainsFunc(m.Entries, func(e *model.Entry) bool {
		return e.Key.Kind != model.String || !removed[e.Key.Text]
	})
}
