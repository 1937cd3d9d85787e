package yaml

import (
	"bytes"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Select reads the document as it is with some branches taken: the control lines and the lines of all other
// branches are blank. Its File has the length and the line breaks of the one it was made of, and so all positions stay
// true. The document has no Root where nothing is left.
func Select(doc *model.Document, blocks []*gotmpl.Block, taken gotmpl.Taken) (*model.Document, *ParseError) {
	gone := unselected(blocks, taken, nil)
	blank := bytes.Clone(doc.File.Data)
	read := bytes.Clone(doc.File.Data[doc.Span.Start:doc.Span.End])
	for _, s := range gone {
		s.Start, s.End = max(s.Start, doc.Span.Start), min(s.End, doc.Span.End)
		blankOut(blank, s, false)
		blankOut(read, shifted(s, -doc.Span.Start), true)
	}
	selected, err := reread(read, doc.Span.Start)
	if err != nil { // in the middle of a scalar no comment may stand
		var again *ParseError
		if selected, again = reread(blank[doc.Span.Start:doc.Span.End], doc.Span.Start); again != nil {
			return nil, err
		}
	}
	selected.File = model.NewFile(doc.File.Path, blank)
	selected.Span = doc.Span
	return selected, nil
}

// unselected returns the lines of controls and of branches that are not taken.
func unselected(blocks []*gotmpl.Block, taken gotmpl.Taken, gone []model.Span) []model.Span {
	for _, b := range blocks {
		branch := taken.Branch(b)
		for _, other := range b.Branches {
			gone = append(gone, other.Control)
			if other == branch {
				gone = unselected(other.Blocks, taken, gone)
			} else {
				gone = append(gone, other.Body)
			}
		}
		gone = append(gone, b.End)
	}
	return gone
}

// blankOut writes blanks over lines, or comments, which end a block scalar above them where blanks would be part of it.
func blankOut(text []byte, s model.Span, comment bool) {
	first := true // byte of its line
	for i := s.Start; i < s.End; i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			first = true
		case comment && first && !bytes.HasPrefix(text[i:], []byte("\uFEFF")):
			text[i], first = '#', false
		case comment && first:
			i += 2
		case comment:
			text[i] = filler
		default:
			text[i] = ' '
		}
	}
}

// reread reads a part of a file that must be one document, and moves it to its place.
func reread(text []byte, at int) (*model.Document, *ParseError) {
	var found *model.Document
	var failed *ParseError
	file := model.NewFile("", text)
	Embedded(file, model.Span{End: len(text)}, func(doc *model.Document, err *ParseError) bool {
		switch {
		case err != nil:
			failed = err
		case found != nil && doc.Root != nil && found.Root != nil:
			failed = &ParseError{Span: doc.Span, Message: "the lines that are left are more than one document"}
		case found == nil || doc.Root != nil:
			found = doc
		}
		return failed == nil
	})
	switch {
	case failed != nil:
		failed.Span = shifted(failed.Span, at)
		return nil, failed
	case found == nil:
		found = &model.Document{File: file}
	}
	shiftDocument(found, file, at)
	return found, nil
}
