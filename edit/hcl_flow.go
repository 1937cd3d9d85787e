package edit

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// styleOf returns the style that new values inside v take from it, or from a map in it.
func (t *hclText) styleOf(v *model.Value) hclStyle {
	st := hclStyle{hclText: t, unit: t.usualUnit, assign: " = "}
	kids := v.ChildSpans()
	if len(kids) > 0 && t.ownLine(kids[0].Start) {
		st.unit = t.unit(v.Span.Start, kids[0].Start)
	}
	t.readKeys(v, &st)
	return st
}

// readKeys notes how the first map with entries in v writes its keys.
func (t *hclText) readKeys(v *model.Value, st *hclStyle) bool {
	if v.Style == model.Block {
		return false
	}
	if len(v.Entries) > 0 {
		e := v.Entries[len(v.Entries)-1]
		st.quoted = true
		for _, e := range v.Entries {
			st.quoted = st.quoted && e.Key.Style == model.DoubleQuoted
		}
		if between := string(t.data[e.Key.Span.End:e.Value.Span.Start]); strings.TrimSpace(between) == ":" {
			st.assign = between
		}
		return true
	}
	for _, item := range v.Items {
		if t.readKeys(item, st) {
			return true
		}
	}
	return false
}

// bracket returns 1 for a token that opens something, -1 for one that closes it.
func bracket(tok hclsyntax.Token) int {
	switch tok.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateControl, hclsyntax.TokenTemplateInterp:
		return 1
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
		return -1
	}
	return 0
}

// hasRoom says whether what covers a span can be written over several lines and stay formatted: its line opens no bracket
// that it does not close.
func (t *hclText) hasRoom(s model.Span) bool {
	if !t.oneLine(s) {
		return false
	}
	open, least := 0, 0
	end := t.lineEnd(s.End)
	for _, tok := range t.tokens[t.next(t.lineStart(s.Start)):] {
		if tok.Range.Start.Byte >= end {
			break
		}
		open += bracket(tok)
		least = min(least, open)
	}
	return open == 0 && least == 0
}

// hugs says whether a list is written as [{ … }, { … }] over several lines, its brackets on the lines of its items'.
func (t *hclText) hugs(v *model.Value) bool {
	kids := v.ChildSpans()
	if len(kids) == 0 {
		return false
	}
	last := kids[len(kids)-1]
	return !t.ownLine(kids[0].Start) && !t.oneLine(kids[0]) && t.oneLine(model.Span{Start: v.Span.Start, End: kids[0].Start}) &&
		t.oneLine(model.Span{Start: last.End, End: v.Span.End}) && len(v.Items) > 0 && v.Items[0].Kind == model.Map
}

// endsHeredoc says whether the last line of a span is the end of a heredoc.
func (t *hclText) endsHeredoc(s model.Span) bool {
	i := t.next(s.End) - 1
	return i >= 0 && t.tokens[i].Type == hclsyntax.TokenCHeredoc
}

// replaceValue writes another value in the place of the one at s. Comments that stood in it go above it.
func (e *hclEdit) replaceValue(s spot, value *model.Value) {
	old := s.value
	start := old.Span.Start
	if s.entry != nil {
		start = s.entry.Key.Span.Start
	}
	st := e.styleOf(s.above)
	if s.above.Style == model.Block {
		st = e.styleOf(old)
		st.unit = e.usualUnit
	}
	indent := e.blanksAt(old.Span.Start)
	multi := e.ownLine(start) || !e.oneLine(old.Span)
	if multi && e.oneLine(old.Span) && (old.Kind == value.Kind && len(old.Items)+len(old.Entries) > 0 || !e.hasRoom(old.Span)) {
		multi = false // one line as before
	}
	var text string
	if old.Style == model.Literal && value.Kind == model.String && heredocText(value.Text) {
		text = e.reheredoc(old.Span, value.Text, st)
	} else {
		text = st.text(value, indent, multi)
	}
	if comments := e.commentsIn(old.Span); len(comments) > 0 {
		at := e.lineStart(start)
		e.replace(at, at, e.remarks(old.Span, e.blanksAt(start)))
	}
	e.replace(old.Span.Start, old.Span.End, text)
}

// reheredoc writes text between the markers of a heredoc, with the indentation of its first line.
func (e *hclEdit) reheredoc(old model.Span, text string, st hclStyle) string {
	lines := strings.Split(string(e.data[old.Start:old.End]), "\n")
	open, closing := strings.TrimRight(lines[0], "\r"), lines[len(lines)-1]
	below := ""
	if strings.HasPrefix(open, "<<-") {
		below = closing[:blanks([]byte(closing))] + st.unit
		for _, l := range lines[1 : len(lines)-1] {
			if strings.TrimSpace(l) != "" {
				below = l[:blanks([]byte(l))]
				break
			}
		}
	}
	return st.heredocLines(open, closing, text, below)
}

// lineAfter returns the offset of the line below an entry or item and the comma behind it, which may stand on a later line.
func (t *hclText) lineAfter(kid model.Span) (int, bool) {
	if comma := t.commaAfter(kid.End); comma > 0 {
		return t.after(comma)
	}
	return t.after(kid.End)
}

// changeIn makes an Op, whose path starts at the map or list v, which is written as a value.
func (e *hclEdit) changeIn(v *model.Value, op Op) error {
	h := newHCLObject(e.hclText, v)
	h.alone, h.tight = true, !e.hasRoom(v.Span) && e.oneLine(v.Span)
	if err := h.apply(op); err != nil {
		return err
	}
	for _, o := range h.dropped {
		e.dropped = append(e.dropped, h.region(o))
	}
	h.carry(h.root)
	e.edits = diff(e.data, h.start, h.end, h.pieces(h.inline(h.root, e.blanksAt(h.start))))
	return h.failed
}
