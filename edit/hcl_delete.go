package edit

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
)

// deleteFromBody deletes the lines of an attribute or a block, or where it shares its lines its bytes. Comments stay as lines of
// their own.
func (e *hclEdit) deleteFromBody(s spot, drop bool) {
	span := s.value.Span
	if s.value.Style != model.Block {
		span.Start = s.entry.Key.Span.Start
	}
	end, ok := e.after(span.End)
	if !ok || !e.ownLine(span.Start) {
		for span.Start > 0 && (e.data[span.Start-1] == ' ' || e.data[span.Start-1] == '\t') {
			span.Start--
		}
		for span.End < len(e.data) && (e.data[span.End] == ' ' || e.data[span.End] == '\t') {
			span.End++
		}
		if drop {
			e.dropped = append(e.dropped, span)
		}
		e.replace(span.Start, span.End, "")
		return
	}
	start := e.lineStart(span.Start)
	var text string
	if drop {
		start = e.lead(span.Start)
		e.dropped = append(e.dropped, model.Span{Start: start, End: end})
	} else {
		text = e.remarks(model.Span{Start: start, End: end}, e.blanksAt(span.Start))
	}
	if text == "" && e.blankAbove(start) && (end == len(e.data) || e.blankLine(end) || e.closes(end)) {
		start = e.lineStart(start - 1)
	} else if text == "" && e.blankLine(end) && e.opensAbove(start) {
		for e.blankLine(end) {
			end = e.lineEnd(end)
		}
	}
	if end == len(e.data) && end > 0 && e.data[end-1] != '\n' { // no final newline
		text = strings.TrimSuffix(text, "\n")
		if text == "" {
			start = len(bytes.TrimRight(e.data[:start], " \t\r\n"))
		}
	}
	e.replace(start, end, text)
}

func (t *hclText) lineEnd(offset int) int {
	if i := bytes.IndexByte(t.data[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(t.data)
}

// closes says whether the line that starts at offset begins with a closing bracket.
func (t *hclText) closes(offset int) bool {
	line := bytes.TrimLeft(t.data[offset:], " \t")
	return len(line) > 0 && strings.IndexByte("})]", line[0]) >= 0
}

// opensAbove says whether the line above the one that starts at offset ends with an opening bracket.
func (t *hclText) opensAbove(offset int) bool {
	line := bytes.TrimRight(t.data[:offset], " \t\r\n")
	return len(line) > 0 && strings.IndexByte("{[(", line[len(line)-1]) >= 0 && bytes.Count(t.data[len(line):offset], []byte("\n")) == 1
}

// remarks returns the comments in a span as lines.
func (t *hclText) remarks(span model.Span, indent string) string {
	var b strings.Builder
	for _, c := range t.commentsIn(span) {
		b.WriteString(indent + string(t.data[c.Span.Start:c.Span.End]) + "\n")
	}
	return b.String()
}
