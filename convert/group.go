package convert

import (
	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/convert/units"
)

// groups returns the objects that --write does not change, each with the object whose open decision
// holds it: itself, or another one of its group. It sets the Group of the files.
func (s *survey) groups(results []*result, c *Converter) map[units.ID]outcome {
	groups := graph.Groups[units.ID]{}
	s.index.Join(groups.Join)
	s.builds.Join(groups.Join)
	s.modules.Join(groups.Join)
	c.tieValues(s.numbers, groups.Join)
	open := map[units.ID]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if _, already := open[groups.Of(o.ID)]; o.blocked && !already {
				open[groups.Of(o.ID)] = o
			}
		}
	}
	c.addWaiting(open, results, groups)
	blocked := map[units.ID]outcome{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if blocker, ok := open[groups.Of(o.ID)]; ok {
				blocked[o.ID] = blocker
			}
		}
	}
	for _, r := range results { // from here on all objects of a file count as one group
		for _, o := range r.outcomes {
			groups.Join(o.ID, r.outcomes[0].ID)
		}
	}
	first := map[units.ID]int{} // the first file of the group
	for i, r := range results {
		r.Group = i
		if len(r.outcomes) == 0 {
			continue
		}
		group := groups.Of(r.outcomes[0].ID)
		if _, exists := first[group]; !exists {
			first[group] = i
		}
		r.Group = first[group]
	}
	return blocked
}

// addWaiting adds the groups that wait for something else to the groups with an open decision.
func (c *Converter) addWaiting(open map[units.ID]outcome, results []*result, groups graph.Groups[units.ID]) {
	for _, r := range results {
		var wait Wait
		if c.opts.Waits != nil {
			wait = c.opts.Waits(r.Path)
		}
		if wait == (Wait{}) {
			continue
		}
		for _, o := range r.outcomes {
			if _, already := open[groups.Of(o.ID)]; o.edits > 0 && !already {
				open[groups.Of(o.ID)] = outcome{ID: noID, name: wait.Name, place: wait.Place}
			}
		}
	}
}
