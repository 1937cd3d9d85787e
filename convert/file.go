package convert

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// convertFile converts everything in a file but the objects in skip.
func (c *Converter) convertFile(f *model.File, file int, survey *survey, skip map[units.ID]outcome) *result {
	conv := &conversion{Converter: c.forFile(f.Path), survey: survey, file: f, skip: skip}
	conv.File = File{Path: f.Path, Before: f.Data, After: f.Data}
	switch {
	case IsDocumentation(f.Path):
		conv.Notes = rename.Documentation(conv.Goal, f)
		return &conv.result
	case c.isTextFile(f, file):
		word := "script"
		if isTemplate(f.Path) {
			word = "template"
		}
		conv.Notes = rename.Script(conv.Goal, f, word)
		return &conv.result
	case c.scripts[f.Path] != nil:
		conv.Notes = rename.Script(conv.Goal, c.scripts[f.Path].Remainder, "script")
	case c.isOnlyForTaint(f) && !survey.builds.IsPatch(f.Path) && !filetype.IsKustomization(f.Path):
		return &conv.result
	}
	c.parsed.Units(f, file, conv.unit)
	conv.flush()
	slices.SortStableFunc(conv.edits, func(a, b edit.Edit) int { return a.Start - b.Start }) // of Terraform, other documents come first
	if text, err := edit.Apply(f.Data, conv.edits); err == nil {
		conv.After = conv.checked(text)
	} else {
		conv.fail(fmt.Sprintf("the edits do not fit together (%v); convert the file by hand", err))
	}
	return &conv.result
}

// isOnlyForTaint reports whether a file was selected only because of the old taint, although this is not a conversion to v1,
// which alone changes the taint.
func (c *Converter) isOnlyForTaint(f *model.File) bool {
	return !c.Behaves.NewTaint && apis.ContainsAny(f.Data, apis.OldTaint) && !selects(f.Data)
}

func (c *conversion) unit(u *units.Unit) {
	if u.Doc == nil || u.Doc != c.doc {
		c.flush()
		c.doc = u.Doc
	}
	if u.Err != nil {
		c.unreadable(u)
		return
	}
	c.inText = u.Block == nil && u.Around != nil
	o := c.objectOf(u)
	from := strings.TrimSpace(cmp.Or(u.Res.Value.Str("apiVersion"), u.Res.APIVersion) + " " + o.Name)
	to, status := from, Unchanged
	isAside := c.setAside(o, u)
	switch {
	case isAside && c.isOld(u):
		status = Skipped
	case isAside:
	case !c.stays(u.ID):
		to, status = c.convertUnit(o, from)
	}
	site := c.site(o, u)
	switch isReplaced := status == Converted && to != from; {
	case isReplaced && u.Ignored:
		site.WarnIgnored()
	case isReplaced:
		site.WarnReplaced()
	}
	kind := facts.APIKind{APIVersion: u.Res.APIVersion, Kind: u.Res.Kind}
	line := o.Line(nil)
	made := Object{File: c.file.Path, From: from, To: to, Status: status, Kind: kind, Name: record.ShownName(u.Res), Line: line, Aside: isAside}
	if use := o.fromValues(); use != nil {
		made.SpecFrom = use.Text
	}
	c.Objects = append(c.Objects, made)
	c.outcomes = append(c.outcomes, outcome{ID: u.ID, place: fmt.Sprintf("%s:%d", c.file.Path, line), name: o.Name, line: line})
	c.pending = append(c.pending, &pending{object: o, outcome: len(c.outcomes) - 1, site: site})
}

// objectOf returns the object of a unit, for its conversion.
func (c *conversion) objectOf(u *units.Unit) *object {
	o := c.object(u.Res, c.survey, u.ID)
	switch {
	case u.Res.Kind == "" && filetype.IsKustomization(c.file.Path):
		o.Name = "Kustomization"
	case u.Res.Kind == "" && u.Block != nil:
		o.Name = u.Block.Name
	case u.Res.Kind == "" && u.Res.Name == "":
		o.Name = fmt.Sprintf("document %d", u.Number)
	}
	return o
}

