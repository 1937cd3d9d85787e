package convert

import (
	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/convert/units"
)

// groups returns the objects that stay as they are on --write, each with the object whose open
// decision holds it: itself, or one of its group. It gives the files their Group.
func (s *survey) groups(results []*result, c *Converter) map[units.ID]outcome {
	together := graph.Groups[units.ID]{}
	s.index.Join(together.Join)
	s.builds.Join(together.Join)
	s.modules.Join(together.Join)
	c.tieValues(s.numbers, together.Join)
	open := map[units.ID]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if _, already := open[together.Of(o.ID)]; o.held && !already {
				open[together.Of(o.ID)] = o
			}
		}
	}
	held := map[units.ID]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if because, ok := open[together.Of(o.ID)]; ok {
				held[o.ID] = because
			}
		}
	}
	for _, r := range results { // from here on all objects of a file count as one group
		for _, o := range r.outcomes {
			together.Join(o.ID, r.outcomes[0].ID)
		}
	}
	first := map[units.ID]int{} // the first file of the group
	for i, r := range results {
		r.Group = i
		if len(r.outcomes) == 0 {
			continue
		}
		group := together.Of(r.outcomes[0].ID)
		if _, known := first[group]; !known {
			first[group] = i
		}
		r.Group = first[group]
	}
	return held
}
