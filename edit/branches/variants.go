// Package branches plans Ops on a document whose template branches give it several variants. It merges the trees of all variants into
// one, finds a block or composes a condition for values that only some of them have, and proves each variant of the result.
package branches

import (
	"bytes"
	"errors"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Variant is a document with some branches of its templates taken, and the Ops for it.
type Variant struct {
	Taken gotmpl.Taken
	Doc   *model.Document // of yaml.Select with Taken
	Ops   []edit.Op
}

// Plan returns the edits of doc, sorted and not overlapping, after which each variant parses to the tree that its Ops make of its
// Doc. Values of all variants are written plainly. Values of some variants are written between control lines: existing ones if any
// fit, else new ones. The blocks are those of yaml.Blocks; each variant takes a branch of each. Plan returns an error, and no edits,
// if that is impossible, or if the result would not parse as asked with every comment in place.
func Plan(doc *model.Document, blocks []*gotmpl.Block, variants []Variant) ([]edit.Edit, error) {
	if len(variants) == 0 || doc.Root == nil {
		return nil, draft.ErrEmpty
	}
	edits, err := planVariants(doc, blocks, variants, false)
	if errors.Is(err, errCutBlanks) {
		if above, failed := planVariants(doc, blocks, variants, true); failed == nil {
			return above, nil
		}
	}
	return edits, err
}

// planVariants is Plan for one way to place new entries.
func planVariants(doc *model.Document, blocks []*gotmpl.Block, variants []Variant, aboveTemplates bool) ([]edit.Edit, error) {
	trees := make([]*draft.Tree, len(variants))
	clean := true
	for i, v := range variants {
		if v.Doc.Root == nil {
			return nil, draft.ErrEmpty
		}
		t := draft.New(layout.New(v.Doc))
		if err := t.ApplyAll(v.Ops); err != nil {
			return nil, err
		}
		clean = clean && t.Root.Clean()
		trees[i] = t
	}
	if clean {
		return nil, nil
	}
	if endsInBlankLine(doc) {
		return nil, errBlankEnd
	}
	s := layout.NewGuarded(doc, blocks)
	if s.Guards.Failed != nil {
		return nil, s.Guards.Failed
	}
	if err := s.LinesInComments(); err != nil {
		return nil, err
	}
	m := newMerger(s, trees, variants)
	t, err := m.merge()
	if err != nil {
		return nil, err
	}
	t.AboveTemplates = aboveTemplates
	edits, err := yamltext.Edits(t)
	if err != nil {
		return nil, err
	}
	if err := m.verifyVariants(edits, variants); err != nil {
		return nil, err
	}
	return edits, nil
}

var errBlankEnd = edit.RefuseWith("end the file with a newline, or change it by hand", "the last line, of blanks without a newline, ends a text")

// endsInBlankLine reports whether blanks without a newline follow a block scalar at the end of a document. Because of them the scalar
// ends with a newline, and templates in the scalar hide that from a comparison.
func endsInBlankLine(doc *model.Document) bool {
	last := layout.DeepestLast(doc.Root)
	if last.Kind != model.Unknown || !layout.IsBlockScalar(last) {
		return false
	}
	text := doc.File.Data[doc.Span.Start:doc.Span.End]
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return len(line) > 0 && len(bytes.TrimSpace(line)) == 0
}
