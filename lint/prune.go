package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

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
	in := func(p []any) bool { return len(p) > len(path) && slices.Equal(p[:len(path)], path) }
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
