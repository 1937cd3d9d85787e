package fixes

import (
	"bytes"
	"slices"
	"sort"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/shortcut"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// PlanTogether plans the changes that unplanned fixes make in each document at once, because a plan reads the document again for its proof.
// Unplanned.Plan returns the edits of each unplanned. What cannot be planned with others is planned there, alone.
func PlanTogether(unplanned []*Unplanned) {
	if shortcut.Off(shortcut.JointPlans) {
		return
	}
	of := map[*place.Document][]*change{}
	_ = parallel.Try("", func() error { // after a panic, the fix with the bug panics again when it is planned alone
		for _, s := range unplanned {
			if s.err != nil {
				continue
			}
			s.planned = s.changes()
			for _, c := range s.planned {
				if doc := c.document.Doc; doc.Root != nil && len(doc.Templates) == 0 && c.isApart() {
					of[c.document] = append(of[c.document], c)
				}
			}
		}
		for _, changes := range of { // in any order: documents do not depend on each other
			for len(changes) > 1 {
				changes = planSeparate(changes)
			}
		}
		return nil
	})
}

// planSeparate plans as many changes as possible whose collections have no byte in common, and returns the others.
func planSeparate(changes []*change) (left []*change) {
	for _, c := range changes {
		c.around = c.collection()
	}
	slices.SortStableFunc(changes, func(a, b *change) int { return a.around.End - b.around.End })
	var separate []*change
	for _, c := range changes {
		if n := len(separate); n > 0 && c.around.Start < separate[n-1].around.End {
			left = append(left, c)
		} else {
			separate = append(separate, c)
		}
	}
	planAtOnce(separate)
	return left
}

// collection returns the bytes of the smallest collection that contains all that the change removes, changes or adds, with its key. Its text
// decides how the parts of the change are written.
func (c *change) collection() model.Span {
	nodes, _ := place.Follow(c.document.Doc.Root, c.sharedPath())
	last := nodes[len(nodes)-1]
	for _, n := range nodes {
		if c.document.Doc.Syntax == model.HCL && n.Value.Kind == model.List && n.Value.Style != model.Block {
			last = n // the items of [{ …, }, { …, }] are aligned with each other
			break
		}
	}
	span := last.Value.Span
	if last.Entry != nil {
		span.Start = min(span.Start, last.Entry.Key.Span.Start)
	}
	return span
}

// isApart reports whether no alias repeats what the change changes, and nothing in its collection has an anchor or is an alias.
func (c *change) isApart() bool {
	doc := c.document.Doc
	if !doc.HasAliases {
		return true
	}
	nodes, _ := place.Follow(doc.Root, c.sharedPath())
	isNear := func(v *model.Value) bool { return v.Anchor() != "" || v.Alias() != "" }
	return !slices.ContainsFunc(nodes, func(n place.Node) bool { return isNear(n.Value) }) && !nodes[len(nodes)-1].Value.Any(isNear)
}

// sharedPath returns the path of the collection that contains all places of the ops. In Terraform an entry that is no longer on one line, or
// is then, may change the alignment of its neighbours, so there the path leads to a collection that is on several lines and stays there.
func (c *change) sharedPath() []any {
	shared := c.ops[0].Path
	for _, op := range c.ops {
		for _, path := range [][]any{op.Path, op.To} {
			if path == nil {
				continue
			}
			n := 0
			for n < min(len(shared), len(path)-1) && shared[n] == path[n] {
				n++
			}
			shared = shared[:n]
		}
	}
	doc := c.document.Doc
	if doc.Syntax != model.HCL {
		return shared
	}
	for nodes, _ := place.Follow(doc.Root, shared); len(nodes) > 1; nodes = nodes[:len(nodes)-1] {
		value, path := nodes[len(nodes)-1].Value, shared[:len(nodes)-1]
		if bytes.IndexByte(doc.File.Data[value.Span.Start:value.Span.End], '\n') >= 0 && !c.empties(value, path) {
			return path
		}
	}
	return nil
}

// planAtOnce plans changes in the order of the text. If that fails, or it is not clear which edit belongs to which change, it plans them in
// halves.
func planAtOnce(changes []*change) {
	inHalves(len(changes), func(start, end int) bool {
		joint := &change{document: changes[0].document}
		for _, c := range changes[start:end] {
			joint.steps, joint.ops = append(joint.steps, c.steps...), append(joint.ops, c.ops...)
		}
		edits, err := joint.plan()
		return err == nil && distribute(edits, changes[start:end])
	})
}

// inHalves calls try with the range of n things, and if it fails with each half, and so on. One alone is not tried.
func inHalves(n int, try func(start, end int) bool) {
	var within func(start, end int)
	within = func(start, end int) {
		if end-start > 1 && !try(start, end) {
			middle := (start + end) / 2
			within(start, middle)
			within(middle, end)
		}
	}
	within(0, n)
}

// distribute gives each change its edits: those in its collection, and at the end of the collection's last line.
func distribute(edits []edit.Edit, changes []*change) bool {
	own := make([][]edit.Edit, len(changes))
	for _, e := range edits {
		next := sort.Search(len(changes), func(i int) bool { return changes[i].around.Start > e.Start })
		if next == 0 {
			return false
		}
		c := changes[next-1]
		isInsertion := e.Start == e.End
		isBetween := isInsertion && e.Start == c.around.Start // the end of another collection may be here as well
		if isBetween || e.End > c.lineEnd() || next < len(changes) && e.End > changes[next].around.Start {
			return false
		}
		own[next-1] = append(own[next-1], e)
	}
	if slices.ContainsFunc(own, func(edits []edit.Edit) bool { return len(edits) == 0 }) {
		return false
	}
	for i, c := range changes {
		c.edits = own[i]
	}
	return true
}

// lineEnd returns the end of the last line of the collection, with its newline.
func (c *change) lineEnd() int {
	f := c.document.Doc.File
	end := c.around.End
	if end > 0 && f.Data[end-1] == '\n' {
		return end
	}
	return f.LineEnd(end)
}
