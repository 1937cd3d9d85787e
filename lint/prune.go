package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// seen returns the way along the path as rules see it, which leads to the place: in the evaluated tree, or in the document.
func (a *actor) seen(path []any, at anchor) []place {
	tree := at.page.doc.Root
	if v, ok := a.view.(*evaluatedView); ok {
		tree = v.value
	} else {
		path = at.path
	}
	way, _ := follow(tree, path)
	return way
}

// prunable returns how many of the maps above the last that rules see are written around the entry at the place, levels at most. A map that a
// reference or an alias puts there is written elsewhere, under a name that others use: it stays.
func prunable(seen []place, at anchor, levels int) int {
	written, _ := follow(at.page.doc.Root, at.path)
	for n := range levels {
		i, j := len(seen)-n-2, len(written)-n-2
		if i < 1 || j < 1 || !sameKey(seen[i], written[j]) || isNamed(seen[i]) {
			return n
		}
	}
	return levels
}

// sameKey says whether both are the entry of one key in a file.
func sameKey(seen, written place) bool {
	return seen.entry != nil && written.entry != nil && seen.entry.Key.Span == written.entry.Key.Span
}

// takesNamed says whether the entry at the place, the last that rules see, has a key that others name.
func takesNamed(seen []place, at anchor) bool {
	written, _ := follow(at.page.doc.Root, at.path)
	last := seen[len(seen)-1]
	return sameKey(last, written[len(written)-1]) && isNamed(last)
}

// isNamed says whether an expression, or the type of a variable, names the entry.
func isNamed(p place) bool {
	return p.entry != nil && p.entry.Key.Origin != nil && p.entry.Key.Origin.Named
}

// prune deletes the map that the ops took the entry at the path out of, where they leave nothing in it; then the map above it, and so on,
// levels maps at most.
func (c *change) prune(path []any, levels int) {
	doc := c.page.doc
	for ; levels > 0 && len(path) > 1; levels-- {
		path = path[:len(path)-1]
		way, found := follow(doc.Root, path)
		m := way[len(way)-1].value
		if !found || !c.empties(m, path) || doc.Syntax != model.HCL && (hasBranches(doc, path) || hasBranches(doc, append(slices.Clip(path), ""))) {
			return
		}
		c.ops = slices.DeleteFunc(c.ops, func(op edit.Op) bool {
			return op.Do == edit.Delete && len(op.Path) == len(path)+1 && slices.Equal(op.Path[:len(path)], path)
		})
		c.ops = append(c.ops, edit.Op{Do: edit.Delete, Path: path})
	}
}

// empties says whether the ops take every entry of the map at the path and write nothing into it.
func (c *change) empties(m *model.Value, path []any) bool {
	if m.Kind != model.Map || m.Open || m.Alias != "" || m.Style == model.Block && !m.Props.Empty() {
		return false
	}
	in := func(p []any) bool { return len(p) > len(path) && model.HasPrefix(p, path) }
	taken := map[any]bool{}
	for _, op := range c.ops {
		takes := op.Do == edit.Delete || op.Do == edit.Move
		switch {
		case op.Do == edit.Move && in(op.To), !takes && in(op.Path):
			return false
		case takes && in(op.Path) && len(op.Path) == len(path)+1:
			taken[op.Path[len(path)]] = true
		}
	}
	return !slices.ContainsFunc(m.Entries, func(e *model.Entry) bool {
		return e.Key.Kind != model.String || !taken[e.Key.Text]
	})
}
