package planning

import (
	"bytes"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Bounds on a document, or on the part of it that changes. A plan needs about 1 KiB of memory for each value, and 200 bytes for
// each line.
const (
	maxValues = 100_000 // keys and values
	maxGrown  = 200_000 // keys and values after the change
	maxLines  = 200_000
)

var (
	errTooLarge = edit.Refuse("the document has more than %d keys and values", maxValues)
	errGrows    = edit.RefuseWith("split it, or change it by hand", "the document would have more than %d keys and values", maxGrown)
	errTooLong  = edit.Refuse("the document has more than %d lines", maxLines)
	errSpent    = edit.Refuse("to change files of this size in so many places takes too long")
)

// blockBytes is the cost of a plan for a Terraform block. Its size hardly matters.
const blockBytes = 1000

// spend returns a refusal if a plan costs too many bytes.
func (target *Target) spend(bytes int) error {
	if target.Spend != nil && !target.Spend(bytes) {
		return errSpent
	}
	return nil
}

// spendOn returns a refusal if a plan for the document and its variants costs too much.
func (target *Target) spendOn(doc *model.Document, variants int) error {
	text := doc.File.Data[doc.Span.Start:doc.Span.End]
	if err := target.spend(variants * len(text) / looseBytes); err != nil { // before the values are counted, which takes time as well
		return err
	}
	values, lines := count(doc.Root, maxValues), bytes.Count(text, []byte{'\n'})
	if err := target.spend(variants * costOf(len(text), values, lines)); err != nil {
		return err
	}
	switch {
	case values > maxValues:
		return errTooLarge
	case lines > maxLines:
		return errTooLong
	}
	return nil
}

// looseBytes is how many bytes of a text, such as indentation, take as long as one byte of a dense text, such as [a,b].
const looseBytes = 12

// costOf returns the bytes of a dense text that takes as long as the keys, values and lines of a text with so many bytes.
func costOf(bytes, values, lines int) int { return min(bytes-bytes/looseBytes, 2*(values+lines)) }

// count returns the number of keys and values in a tree, or soon after most a number above it.
func count(root *model.Value, most int) (n int) {
	root.Any(func(v *model.Value) bool {
		n += 1 + len(v.Entries)
		return n > most
	})
	return n
}

// hasMore reports whether a tree has more than bound keys and values.
func hasMore(root *model.Value, bound int) bool { return count(root, bound) > bound }

// planTree plans Ops on a document, which is the text of the heredoc if that is not nil.
func (target *Target) planTree(doc *model.Document, ops []edit.Op, heredoc *model.Value) (edits []edit.Edit, err error) {
	if err := target.spendOn(doc, 1); err != nil {
		return nil, err
	}
	if heredoc == nil && (layout.HasStatements(doc) || layout.ChangesValues(doc)) {
		if blocks, err := yaml.Blocks(doc, doc.Root.Span); err == nil && len(blocks) == 0 {
			return branches.Plan(doc, nil, []branches.Variant{{Doc: doc, Ops: ops}})
		}
	}
	t := draft.New(layout.New(doc))
	t.Heredoc = heredoc
	if err := t.ApplyAll(ops); err != nil || t.Root.Clean() {
		return nil, err
	}
	if hasMore(t.Wanted(), maxGrown) {
		return nil, errGrows
	}
	if err := t.LinesInComments(); err != nil {
		return nil, err
	}
	if edits, err = yamltext.Edits(t); err != nil {
		return nil, err
	}
	if err := verify(t, edits); err != nil {
		return nil, err
	}
	return edits, nil
}

// verify reads the result and compares it with the wanted tree.
func verify(t *draft.Tree, edits []edit.Edit) error {
	after, _, err := t.Result(edits)
	if err != nil {
		return err
	}
	if !t.SameMeaning(after.Root, t.Wanted()) {
		return draft.ErrNotAsAsked
	}
	return t.VerifyComments(yaml.Comments(after))
}
