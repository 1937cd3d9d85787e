package yaml

import (
	"bytes"

	"github.com/karplint/karplint/model"
)

// Embedded reads the YAML or JSON documents in a part of a file that is written in another language, such as
// the body of a heredoc, and calls yield for each. The lines of that part may be indented as a whole; a "---"
// with that indentation separates documents too. The documents have f as their File, and all spans are ranges
// of f. Embedded stops when yield returns false.
func Embedded(f *model.File, span model.Span, yield func(*model.Document, *ParseError) bool) {
	text := f.Data[span.Start:span.End]
	start := 0
	for _, end := range append(markers(text), len(text)) {
		if end == start {
			continue
		}
		goOn := true
		piece := model.NewFile("", unmarked(text[start:end]))
		shift := span.Start + start
		Documents(piece, func(doc *model.Document, err *ParseError) bool {
			if err != nil {
				err.Span = shifted(err.Span, shift)
			} else {
				shiftDocument(doc, f, shift)
			}
			goOn = yield(doc, err)
			return goOn
		})
		if !goOn {
			return
		}
		start = end
	}
}

// markers returns the offsets of the lines that separate documents and are indented like the text as a whole. Markers
// in the first column are left to Documents.
func markers(text []byte) []int {
	indent := commonIndent(text)
	if indent == 0 {
		return nil
	}
	var offsets []int
	for i := 0; i < len(text); i = lineEnd(text, i) {
		line := bytes.TrimRight(text[i:lineEnd(text, i)], "\r\n")
		if len(line) > indent && leadingSpaces(line) == indent && isMarker(line[indent:], "---") {
			offsets = append(offsets, i)
		}
	}
	return offsets
}

// commonIndent returns the largest number of blanks with which every non-blank line starts.
func commonIndent(text []byte) int {
	indent := -1
	for i := 0; i < len(text); i = lineEnd(text, i) {
		line := text[i:lineEnd(text, i)]
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if n := leadingSpaces(line); indent < 0 || n < indent {
			indent = n
		}
	}
	return max(indent, 0)
}

// unmarked returns a piece with blanks for the indented marker it starts with.
func unmarked(piece []byte) []byte {
	n := leadingSpaces(piece)
	if n == 0 || !bytes.HasPrefix(piece[n:], []byte("---")) {
		return piece
	}
	piece = bytes.Clone(piece)
	copy(piece[n:], "   ")
	return piece
}

func shifted(s model.Span, offset int) model.Span {
	return model.Span{Start: s.Start + offset, End: s.End + offset}
}

// shiftDocument moves a document that was read from a piece of f to its place in f.
func shiftDocument(doc *model.Document, f *model.File, offset int) {
	doc.File = f
	doc.Span = shifted(doc.Span, offset)
	for i := range doc.Templates {
		doc.Templates[i] = shifted(doc.Templates[i], offset)
	}
	for i := range doc.Contents {
		doc.Contents[i].Span = shifted(doc.Contents[i].Span, offset)
	}
	shiftValue(doc.Root, offset)
}

func shiftValue(v *model.Value, offset int) {
	if v == nil {
		return
	}
	props := shifted(v.Props(), offset)
	v.Span = shifted(v.Span, offset)
	v.SetProps(props)
	if v.Dash >= 0 {
		v.Dash += int32(offset)
	}
	if v.Alias() != "" {
		return // its items belong to the anchored value
	}
	for _, item := range v.Items {
		shiftValue(item, offset)
	}
	for _, e := range v.Entries {
		shiftValue(e.Key, offset)
		shiftValue(e.Value, offset)
	}
}
