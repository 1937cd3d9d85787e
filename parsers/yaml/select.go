package yaml

import (
	"bytes"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Select reads the document as it is if the selected branches are taken: the control lines and the lines of all other
// branches are blanked. The File of the result has the length and the line breaks of the original, so that all
// positions stay valid. The document has no Root if nothing is left.
func Select(doc *model.Document, blocks []*gotmpl.Block, selection gotmpl.Taken) (*model.Document, *ParseError) {
	spans := unselected(blocks, selection, nil)
	blank := bytes.Clone(doc.File.Data)
	read := bytes.Clone(doc.File.Data[doc.Span.Start:doc.Span.End])
	for _, s := range spans {
		s.Start, s.End = max(s.Start, doc.Span.Start), min(s.End, doc.Span.End)
		blankOut(blank, s, false)
		blankOut(read, shifted(s, -doc.Span.Start), true)
	}
	selected, err := reread(read, doc.Span.Start)
	if err != nil { // a comment in the middle of a scalar is an error; retry with blanks
		var failed *ParseError
		if selected, failed = reread(blank[doc.Span.Start:doc.Span.End], doc.Span.Start); failed != nil {
			return nil, err
		}
	}
	selected.File = model.NewFile(doc.File.Path, blank)
	selected.Span = doc.Span
	return selected, nil
}

// unselected appends the lines of all controls, and of the branches that are not taken, to spans.
func unselected(blocks []*gotmpl.Block, selection gotmpl.Taken, spans []model.Span) []model.Span {
	for _, b := range blocks {
		branch := selection.Branch(b)
		for _, candidate := range b.Branches {
			spans = append(spans, candidate.Control)
			if candidate == branch {
				spans = unselected(candidate.Blocks, selection, spans)
			} else {
				spans = append(spans, candidate.Body)
			}
		}
		spans = append(spans, b.End)
	}
	return spans
}

// blankOut overwrites lines with blanks, or with comments: a comment ends a block scalar above it, but blank lines
// would be part of that scalar.
func blankOut(text []byte, s model.Span, comment bool) {
	first := true // the next byte is the first of its line
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
func reread(text []byte, offset int) (*model.Document, *ParseError) {
	var selected *model.Document
	var failed *ParseError
	file := model.NewFile("", text)
	Embedded(file, model.Span{End: len(text)}, func(doc *model.Document, err *ParseError) bool {
		switch {
		case err != nil:
			failed = err
		case selected != nil && doc.Root != nil && selected.Root != nil:
			failed = &ParseError{Span: doc.Span, Message: "the lines that are left are more than one document"}
		case selected == nil || doc.Root != nil:
			selected = doc
		}
		return failed == nil
	})
	switch {
	case failed != nil:
		failed.Span = shifted(failed.Span, offset)
		return nil, failed
	case selected == nil:
		selected = &model.Document{File: file}
	}
	shiftDocument(selected, file, offset)
	return selected, nil
}