// convertUnit converts an object, with all branches of the templates in it.
func (c *conversion) convertUnit(o *object, from string) (to string, status Status) {
	blocks, err := c.blocksOf(o)
	switch {
	case err != nil:
		o.Decide(nil, "the blocks of a template cannot be separated: %v; correct it, or convert the object by hand", err)
		return from, Undecided
	case len(blocks) > 0:
		return c.convertBranches(o, from, blocks)
	}
	return c.convert(o, from)
}

// flush plans the edits of the current document: of all its objects at once, or where that
// fails of those that can be planned alone.
func (c *conversion) flush() {
	changed := slices.DeleteFunc(slices.Clone(c.pending), func(p *pending) bool { return p.site.Changes() == 0 })
	edits, err := c.plan(c.pending)
	if err != nil {
		changed = slices.DeleteFunc(changed, c.cannotPlan)
		edits, err = c.plan(changed)
	}
	for _, p := range changed {
		if err != nil {
			p.refuse("karplint cannot edit this document safely: %v", err)
			continue
		}
		c.outcomes[p.outcome].edits = p.site.Changes()
	}
	if err == nil {
		c.edits = append(c.edits, edits...)
	}
	for _, p := range c.pending {
		c.settle(p)
	}
	c.pending, c.doc = nil, nil
}

// cannotPlan reports whether an object cannot be edited safely, which is then a decision.
func (c *conversion) cannotPlan(p *pending) bool {
	_, err := c.plan([]*pending{p})
	switch {
	case errors.Is(err, sites.ErrOneObject), errors.Is(err, sites.ErrOneKind):
		p.refuse("%v", err)
	case err != nil:
		p.refuse("karplint cannot edit this object safely: %v", err)
	}
	return err != nil
}

// settle records the outcome of an object whose edits are planned.
func (c *conversion) settle(p *pending) {
	out, object := &c.outcomes[p.outcome], &c.Objects[p.outcome]
	out.blocked = p.IsHeld()
	object.UnknownRole = p.UnknownRole
	object.NeedsRole = slices.ContainsFunc(p.Notes, func(n record.Entry) bool { return n.Level == record.Decision && !n.Holds })
	out.notes.from = len(c.Notes)
	c.Notes = append(c.Notes, record.PublicNotes(p.Notes)...)
	out.notes.to = len(c.Notes)
	switch {
	case out.blocked:
		object.Status = Undecided
	case object.Status == Unchanged && out.edits > 0:
		object.Status = Converted
	}
	if out.edits == 0 {
		object.To = object.From
	}
}

// unreadable reports a document that does not parse, if it holds anything to convert.
func (c *conversion) unreadable(u *units.Unit) {
	span := u.Err.Span
	from, to := max(0, span.Start-documentReach), min(len(c.file.Data), span.End+documentReach)
	switch {
	case u.Err.Limit:
		from, to = span.Start, len(c.file.Data)
	case u.Block != nil:
		from, to = u.Body.Start, u.Body.End
	case filetype.IsTerraform(c.file.Path) && !apis.ContainsAny(c.file.Data[from:to], apis.AlphaNames) &&
		!apis.ContainsAny(c.file.Data[from:to], c.Older.Needles):
		return // lint reports it
	}
	if near := yaml.Words(c.file.Data[from:to]); !(apis.ContainsAny(near, apis.Needles) && apis.ContainsAny(near, karpenterName)) &&
		!apis.ContainsAny(near, c.Older.Needles) {
		return
	}
	line := c.file.Position(min(span.Start, len(c.file.Data))).Line
	name := fmt.Sprintf("document %d", u.Number)
	subject := "the document"
	switch {
	case u.Block != nil:
		name = u.Block.Name
	case filetype.IsTerraform(c.file.Path):
		subject, name = "the file", "file"
	}
	c.Objects = append(c.Objects, Object{File: c.file.Path, From: name, To: name, Status: Undecided, Line: line})
	c.outcomes = append(c.outcomes, outcome{ID: u.ID, place: fmt.Sprintf("%s:%d", c.file.Path, line), name: name, line: line, blocked: true})
	message := fmt.Sprintf("%s does not parse: %s; %s, or convert it by hand", subject, u.Err.Message, cmp.Or(u.Err.Help, "correct it"))
	switch {
	case u.Err.Limit:
		message = u.Err.Error()
	case span.Start < len(c.file.Data) && branchesOnLine().Match(c.file.Data[c.file.LineStart(span.Start):c.file.LineEnd(span.Start)]):
		message = "a template chooses between parts of this line, and the document does not parse with all of them; write each branch on lines of its " +
			"own, or convert it by hand"
	}
	c.Notes = append(c.Notes, record.Note{File: c.file.Path, Line: line, Object: name, Level: record.Decision, Message: message})
}

