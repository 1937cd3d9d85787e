package edit

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
)

// deleteFromBody deletes an attribute or a block.
func (e *hclEdit) deleteFromBody(s spot, drop bool) {
	span := s.value.Span
	if s.value.Style != model.Block {
		span.Start = s.entry.Key.Span.Start
	}
	e.deletePart(span, drop)
}

// deletePart deletes the lines of what a span covers, or where it shares its lines its bytes. Comments stay as lines of
// their own.
func (e *hclEdit) deletePart(span model.Span, drop bool) {
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
	if text == "" && e.blankAbove(start) && (end == len(e.data) || e.blankLine(end) || e.closesAny(end)) {
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

// closesAny says whether the line that starts at offset begins with a closing bracket.
func (t *hclText) closesAny(offset int) bool {
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

// deleteKid deletes an entry or item of a collection.
func (e *hclEdit) deleteKid(s spot, drop bool) {
	kids := flowKids(s.above)
	at := 0
	for i, kid := range kids {
		if kid.End == s.value.Span.End && kid.Contains(s.value.Span) {
			at = i
		}
	}
	kid := kids[at]
	next, ends := e.lineAfter(kid)
	inner := model.Span{Start: s.above.Span.Start + 1, End: s.above.Span.End - 1}
	switch {
	case len(kids) == 1 && len(e.commentsIn(inner)) == 0:
		e.replace(inner.Start, inner.End, "")
	case len(kids) == 1 && drop && len(e.commentsIn(model.Span{Start: inner.Start, End: e.lead(kid.Start)})) == 0 && ends &&
		len(e.commentsIn(model.Span{Start: next, End: inner.End})) == 0:
		e.dropped = append(e.dropped, inner)
		e.replace(inner.Start, inner.End, "")
	case ends && e.ownLine(kid.Start) && next <= s.above.Span.End:
		if at > 0 && at == len(kids)-1 && e.commaAfter(kid.End) == 0 {
			if comma := e.commaAfter(kids[at-1].End); comma > 0 {
				e.replace(comma-1, comma, "")
			}
		}
		kid.End = max(kid.End, e.commaAfter(kid.End))
		e.deletePart(kid, drop)
	default:
		e.deleteInline(kids, at, drop)
	}
}

// deleteInline deletes a kid that shares its lines with others, with the comma that goes with it.
func (e *hclEdit) deleteInline(kids []model.Span, at int, drop bool) {
	kid := kids[at]
	if drop {
		e.dropped = append(e.dropped, kid)
	}
	if comma := e.commaAfter(kid.End); comma > 0 {
		kid.End = comma
	} else if at > 0 {
		before := model.Span{Start: kids[at-1].End, End: kid.Start}
		if comma := e.commaAfter(before.Start); comma > 0 && len(e.commentsIn(before)) == 0 {
			kid.Start = before.Start
		} else if comma > 0 {
			e.replace(comma-1, comma, "")
		}
	} else if at+1 < len(kids) {
		kid.End = kids[at+1].Start
	}
	end := kid.End + blanks(e.data[kid.End:])
	if end < len(e.data) && strings.IndexByte("\r\n]})", e.data[end]) < 0 {
		kid.End = end
	} else {
		for kid.Start > 0 && (e.data[kid.Start-1] == ' ' || e.data[kid.Start-1] == '\t') && !e.ownLine(kid.Start) {
			kid.Start--
		}
	}
	e.replace(kid.Start, kid.End, "")
}
