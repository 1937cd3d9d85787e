package fixes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Sketch is a fix whose edits are not planned yet.
type Sketch struct {
	fix   Fix // without edits
	steps []step
	err   error // why there can be no fix: a refusal, or a bug
}

// step is an op of a fix where it is to be made.
type step struct {
	page   *place.Page
	op     rule.OpReport
	shared bool // others read what it changes

	places [][]any // see changes; set by add
}

// change is what the steps of a fix do to one document.
type change struct {
	page  *place.Page
	steps []step
	ops   []edit.Op // of the steps, with what they leave empty
}

// NewSketch finds the places of what a rule wants to change; there is no fix where that cannot be changed. A fix that would
// change what others read too is unsafe. resource is what the report names. The error is a resource that does not exist.
func NewSketch(r *rule.FixReport, resource string, who func(id string) (place.View, error)) (*Sketch, error) {
	s := &Sketch{fix: Fix{Title: r.Title, Safety: r.Safety}}
	for _, op := range r.Ops {
		view, err := who(cmp.Or(op.Resource, resource))
		if err != nil {
			return nil, err
		}
		var steps []step
		s.err = parallel.Try(resource, func() (err error) {
			steps, err = stepsOf(view, &op)
			return err
		})
		if s.err != nil {
			return s, nil
		}
		for _, one := range steps {
			s.add(one)
		}
	}
	return s, nil
}

func (s *Sketch) add(one step) {
	one.places = one.changes()
	s.steps = append(s.steps, one)
	if one.shared {
		s.fix.Safety, s.fix.Shared = rule.Unsafe, true
	}
}

// changes returns what the steps do to each document.
func (s *Sketch) changes() (all []*change) {
	for _, one := range s.steps {
		i := slices.IndexFunc(all, func(c *change) bool { return c.page == one.page })
		if i < 0 {
			i = len(all)
			all = append(all, &change{page: one.page})
		}
		all[i].steps = append(all[i].steps, one)
		all[i].ops = append(all[i].ops, one.op.Op)
		all[i].prune(one.op.Path, one.op.Prune)
	}
	return all
}

