package fixes

import (
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

// bundles returns the wanted fixes in order. Those that take entries from one map are planned again as one fix, because one after the other they
// would not keep the author's order, and would take as many rounds as there are entries.
func bundles(proposals []Proposal, unsafe bool) (result []*bundle) {
	from := map[*model.Value]*bundle{}
	for _, p := range proposals {
		if len(p.Fix.Edits) == 0 || p.Fix.Safety == rule.Unsafe && !unsafe {
			continue
		}
		m := p.Fix.emptied()
		if b := from[m]; m != nil && b != nil {
			b.of = append(b.of, p)
			continue
		}
		b := &bundle{p.Fix, []Proposal{p}}
		from[m] = b
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

// emptied returns the map from which the fix takes entries; nil if it does anything else.
func (f *Fix) emptied() (from *model.Value) {
	if f.unplanned == nil {
		return nil
	}
	for i, s := range f.unplanned.steps {
		path := s.op.Path
		nodes, _ := place.Follow(s.document.Doc.Root, path[:max(0, len(path)-1)])
		m := nodes[len(nodes)-1].Value
		takes := s.op.Do == edit.Move || s.op.Do == edit.Delete
		if !takes || m.Kind != model.Map || i > 0 && m != from {
			return nil
		}
		from = m
	}
	return from
}

// join plans the fixes as one. It fails if they cannot be made together, or a comment would be lost.
func (b *bundle) join() bool {
	unplanned := &Unplanned{fix: Fix{Safety: rule.Safe}}
	for _, p := range b.of {
		unplanned.steps = append(unplanned.steps, p.Fix.unplanned.steps...)
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
