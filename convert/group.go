package convert

import (
	"fmt"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
)

// groups returns the objects that stay as they are, each with the object whose open decision
// holds it: itself, or another one of its group. It sets the Group of the files.
func (s *survey) groups(results []*result, c *Converter) map[units.ID]outcome {
	groups := graph.Groups[units.ID]{}
	s.index.Join(groups.Join)
	s.builds.Join(groups.Join)
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
	countHeld(results, blocked)
	number(results, groups, func(r *result, group int) { r.Group = group })
	tied := graph.Groups[units.ID]{}
	s.builds.Join(tied.Join)
	c.tieValues(s.numbers, tied.Join)
	number(results, tied, func(r *result, group int) { r.Tied = group })
	return blocked
}

// number numbers the files, the same for those with objects of one group. From here on all objects of a file are one group.
func number(results []*result, groups graph.Groups[units.ID], set func(r *result, group int)) {
	for _, r := range results {
		for _, o := range r.outcomes {
			groups.Join(o.ID, r.outcomes[0].ID)
		}
	}
	first := map[units.ID]int{} // the first file of the group
	for i, r := range results {
		set(r, i)
		if len(r.outcomes) == 0 {
			continue
		}
		group := groups.Of(r.outcomes[0].ID)
		if _, exists := first[group]; !exists {
			first[group] = i
		}
		set(r, first[group])
	}
}

// countHeld counts for each object with an open decision the others that stay because of it.
func countHeld(results []*result, blocked map[units.ID]outcome) {
	held := map[units.ID]int{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if blocker, isHeld := blocked[o.ID]; isHeld && blocker.ID != o.ID && o.edits > 0 {
				held[blocker.ID]++
			}
		}
	}
	for _, r := range results {
		for i := range r.outcomes {
			r.outcomes[i].holds = held[r.outcomes[i].ID]
		}
	}
}

// minHeld is how many objects a decision holds back at least if a note counts them.
const minHeld = 10

// noteHeld adds a note to each object whose open decision holds back many others.
func (c *Converter) noteHeld(survey *survey, r *result) {
	for i := range r.outcomes {
		o := &r.outcomes[i]
		if o.holds < minHeld {
			continue
		}
		shared := "depend on it"
		if class := survey.index.ClassOf(o.ID); class != "" {
			shared = "share " + class
		}
		r.Notes = append(r.Notes, Note{
			File: r.Path, Line: o.line, Object: o.name, Level: record.Info,
			Message: fmt.Sprintf("holds back %d objects that %s; decide about it, or set it aside (# karplint:ignore convert -- reason), and they are "+
				"converted", o.holds, shared),
		})
	}
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
