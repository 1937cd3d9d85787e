package edit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// verifyVariants reads the result, takes the branches of each variant in it, and compares what is left with what the Ops of the
// variant ask for.
func (m *merger) verifyVariants(edits []Edit, variants []Variant) error {
	after, text, err := m.result(edits)
	if err != nil {
		return err
	}
	if err := m.verifyTemplates(edits, text); err != nil {
		return err
	}
	blocks, err := yaml.Blocks(after, m.decidedAbout(edits, after))
	if err != nil {
		return Refuse("the change would leave templates without balance (%v)", err)
	}
	written := newEnvironment(m.doc, m.guards.blocks, m.doc.File.Helpers, scope{})
	result := newEnvironment(after, blocks, m.doc.File.Helpers, scope{})
	if err := m.verifyStatements(written, result); err != nil {
		return err
	}
	meant := map[string]bool{}
	for _, a := range written.templates {
		meant[a.meaning()], meant[a.text] = true, true
	}
	for _, a := range result.templates {
		brought := a.about() == "" && !meant[a.text] // by Ops, from elsewhere, to a place where nothing has changed what it means
		if !a.IsControl() && !a.Comment && !meant[a.meaning()] && !brought {
			return Refuse("the template %q would mean something else at its new place", a.written)
		}
	}
	if written.end.differs(result.end, m.doc) {
		return errEndDiffers
	}
	for i, v := range variants {
		if err := m.verifyVariant(i, v, after, blocks, written, result); err != nil {
			return err
		}
	}
	return m.verifyComments(remarksIn(after))
}

var errEndDiffers = Refuse("what templates assign in the object would be something else behind it")

// decidedAbout returns the part of the result that the blocks decide about: all of it, unless they are those of one object of several.
func (m *merger) decidedAbout(edits []Edit, after *model.Document) model.Span {
	all, err := yaml.Blocks(m.doc, m.doc.Root.Span)
	if err == nil && slices.EqualFunc(all, m.guards.blocks, func(a, b *gotmpl.Block) bool { return a.Span() == b.Span() }) {
		return after.Root.Span
	}
	part := model.Span{Start: m.doc.Span.End, End: m.doc.Span.Start}
	grown := after.Span.End - m.doc.Span.End
	for _, e := range edits {
		part = model.Span{Start: min(part.Start, e.Start), End: max(part.End, e.End)}
	}
	for _, b := range m.guards.blocks {
		part = model.Span{Start: min(part.Start, b.Span().Start), End: max(part.End, b.Span().End)}
	}
	by := after.Span.Start - m.doc.Span.Start
	return model.Span{Start: part.Start + by, End: part.End + grown}
}

var errNotAsAsked = unproved("the change would not read back as intended")

var errOtherMeaning = Refuse("templates change, between the old place of a field and the new one, what it reads")

func (m *merger) verifyVariant(i int, v Variant, after *model.Document, blocks []*gotmpl.Block, written, result *environment) error {
	known := written.known(m.guards.blocks, v.Taken, map[string]int{})
	want := newComparable(v.Doc, written).wanted(m.trees[i])
	for _, other := range []int{-1, 1} { // what decides about nothing here may have any value
		taken, sure := result.choose(blocks, known, other)
		if sure && other > 0 {
			break
		}
		selected, broken := yaml.Select(after, blocks, taken)
		if broken != nil {
			return unproved("the change would not parse (%v)", broken)
		}
		if selected.Root == nil {
			return errNotAsAsked
		}
		got := newComparable(selected, result).of(selected.Root)
		switch {
		case m.sameMeaning(got, want):
		case !sure, m.sameMeaning(newComparable(selected, nil).of(selected.Root), newComparable(v.Doc, nil).wanted(m.trees[i])):
			return errOtherMeaning
		default:
			return errNotAsAsked
		}
		if !m.cutsBehind() {
			continue
		}
		switch asRead := rendersAlike(m.doc, m.guards.blocks, v.Taken, v.Doc.Root); {
		case !asRead && slices.ContainsFunc(m.doc.Templates, func(t model.Span) bool { return strings.HasPrefix(m.doc.Text(t), "%{") }):
			return errCutsAlready
		case asRead && !rendersAlike(after, blocks, taken, selected.Root):
			return errCutBlanks
		}
	}
	return nil
}

var errCutBlanks = Refuse(`a template that cuts the blanks beside it ("-}}" or "~}") would join lines at its new place`)

var errCutsAlready = RefuseWith(`put it into the first column, or leave the "~" away`,
	`a directive with "~}" joins lines, so that Terraform renders something else than what is written`)

// cutsBehind says whether a template of the document cuts the blanks behind it, which may join lines.
func (m *merger) cutsBehind() bool {
	return cutsBlanks(m.data[m.doc.Span.Start:m.doc.Span.End])
}

// cutsBlanks says whether a template in a text cuts the blanks behind it.
func cutsBlanks(text []byte) bool {
	return bytes.Contains(text, []byte("-}}")) || bytes.Contains(text, []byte("~}"))
}

// maxTemplates bounds the files, in bytes, that are read as one Go template for each of their documents.
const maxTemplates = 256 << 10

// verifyTemplates returns an error where the document, whose text then is text, or the file no longer is what a Go template must be, but was
// before.
func (m *merger) verifyTemplates(edits []Edit, text []byte) error {
	if !slices.ContainsFunc(m.doc.Templates, func(t model.Span) bool { return strings.HasPrefix(m.doc.Text(t), "{{") }) {
		return nil
	}
	after := text
	if !isTemplate(m.data[m.doc.Span.Start:m.doc.Span.End]) { // what it begins or ends stands in other documents
		if m.size > maxTemplates || !isTemplate(m.data[:m.size]) {
			return nil
		}
		var err error
		if after, err = Apply(m.data[:m.size], edits); err != nil {
			return err
		}
	}
	if !isTemplate(after) {
		return m.divided()
	}
	return nil
}

var errDivided = Refuse("the change would part lines of a template that begin and end its blocks")

// divided says where a block goes on in another map or list than it began in, which may be why the change would part it.
func (m *merger) divided() error {
	for _, c := range m.guards.controls {
		if first := m.guards.control(c.block, 0); c.coll != first.coll {
			return Refuse("the template of line %d goes on in another map or list on line %d",
				m.lineNumber(first.block.Span().Start), m.lineNumber(c.lines.Start))
		}
	}
	return errDivided
}

func isTemplate(text []byte) bool {
	_, err := gotmpl.ParseFile("file", string(text))
	return err == nil
}

// withoutInteger returns a text without what turns a number into a whole one, which reads the same value.
func withoutInteger(text string) string { return strings.Replace(text, " | int64", "", 1) }
