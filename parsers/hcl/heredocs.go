package hcl

import (
	"bytes"

	"github.com/karplint/karplint/model"
)

// HeredocBody returns the lines between the markers of the heredoc at the span; ok is false if there is no
// heredoc.
func HeredocBody(data []byte, span model.Span) (body model.Span, ok bool) {
	if !bytes.HasPrefix(data[span.Start:span.End], []byte("<<")) {
		return span, false
	}
	text := bytes.TrimRight(data[span.Start:span.End], "\r\n")
	first, last := bytes.IndexByte(text, '\n'), bytes.LastIndexByte(text, '\n')
	if first < 0 {
		return span, false
	}
	return model.Span{Start: span.Start + first + 1, End: span.Start + last + 1}, true
}
