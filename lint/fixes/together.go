package fixes

import (
	"math"
	"reflect"
	"slices"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// bundle is a fix of one or several findings.
type bundle struct {
	*Fix
	of []Proposal
}

// bundles returns the wanted fixes in order. Those that take entries from the same maps are planned again as one fix, because one after the other
// they would not keep the author's order, would take as many rounds as there are entries, and of two readers of a value the second would lose it.
func bundles(proposals []Proposal, unsafe bool) (result []*bundle) {
	maps := graph.Groups[holder]{}
	of := map[holder]*bundle{} // by a map of the group
	var wanted []*bundle
	for _, p := range proposals {
		if len(p.Fix.Edits) == 0 || p.Fix.Safety == rule.Unsafe && !unsafe {
			continue
		}
		wanted = append(wanted, &bundle{p.Fix, []Proposal{p}})
		emptied := p.Fix.emptied()
		for _, m := range emptied {
			maps.Join(emptied[0], m)
		}
	}
	for _, b := range wanted {
		emptied := b.emptied()
		if len(emptied) == 0 {
			result = append(result, b)
			continue
		}
		group := maps.Of(emptied[0])
		if first := of[group]; first != nil {
			first.of = append(first.of, b.of...)
			continue
		}
		of[group] = b
		result = append(result, b)
	}
	var parts []*bundle
	for _, b := range result {
		if len(b.of) == 1 || b.join() {
			parts = append(parts, b)
			continue
		}
		for _, p := range b.of {
			parts = append(parts, &bundle{p.Fix, []Proposal{p}})
		}
	}
	return parts
}

// emptied returns the maps from which the fix takes entries; none if it changes which items a list has, because the indexes of others would shift.
func (f *Fix) emptied() (from []holder) {
	if f.unplanned == nil {
		return nil
	}
	for _, s := range f.unplanned.steps {
		path := s.op.Path
		nodes, _ := place.Follow(s.document.Doc.Root, path[:max(0, len(path)-1)])
		m := nodes[len(nodes)-1].Value
		takes := s.op.Do == edit.Move || s.op.Do == edit.Delete
		switch {
		case s.op.Do == edit.Insert || takes && m.Kind != model.Map:
			return nil
		case takes:
			from = append(from, holder{s.document.Doc.File.Path, m.Span.Start})
		}
	}
	return from
}

// join plans the fixes as one. It fails if they change the same value, cannot be made together, or a comment would be lost.
func (b *bundle) join() bool {
	unplanned := &Unplanned{fix: Fix{Safety: rule.Safe}}
	inText := slices.SortedStableFunc(slices.Values(b.of), func(a, b Proposal) int { return a.Fix.unplanned.start() - b.Fix.unplanned.start() })
	for _, p := range inText {
		for _, s := range p.Fix.unplanned.steps {
			switch {
			case slices.ContainsFunc(unplanned.steps, s.equals): // two installations may read the same values
			case slices.ContainsFunc(unplanned.steps, s.meets):
				return false
			default:
				unplanned.steps = append(unplanned.steps, s)
			}
		}
		if p.Fix.Safety == rule.Unsafe {
			unplanned.fix.Safety = rule.Unsafe
		}
	}
	fix, err := unplanned.Plan(b.Edits[0].File)
	if err != nil || fix.Safety != unplanned.fix.Safety {
		return false
	}
	b.Fix = fix
	return true
}

func (s step) equals(other step) bool { return s.isBeside(other) && reflect.DeepEqual(s.op, other.op) }

// meets reports whether the steps change the same value, or one a value inside of the other's.
func (s step) meets(other step) bool {
	n := min(len(s.op.Path), len(other.op.Path))
	return s.isBeside(other) && slices.Equal(s.op.Path[:n], other.op.Path[:n])
}

// isBeside reports whether the steps are in one document, even if two projects have read it.
func (s step) isBeside(other step) bool {
	return s.document.Doc.File.Path == other.document.Doc.File.Path && s.document.Doc.Span == other.document.Doc.Span
}

// start returns the offset of the first value that the fix changes.
func (u *Unplanned) start() int {
	start := math.MaxInt
	for _, s := range u.steps {
		nodes, _ := place.Follow(s.document.Doc.Root, s.op.Path)
		start = min(start, nodes[len(nodes)-1].Value.Span.Start)
	}
	return start
}
