package convert

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/convert/units"
)

// groups returns the objects that stay as they are on --write, each with the object whose open
// decision holds it: itself, or one of its group. It gives the files their Group.
func (s *survey) groups(results []*result, c *Converter) map[units.ID]outcome {
	together := graph.Groups[units.ID]{}
	templated := map[string][]member{} // the classes of a directory that a template names
	for _, m := range s.members {
		if m.name == "" && slices.Contains(s.goal.OldClassKinds(), m.kind) {
			templated[templatesIn(m.path, m.shown)] = append(templated[templatesIn(m.path, m.shown)], m)
		}
	}
	for _, m := range s.members {
		tied := s.tied(m)
		if m.hidden != "" {
			tied = meant(templated[templatesIn(m.path, m.hidden)], m.hidden)
		}
		for _, other := range tied {
			together.Join(other.ID, m.ID)
		}
	}
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

// tied returns the objects that are converted or left together with m: the classes of a pool.
func (s *survey) tied(m member) (all []member) {
	for _, class := range m.classes {
		for _, kind := range s.goal.OldClassKinds() {
			all = append(all, s.nearest(m.path, kind, class)...)
		}
	}
	return all
}

// templatesIn names the directory of a file and the language of a template in it: a pool of a chart is not for a class of Flux.
func templatesIn(file, text string) string {
	return path.Dir(file) + " " + strconv.FormatBool(strings.Contains(text, "{{"))
}

// meant returns the classes that a pool may mean whose class a template names: those that the same template names, or else all.
func meant(classes []member, template string) []member {
	var same []member
	for _, m := range classes {
		if m.shown == template {
			same = append(same, m)
		}
	}
	if same == nil {
		return classes
	}
	return same
}
