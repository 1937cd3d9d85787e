package edit

import (
	"bytes"
	"errors"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Variant is a document as it is with some branches of its templates taken, and what is to become of it then.
type Variant struct {
	Taken gotmpl.Taken
	Doc   *model.Document // of yaml.Select with Taken
	Ops   []Op
}

// planBranches returns the edits of doc, sorted and not overlapping, after which each variant reads as the tree that its Ops
// make of its Doc: what all variants have is written plainly, what some of them have between control lines, those that it had or, where
// none of them fits, new ones. The blocks are those of yaml.Blocks, and each variant takes all of them. It returns an error, and
// no edits, where that cannot be done, and where the result would not read as asked for with every comment in place.
func planBranches(doc *model.Document, blocks []*gotmpl.Block, variants []Variant) ([]Edit, error) {
	if len(variants) == 0 || doc.Root == nil {
		return nil, errEmpty
	}
	edits, err := planVariants(doc, blocks, variants, placement{})
	if err != nil && hasStatements(doc) { // what a new map takes up may need what stands between its parts
		if later, failed := planVariants(doc, blocks, variants, placement{last: true}); failed == nil {
			return later, nil
		}
	}
	if errors.Is(err, errCutBlanks) {
		if above, failed := planVariants(doc, blocks, variants, placement{above: true}); failed == nil {
			return above, nil
		}
	}
	return edits, err
}

// planVariants is planBranches with new entries at some places.
func planVariants(doc *model.Document, blocks []*gotmpl.Block, variants []Variant, place placement) ([]Edit, error) {
	trees := make([]*tree, len(variants))
	clean := true
	for i, v := range variants {
		if v.Doc.Root == nil {
			return nil, errEmpty
		}
		t := newTree(newSource(v.Doc))
		for _, op := range v.Ops {
			if err := t.apply(op); err != nil {
				return nil, err
			}
		}
		if t.root.open() {
			return nil, errOpen
		}
		clean = clean && t.root.clean()
		trees[i] = t
	}
	if clean {
		return nil, nil
	}
	if endsInBlankLine(doc) {
		return nil, errBlankEnd
	}
	s := newGuardedSource(doc, blocks)
	if s.guards.failed != nil {
		return nil, s.guards.failed
	}
	if err := s.linesInComments(); err != nil {
		return nil, err
	}
	m := newMerger(s, trees, variants)
	t, err := m.merge()
	if err != nil {
		return nil, err
	}
	t.place = place
	if err := t.check(); err != nil {
		return nil, err
	}
	edits := diff(t.data, t.start, t.end, t.pieces(t.render()))
	if t.failed != nil {
		return nil, t.failed
	}
	if err := m.verifyVariants(edits, variants); err != nil {
		return nil, err
	}
	return edits, nil
}

// linesInComments refuses a template in a comment that may write lines: they are no comment, and what they belong to is not seen.
func (s *source) linesInComments() error {
	for _, c := range s.comments {
		for _, t := range s.doc.Templates {
			if c.Span.Contains(t) && s.data[c.Span.Start] == '#' && gotmpl.Read(s.doc.Text(t)).MayWriteLines() {
				return RefuseWith("remove it, or change this by hand", "the template in the comment on line %d may write lines, which are no part of the comment",
					s.doc.File.Position(c.Span.Start).Line)
			}
		}
	}
	return nil
}

var errBlankEnd = RefuseWith("end the file with a newline, or change it by hand", "the last line, of blanks without a newline, ends a text")

// endsInBlankLine says whether blanks without a newline stand below a block scalar at the end of a document: they give the scalar its
// last newline, and templates in it hide that from a comparison.
func endsInBlankLine(doc *model.Document) bool {
	last := deepestLast(doc.Root)
	if last.Kind != model.Unknown || last.Style != model.Literal && last.Style != model.Folded {
		return false
	}
	text := doc.File.Data[doc.Span.Start:doc.Span.End]
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return len(line) > 0 && len(bytes.TrimSpace(line)) == 0
}
