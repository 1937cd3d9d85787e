package branches

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// verifyVariants reads the result, selects the branches of each variant in it, and compares the selection with the tree that
// the Ops of the variant ask for.
func (m *merger) verifyVariants(edits []edit.Edit, variants []Variant) error {
	after, text, err := m.Result(edits)
	if err != nil {
		return err
	}
	if err := m.verifyTemplates(edits, text); err != nil {
		return err
	}
	blocks, err := yaml.Blocks(after, m.decidedAbout(edits, after))
	if err != nil {
		return edit.Refuse("the change would leave templates without balance (%v)", err)
	}
	written := templates.NewEnvironment(m.Doc, m.Guards.Blocks, m.Doc.File.Helpers)
	result := templates.NewEnvironment(after, blocks, m.Doc.File.Helpers)
	if err := m.verifyStatements(written, result); err != nil {
		return err
	}
	meant := map[string]bool{}
	for _, a := range written.Templates {
		meant[a.Meaning()], meant[a.Text] = true, true
	}
	for _, a := range result.Templates {
		if a.IsControl() || a.Comment {
			continue
		}
		brought := a.About() == "" && !meant[a.Text] // written by an Op, and it means the same everywhere
		if !meant[a.Meaning()] && !brought && !written.Extends(a.About(), a.Pipeline) {
			return edit.Refuse("the template %q would mean something else at its new place", a.Written)
		}
	}
	if written.End.Differs(result.End, m.Doc) {
		return errEndDiffers
	}
	for i, v := range variants {
		if err := m.verifyVariant(i, v, after, blocks, written, result); err != nil {
			return err
		}
	}
	return m.VerifyComments(layout.RemarksIn(after))
}

var errEndDiffers = edit.Refuse("variables that templates assign in the object would have other values after it")

// decidedAbout returns the part of the result that the blocks control: all of it, unless the blocks belong to one of several objects.
func (m *merger) decidedAbout(edits []edit.Edit, after *model.Document) model.Span {
	blocks, err := yaml.Blocks(m.Doc, m.Doc.Root.Span)
	if err == nil && slices.EqualFunc(blocks, m.Guards.Blocks, func(a, b *gotmpl.Block) bool { return a.Span() == b.Span() }) {
		return after.Root.Span
	}
	part := model.Span{Start: m.Doc.Span.End, End: m.Doc.Span.Start}
	grown := after.Span.End - m.Doc.Span.End
	for _, e := range edits {
		part = model.Span{Start: min(part.Start, e.Start), End: max(part.End, e.End)}
	}
	for _, b := range m.Guards.Blocks {
		part = model.Span{Start: min(part.Start, b.Span().Start), End: max(part.End, b.Span().End)}
	}
	shift := after.Span.Start - m.Doc.Span.Start
	return model.Span{Start: part.Start + shift, End: part.End + grown}
}

var errOtherMeaning = edit.Refuse("templates change, between the old place of a field and the new one, what it reads")

func (m *merger) verifyVariant(i int, v Variant, after *model.Document, blocks []*gotmpl.Block, written, result *templates.Environment) error {
	conditions := written.KnownConditions(m.Guards.Blocks, v.Taken, map[string]int{})
	want := newComparable(v.Doc, written).wanted(m.trees[i])
	for _, fallback := range []int{-1, 1} { // conditions without an effect here may have any value
		chosen, sure := result.Choose(blocks, conditions, fallback)
		if sure && fallback > 0 {
			break
		}
		selected, broken := yaml.Select(after, blocks, chosen)
		if broken != nil {
			return edit.Unproved("the change would not parse (%v)", broken)
		}
		if selected.Root == nil {
			return draft.ErrNotAsAsked
		}
		got := newComparable(selected, result).of(selected.Root)
		switch {
		case m.SameMeaning(got, want):
		case !sure, m.SameMeaning(newComparable(selected, nil).of(selected.Root), newComparable(v.Doc, nil).wanted(m.trees[i])):
			return errOtherMeaning
		default:
			return draft.ErrNotAsAsked
		}
		if !m.cutsBehind() {
			continue
		}
		switch asRead := rendersAlike(m.Doc, m.Guards.Blocks, v.Taken, v.Doc.Root); {
		case !asRead && slices.ContainsFunc(m.Doc.Templates, func(t model.Span) bool { return strings.HasPrefix(m.Doc.Text(t), "%{") }):
			return errCutsAlready
		case asRead && !rendersAlike(after, blocks, chosen, selected.Root):
			return errCutBlanks
		}
	}
	return nil
}

var errCutBlanks = edit.Refuse(`a template that cuts the blanks beside it ("-}}" or "~}") would join lines at its new place`)

var errCutsAlready = edit.RefuseWith(`put it into the first column, or leave the "~" away`,
	`a directive with "~}" joins lines, so that Terraform renders something else than what is written`)

// cutsBehind reports whether a template of the document trims the blanks after it, which may join lines.
func (m *merger) cutsBehind() bool {
	return templates.CutsBlanks(m.Data[m.Doc.Span.Start:m.Doc.Span.End])
}

// maxTemplates bounds the files, in bytes, that are read as one Go template for each of their documents.
const maxTemplates = 256 << 10

// verifyTemplates returns an error if the document or the file was a valid Go template before the edits and is not after them.
// text is the document after the edits.
func (m *merger) verifyTemplates(edits []edit.Edit, text []byte) error {
	if !slices.ContainsFunc(m.Doc.Templates, func(t model.Span) bool { return strings.HasPrefix(m.Doc.Text(t), "{{") }) {
		return nil
	}
	after := text
	if !isTemplate(m.Data[m.Doc.Span.Start:m.Doc.Span.End]) { // its blocks begin or end in other documents
		if m.Size > maxTemplates || !isTemplate(m.Data[:m.Size]) {
			return nil
		}
		var err error
		if after, err = edit.Apply(m.Data[:m.Size], edits); err != nil {
			return err
		}
	}
	if !isTemplate(after) {
		return m.divided()
	}
	return nil
}

var errDivided = edit.Refuse("the change would part lines of a template that begin and end its blocks")

// divided returns an error that names a block which continues in another map or list, because that may be why the change would
// split it.
func (m *merger) divided() error {
	for _, c := range m.Guards.Controls {
		if first := m.Guards.Control(c.Block, 0); c.Collection != first.Collection {
			return edit.Refuse("the template of line %d continues in another map or list on line %d",
				m.LineNumber(first.Block.Span().Start), m.LineNumber(c.Lines.Start))
		}
	}
	return errDivided
}

func isTemplate(text []byte) bool {
	_, err := gotmpl.ParseFile("file", string(text))
	return err == nil
}

// verifyStatements returns an error if a template that assigns a variable is lost, repeated, or assigns to another variable.
func (m *merger) verifyStatements(written, result *templates.Environment) error {
	count := map[string]int{}
	for _, a := range result.Templates {
		count[a.Assignment()]++
	}
	for i, a := range written.Templates {
		if key := a.Assignment(); count[key] > 0 || !m.MayGo(m.Doc.Templates[i]) {
			count[key]--
		}
	}
	for _, a := range written.Templates {
		switch key := a.Assignment(); {
		case key == "" || count[key] == 0:
		case count[key] < 0:
			return edit.Refuse("the template %q would be lost, or moved to where it has another effect", a.Written)
		default:
			return edit.Refuse("the change would repeat the template %q", a.Written)
		}
	}
	return nil
}
