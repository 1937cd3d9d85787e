package lint

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/internal/parallel"
)

// joint is what several fixes of a rule do together: fixes in the same map were planned without each other, so that only
// one of them could be made in a round.
type joint struct {
	fix   *Fix
	parts []*Fix // which it stands for
}

// join plans the fixes together that change different entries of the same maps. sketches are those of findings, nil for one
// that has none. The error is a bug, which leaves them as they are.
func join(findings []found, sketches []*sketch) error {
	var bug error
	for _, group := range neighbours(findings, sketches) {
		all := &sketch{fix: &Fix{Safety: findings[group[0]].Fix.Safety}}
		var parts []*Fix
		for _, i := range group {
			parts = append(parts, findings[i].Fix)
			for _, s := range sketches[i].steps {
				if !all.has(s) {
					all.add(s)
				}
			}
		}
		all.fix.Title = fmt.Sprintf("%s, and %d more", parts[0].Title, len(parts)-1)
		var fix *Fix
		if err := parallel.Try(findings[group[0]].File, func() error {
			fix = all.plan()
			return nil
		}); err != nil {
			bug = err
			continue
		}
		if fix == nil || fix.Safety != parts[0].Safety {
			continue
		}
		whole := &joint{fix, parts}
		for _, part := range parts {
			part.joint = whole
		}
	}
	return bug
}

// neighbours returns the groups of findings whose fixes are equally safe and change entries of the same maps, each another one.
func neighbours(findings []found, sketches []*sketch) [][]int {
	var groups [][]int
	number := map[groupKey]int{} // of the group that changes a map
	for i, f := range findings {
		if f.Fix == nil || sketches[i] == nil || !sketches[i].ofEntries() {
			continue
		}
		group := -1
		for _, name := range f.Fix.containers {
			if n, known := number[groupKey{f.Fix.Safety, name}]; known && group < 0 {
				group = n
			}
		}
		if group < 0 || len(groups[group]) == maxJoined {
			group = len(groups)
			groups = append(groups, nil)
		}
		if slices.ContainsFunc(groups[group], func(other int) bool { return sketches[other].meets(sketches[i]) }) {
			continue
		}
		groups[group] = append(groups[group], i)
		for _, name := range f.Fix.containers {
			number[groupKey{f.Fix.Safety, name}] = group
		}
	}
	return slices.DeleteFunc(groups, func(group []int) bool { return len(group) < 2 })
}

// groupKey is a map that fixes of one safety change.
type groupKey struct {
	safety Safety
	container
}

// maxJoined bounds how many fixes are planned together.
const maxJoined = 100

// together returns the fixes to choose from in one round, in order: one for all that stand in a joint one, where none of them is missing.
func together(findings []Finding) []*candidate {
	present := map[string]bool{} // by what they do: of findings that say the same, one is kept
	for _, f := range findings {
		if f.Fix != nil {
			present[f.Fix.does()] = true
		}
	}
	complete := func(j *joint) bool {
		return !slices.ContainsFunc(j.parts, func(part *Fix) bool { return !present[part.does()] })
	}
	var all []*candidate
	known := map[*joint]*candidate{} // nil for one that is not complete
	for _, f := range findings {
		if f.Fix == nil {
			continue
		}
		j := f.Fix.joint
		if j == nil {
			all = append(all, &candidate{f, 1})
			continue
		}
		c, seen := known[j]
		switch {
		case seen && c != nil:
			continue
		case !seen && complete(j):
			c = &candidate{f, j.mends()}
			c.finding.Fix = j.fix
		}
		known[j] = c
		if c == nil {
			c = &candidate{f, 1}
		}
		all = append(all, c)
	}
	return all
}

// mends is how many findings the joint fix mends, those that say the same counted once.
func (j *joint) mends() int {
	different := map[string]bool{}
	for _, part := range j.parts {
		different[part.does()] = true
	}
	return len(different)
}

// does tells fixes apart by their edits.
func (f *Fix) does() string {
	var text strings.Builder
	for _, e := range f.Edits {
		fmt.Fprintf(&text, "%s:%d:%d:%q\n", e.File, e.Span.Start, e.Span.End, e.New)
	}
	return text.String()
}

// ofEntries says whether all that is done is done to entries of maps: the indices of no list change.
func (s *sketch) ofEntries() bool {
	return !slices.ContainsFunc(s.steps, func(step step) bool {
		_, key := last(step.op.Path).(string)
		_, to := last(step.op.To).(string)
		return !key || step.op.Do == edit.Insert || step.op.Do == edit.Move && !to
	})
}

func last(path []any) any {
	if len(path) == 0 {
		return nil
	}
	return path[len(path)-1]
}

// has says whether the sketch does the same at the same place, as that of another installation which reads the same values.
func (s *sketch) has(one step) bool {
	return slices.ContainsFunc(s.steps, func(own step) bool { return own.same(one) })
}

func (s step) same(other step) bool {
	return s.page == other.page && reflect.DeepEqual(s.op, other.op)
}

// meets says whether two sketches change the same entry, or one an entry in what the other changes; not where they do the same.
func (s *sketch) meets(other *sketch) bool {
	for _, a := range s.steps {
		for _, b := range other.steps {
			if a.page != b.page || a.same(b) {
				continue
			}
			for _, x := range a.entries() {
				for _, y := range b.entries() {
					if n := min(len(x), len(y)); slices.Equal(x[:n], y[:n]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// entries are the paths of what the step takes, changes or makes.
func (s step) entries() [][]any {
	switch s.op.Do {
	case edit.Move:
		return [][]any{s.op.Path, s.op.To}
	case edit.Rename:
		return [][]any{s.op.Path, append(slices.Clone(s.op.Path[:len(s.op.Path)-1]), s.op.Key)}
	}
	return [][]any{s.op.Path}
}