// Plan returns the fix with its edits. One that would lose a comment is unsafe. The error is a refusal where they cannot be made safely, or a
// bug, found in the file.
func (s *Sketch) Plan(file string) (*Fix, error) {
	if s.err != nil {
		return nil, s.err
	}
	fix := s.fix
	fix.sketch = s
	err := parallel.Try(file, func() error {
		for _, c := range s.changes() {
			edits, err := c.plan()
			if err != nil {
				return err
			}
			if losesComment(c.page.Comments(), edits) {
				fix.Safety = rule.Unsafe
			}
			fix.Edits = append(fix.Edits, FileEdits(c.page.Doc.File, edits)...)
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

// stepsOf returns what an op is in the documents: one op, or an entry of set for each key of what it inserts, or an op in each source of
// values that has what the op takes.
func stepsOf(view place.View, op *rule.OpReport) ([]step, error) {
	if v, ok := view.(*place.EvaluatedView); ok {
		if steps := insertInSet(v, op); steps != nil {
			return steps, nil
		}
		if steps, err := inSources(v, op); len(steps) > 0 || err != nil {
			return steps, err
		}
	}
	at, err := placeOp(view, op)
	return []step{{page: at.Page, op: *op, shared: at.Shared}}, err
}

// placeOp gives the op paths in the document that it returns.
func placeOp(view place.View, op *rule.OpReport) (place.Anchor, error) {
	if v, ok := view.(*place.EvaluatedView); ok {
		if at, ok := inSet(v, op); ok {
			op.Prune = 0
			return at, nil
		}
	}
	entry := op.Do == edit.Delete || op.Do == edit.Rename || op.Do == edit.Move
	at, err := view.Anchor(op.Path, entry)
	if err != nil {
		return at, err
	}
	path := op.Path
	op.Path = at.Path
	if op.Do == edit.Move {
		to, err := view.Anchor(op.To, true)
		if err != nil || to.Page != at.Page {
			// Values are merged of several sources: it stays in its own.
			if to.Path = beside(at.Path, path, op.To); to.Path == nil {
				return at, cmp.Or[error](err, edit.Refuse("it would be moved to another document"))
			}
		}
		op.To = to.Path
		at.Shared = at.Shared || to.Shared
	}
	doc := at.Page.Doc
	seen := seenWay(view, path, at)
	if doc.Syntax != model.HCL {
		behindAliases(doc, op, entry)
		at.Path, at.Shared = op.Path, at.Shared || op.Shared
	}
	op.Prune = prunable(seen, at, op.Prune)
	switch {
	case entry && takesNamed(seen, at):
		return at, edit.Refuse("an expression or a type names the key, and would not find it")
	case doc.Syntax == model.HCL:
	case filetype.IsTerraform(doc.File.Path) && !at.Page.Embedded:
		op.Value = inJSON(op.Value, slices.Contains(op.Path, any("depends_on")))
	case keyTwice(doc, op.Path) && len(doc.Templates) == 0:
		return at, edit.Refuse("the key stands twice, and only one of them counts")
	}
	return at, nil
}

// beside returns where an entry moves in its own document, given its path there, and its path and where it moves to as rules see them; nil
// where its document does not have the maps that those two have in common.
func beside(real, path, to []any) []any {
	common := 0
	for common < min(len(path), len(to))-1 && path[common] == to[common] {
		common++
	}
	own := path[common:]
	if common < 1 || len(real) < len(own) || !slices.Equal(real[len(real)-len(own):], own) {
		return nil
	}
	return slices.Concat(real[:len(real)-len(own)], to[common:])
}

// behindAliases lets the op change what its aliases stand for.
func behindAliases(doc *model.Document, op *rule.OpReport, entry bool) {
	op.Path, op.Shared = place.LiteralPath(doc.Root, op.Path, entry)
	if op.Do == edit.Move {
		to, shared := place.LiteralPath(doc.Root, op.To, true)
		op.To, op.Shared = to, op.Shared || shared
	}
}

// inJSON returns a value with its expressions as Terraform's JSON has them: texts, with ${ } around all but references
// in depends_on.
func inJSON(v *model.Value, bare bool) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		switch {
		case inner.Kind != model.Unknown || len(inner.Items) > 0:
			return inner, true
		case bare:
			return model.NewString(inner.Text), false
		}
		return model.NewString("${" + inner.Text + "}"), false
	})
}

// FileEdits gives edits of one file their positions.
func FileEdits(f *model.File, edits []edit.Edit) []FileEdit {
	var all []FileEdit
	for _, e := range edits {
		all = append(all, FileEdit{Location: place.NewLocation(f, model.Span{Start: e.Start, End: e.End}), New: e.New})
	}
	return all
}

// overlap says whether two of the edits change the same bytes: they were planned in different documents.
func overlap(edits []FileEdit) bool {
	for i, a := range edits {
		for _, b := range edits[:i] {
			if a.File == b.File && a.Span.Start < b.Span.End && b.Span.Start < a.Span.End {
				return true
			}
		}
	}
	return false
}

// keyTwice says whether the path's last step is a key that stands twice in its map: a fix of one would let the
// other count.
func keyTwice(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	holder := doc.Root.Get(path[:len(path)-1]...)
	key, _ := path[len(path)-1].(string)
	e := holder.Entry(key)
	return e != nil && slices.ContainsFunc(holder.Entries, func(other *model.Entry) bool { return other != e && other.Key.Text == key })
}

// hasBranches says whether template lines stand between the entries of the map, or the items of the
// list, that holds path: {{ else }} may part two keys that a rule saw side by side, and what is
// deleted in one branch would be missing there.
func hasBranches(doc *model.Document, path []any) bool {
	if len(path) == 0 {
		return false
	}
	container := doc.Root.Get(path[:len(path)-1]...)
	if container == nil {
		return false
	}
	return slices.ContainsFunc(doc.Templates, func(t model.Span) bool {
		return container.Span.Contains(t) && !slices.ContainsFunc(container.ChildSpans(), func(c model.Span) bool {
			return c.Contains(t)
		})
	})
}

// losesComment says whether a comment that the edits touch is not in what they write.
func losesComment(comments []yaml.Comment, edits []edit.Edit) bool {
	var written strings.Builder
	for _, e := range edits {
		written.WriteString(e.New + "\n")
	}
	for _, c := range comments {
		touched := slices.ContainsFunc(edits, func(e edit.Edit) bool {
			return e.Start < c.Span.End && c.Span.Start < e.End
		})
		if touched && !strings.Contains(written.String(), c.Text) {
			return true
		}
	}
	return false
}
