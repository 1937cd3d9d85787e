package fixes

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Unplanned is a fix whose edits are not planned yet.
type Unplanned struct {
	fix     Fix // without edits
	steps   []step
	err     error     // the reason why there is no fix: a refusal, or a bug
	planned []*change // set by PlanTogether
}

// step is an op of a fix with the place at which it is made.
type step struct {
	document *place.Document
	op       rule.OpReport
	shared   bool // other files or resources read the changed value

	places [][]any // see changes; set by add
}

// change holds the steps of a fix in one document.
type change struct {
	document *place.Document
	steps    []step
	ops      []edit.Op // the ops of the steps, and ops that delete maps which become empty

	around model.Span  // see collection
	edits  []edit.Edit // nil until it is planned together with others
}

// NewUnplanned finds the places that a rule wants to change. If one of them cannot be changed, there is no fix. A fix that changes values
// with other readers is unsafe. resource is the resource that the report names. The error is about a resource that does not exist.
func NewUnplanned(r *rule.FixReport, resource string, viewOf func(id string) (place.View, error)) (*Unplanned, error) {
	s := &Unplanned{fix: Fix{Title: r.Title, Safety: r.Safety}}
	for _, op := range r.Ops {
		view, err := viewOf(cmp.Or(op.Resource, resource))
		if err != nil {
			return nil, err
		}
		var steps []step
		s.err = parallel.Try(resource, func() (err error) {
			steps, err = stepsOf(view, &op, len(r.Ops) == 1)
			return err
		})
		if s.err != nil {
			return s, nil
		}
		for _, st := range steps {
			s.add(st)
		}
	}
	return s, nil
}

func (s *Unplanned) add(st step) {
	st.places = st.changes()
	s.steps = append(s.steps, st)
	if st.shared {
		s.fix.Safety, s.fix.Shared = rule.Unsafe, true
	}
}

// changes returns the steps by document.
func (s *Unplanned) changes() (changes []*change) {
	of := map[*place.Document]*change{}
	for _, st := range s.steps {
		c := of[st.document]
		if c == nil {
			c = &change{document: st.document}
			of[st.document] = c
			changes = append(changes, c)
		}
		c.steps = append(c.steps, st)
		c.ops = append(c.ops, st.op.Op)
		c.prune(st.op.Path, st.op.Prune)
	}
	return changes
}