// branchesOnLine matches a line with a template that has several branches on it.
var branchesOnLine = pattern.New(`[{][{]-?\s*else\b|%[{]~?\s*else\b`)

// documentReach is how many bytes around an error are searched for old names. Without such a name,
// the error gets no note.
const documentReach = 1 << 20

// checked returns the new text of a Terraform file or a Go template, or the old text if the new one would not parse.
func (c *conversion) checked(text []byte) []byte {
	switch {
	case bytes.Equal(text, c.file.Data):
		return text
	case !filetype.IsTerraform(c.file.Path):
		if !bytes.Contains(text, []byte("{{")) {
			return text
		}
		if _, err := gotmpl.ParseFile(c.file.Path, string(c.file.Data)); err != nil {
			return text // in another language
		}
		if _, err := gotmpl.ParseFile(c.file.Path, string(text)); err != nil {
			c.fail("the conversion would split a block of the Go template; convert the file by hand")
			return c.file.Data
		}
		return text
	}
	if _, err := hcl.Parse(model.NewFile(c.file.Path, text)); err != nil {
		c.fail(fmt.Sprintf("the file would not parse as Terraform after the conversion (%s); convert it by hand", err.Message))
		return c.file.Data
	}
	return text
}

// holdBack leaves the objects as they are that an open decision holds, and sorts the notes.
func (c *Converter) holdBack(f *model.File, file int, survey *survey, r *result, blocked map[units.ID]outcome) {
	changed, anyBlocked := false, false
	untold := map[int]bool{} // notes about changes that are not made
	for i, o := range r.outcomes {
		blocker, isHeld := blocked[o.ID]
		if o.edits == 0 {
			continue
		}
		changed = changed || !isHeld
		if !isHeld {
			continue
		}
		anyBlocked = true
		r.Objects[i].Status = Undecided
		for j := o.notes.from; j < o.notes.to; j++ {
			untold[j] = r.Notes[j].Level != record.Decision && !c.opts.AsDecided
		}
		if blocker.ID != o.ID {
			r.Notes = append(r.Notes, record.Note{
				File: f.Path, Line: o.line, Object: o.name, Level: record.Info,
				Message: fmt.Sprintf("it stays as it is until you decide about %s (%s), because they depend on each other", blocker.name, blocker.place),
			})
		}
	}
	switch {
	case c.opts.AsDecided:
	case anyBlocked && changed:
		r.After = c.convertFile(f, file, survey, blocked).After
	case anyBlocked:
		r.After = f.Data
	}
	r.Notes = without(r.Notes, untold)
	sort.SliceStable(r.Notes, func(i, j int) bool { return r.Notes[i].Line < r.Notes[j].Line })
}

// without returns the notes but those at the indexes.
func without(notes []Note, indexes map[int]bool) (others []Note) {
	for i, n := range notes {
		if !indexes[i] {
			others = append(others, n)
		}
	}
	return others
}