// Plan returns the fix with its edits. A fix that would lose a comment is unsafe. The error is a refusal if the edits cannot be made
// safely, or a bug, with the file for its message.
func (s *Unplanned) Plan(file string) (*Fix, error) {
	if s.err != nil {
		return nil, s.err
	}
	fix := s.fix
	fix.unplanned = s
	err := parallel.Try(file, func() error {
		changes := s.planned
		if changes == nil {
			changes = s.changes()
		}
		for _, c := range changes {
			edits, err := c.edits, error(nil)
			if edits == nil {
				edits, err = c.plan()
			}
			if err != nil {
				return err
			}
			if losesComment(c.document.Comments(), edits) {
				fix.Safety = rule.Unsafe
			}
			fix.Edits = append(fix.Edits, FileEdits(c.document.Doc.File, edits)...)
		}
		if len(fix.Edits) == 0 || overlap(fix.Edits) {
			return edit.Refuse("its parts would change the same lines")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &fix, nil
}

// stepsOf returns the steps of an op in the documents: usually one; several if it inserts an entry of set for each key, or if it
// removes a value that several sources set. Only an op that is alone adds an entry for a value, because another one may give its path to an entry.
func stepsOf(view place.View, op *rule.OpReport, isAlone bool) ([]step, error) {
	if v, ok := view.(*place.EvaluatedView); ok {
		if steps := insertInSet(v, op); steps != nil {
			return steps, nil
		}
		if steps, err := typedInSet(v, op); len(steps) > 0 || err != nil {
			return steps, err
		}
		if steps, err := inSources(v, op); len(steps) > 0 || err != nil {
			return steps, err
		}
	}
	anchor, err := placeOp(view, op)
	if v, ok := view.(*place.EvaluatedView); ok && err != nil && op.Do == edit.Set && isAlone {
		if anchor, named, ok := v.LastSet(op.Path); ok {
			n := len(anchor.Path) - 2 // the set, the index of the entry, name
			return []step{newEntry(anchor, anchor.Path[n].(int)+1, named, op.Value)}, nil
		}
	}
	return []step{{document: anchor.Document, op: *op, shared: anchor.Shared}}, err
}

// placeOp gives the op paths in the document that it returns.
func placeOp(view place.View, op *rule.OpReport) (place.Anchor, error) {
	if v, ok := view.(*place.EvaluatedView); ok {
		if anchor, ok := inSet(v, op); ok {
			op.Prune = 0
			return anchor, nil
		}
	}
	entry := op.Do == edit.Delete || op.Do == edit.Rename || op.Do == edit.Move
	anchor, err := view.Anchor(op.Path, entry)
	if err != nil {
		return anchor, err
	}
	path := op.Path
	op.Path = anchor.Path
	if op.Do == edit.Move {
		to, err := view.Anchor(op.To, true)
		if err != nil || to.Document != anchor.Document {
			// Values are merged from several sources, and the entry stays in its source.
			if to.Path = siblingPath(anchor.Path, path, op.To); to.Path == nil {
				return anchor, cmp.Or[error](err, edit.Refuse("it would be moved to another document"))
			}
		}
		op.To = to.Path
		anchor.Shared = anchor.Shared || to.Shared
	}
	doc := anchor.Document.Doc
	visible := visibleNodes(view, path, anchor)
	if doc.Syntax != model.HCL {
		behindAliases(anchor.Document, op, entry)
		anchor.Path, anchor.Shared = op.Path, anchor.Shared || op.Shared
	}
	op.Prune = prunable(visible, anchor, op.Prune)
	switch {
	case entry && removesNamed(visible, anchor):
		return anchor, edit.Refuse("an expression or a type names the key, and would not find it")
	case doc.Syntax == model.HCL:
	case keyTwice(doc, op.Path) && len(doc.Templates) == 0:
		return anchor, edit.Refuse("the key occurs twice, and only one of them counts")
	}
	return anchor, nil
}

// siblingPath returns the target of a move in the entry's own document. real is the entry's path in that document; path and to are its path
// and target as rules see them. It returns nil if the document does not have the maps that path and to have in common.
func siblingPath(real, path, to []any) []any {
	common := 0
	for common < min(len(path), len(to))-1 && path[common] == to[common] {
		common++
	}
	tail := path[common:]
	if common < 1 || len(real) < len(tail) || !slices.Equal(real[len(real)-len(tail):], tail) {
		return nil
	}
	return slices.Concat(real[:len(real)-len(tail)], to[common:])
}

// behindAliases changes the op so that it changes the anchored values to which aliases refer.
func behindAliases(document *place.Document, op *rule.OpReport, entry bool) {
	op.Path, op.Shared = document.LiteralPath(op.Path, entry)
	if op.Do == edit.Move {
		to, shared := document.LiteralPath(op.To, true)
		op.To, op.Shared = to, op.Shared || shared
	}
}

// FileEdits returns edits of one file with their positions.
func FileEdits(f *model.File, edits []edit.Edit) []FileEdit {
	var planned []FileEdit
	for _, e := range edits {
		planned = append(planned, FileEdit{Location: place.NewLocation(f, model.Span{Start: e.Start, End: e.End}), New: e.New, Sum: f.Sum()})
	}
	return planned
}

// overlap reports whether two of the edits change the same bytes, which may happen if they were planned in
// different documents.
func overlap(edits []FileEdit) bool {
	sorted := slices.SortedFunc(slices.Values(edits), func(a, b FileEdit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Span.Start-b.Span.Start, a.Span.End-b.Span.End)
	})
	for i, end := 1, 0; i < len(sorted); i++ {
		before, e := sorted[i-1], sorted[i]
		if before.File != e.File {
			end = 0
			continue
		}
		if end = max(end, before.Span.End); e.Span.Start < end {
			return true
		}
	}
	return false
}

// keyTwice reports whether the path's last step is a key that occurs twice in its map. After a fix of one,
// the other would take effect.
func keyTwice(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	holder := doc.Root.Get(path[:len(path)-1]...)
	key, _ := path[len(path)-1].(string)
	e := holder.Entry(key)
	return e != nil && slices.ContainsFunc(holder.Entries, func(sibling *model.Entry) bool { return sibling != e && sibling.Key.Text == key })
}

// hasBranches reports whether template lines are between the entries of the map, or the items of the
// list, around the path. {{ else }} may separate two keys that a rule saw side by side, so that an
// entry that is deleted in one branch may be missing in the other.
func hasBranches(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	container := doc.Root.Get(path[:len(path)-1]...)
	if container == nil {
		return false
	}
	children := newCover(container.ChildSpans())
	first := sort.Search(len(doc.Templates), func(i int) bool { return doc.Templates[i].Start >= container.Span.Start })
	for _, t := range doc.Templates[first:] {
		if t.Start >= container.Span.End {
			break
		}
		if container.Span.Contains(t) && !children.contains(t) {
			return true
		}
	}
	return false
}

// cover finds out whether one of several spans contains another one.
type cover struct {
	spans []model.Span // by their starts
	ends  []int        // the last end of the spans so far
}

func newCover(spans []model.Span) cover {
	slices.SortFunc(spans, func(a, b model.Span) int { return a.Start - b.Start })
	ends, last := make([]int, len(spans)), 0
	for i, s := range spans {
		last = max(last, s.End)
		ends[i] = last
	}
	return cover{spans, ends}
}

func (c cover) contains(t model.Span) bool {
	n := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].Start > t.Start })
	return n > 0 && c.ends[n-1] >= t.End
}

// losesComment reports whether a comment that the edits touch is missing in the new text. The comments are in the order of the
// text.
func losesComment(comments []yaml.Comment, edits []edit.Edit) bool {
	var written strings.Builder
	kept := map[string]bool{}
	for _, e := range edits {
		written.WriteString(e.New + "\n")
		for line := range strings.Lines(e.New) {
			if _, comment, hasComment := strings.Cut(line, "#"); hasComment {
				kept[strings.TrimSpace(comment)] = true
			}
		}
	}
	for _, e := range edits {
		first := sort.Search(len(comments), func(i int) bool { return comments[i].Span.End > e.Start })
		for _, c := range comments[first:] {
			if c.Span.Start >= e.End {
				break
			}
			if !kept[c.Text] && !strings.Contains(written.String(), c.Text) {
				return true
			}
		}
	}
	return false
}
