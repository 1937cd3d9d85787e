package edit

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// flowKids returns the spans of a collection's entries or items.
func flowKids(v *model.Value) []model.Span {
	var kids []model.Span
	for _, item := range v.Items {
		kids = append(kids, item.Span)
	}
	for _, e := range v.Entries {
		kids = append(kids, model.Span{Start: e.Key.Span.Start, End: e.Value.Span.End})
	}
	return kids
}

// styleOf returns the style that new values inside v take from it, or from a map in it.
func (t *hclText) styleOf(v *model.Value) hclStyle {
	st := hclStyle{hclText: t, unit: t.usualUnit, assign: " = "}
	kids := flowKids(v)
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

// newKid is an entry or item to be written.
type newKid struct {
	key   string // "" for an item
	value *model.Value
	note  string
	style hclStyle
}

func (k newKid) text(indent string, multi bool) string {
	if k.key == "" {
		return k.style.text(k.value, indent, multi && !longString(k.value)) // a comma could not follow a heredoc
	}
	text := k.style.text(k.value, indent, multi)
	return keyText(k.key, k.style.quoted) + k.style.assign + text
}

// addKid writes a new entry or item into the collection at s, as its kid number at.
func (e *hclEdit) addKid(s spot, at int, key string, value *model.Value, op Op) {
	v := s.value
	k := newKid{key: key, value: value, style: e.styleOf(v)}
	if len(op.Path) == len(s.path)+1 || op.Do == Insert {
		k.note = op.Note
	}
	kids := flowKids(v)
	for i, entry := range v.Entries {
		if op.Before != "" && entry.Key.Kind == model.String && entry.Key.Text == op.Before {
			at = i
		}
	}
	if key == "" {
		k.imitate(v, at)
	}
	switch {
	case len(kids) == 0:
		e.fill(v, k)
	case key == "" && e.hugs(v, kids):
		e.addHugged(v, kids, at, k)
	case at < len(kids):
		e.addBeforeKid(kids, at, k)
	default:
		e.appendKid(v, kids, k)
	}
}

// imitate writes a map in a list as the ones beside it are written: on one line, if they are.
func (k *newKid) imitate(v *model.Value, at int) {
	if len(v.Items) == 0 {
		return
	}
	beside := v.Items[min(at, len(v.Items)-1)]
	if beside.Kind == k.value.Kind && beside.Style == model.Flow && k.style.oneLine(beside.Span) && k.value.Span.Empty() {
		c := *k.value
		c.Text = k.style.text(&c, "", false)
		c.Kind, c.Items, c.Entries = model.Unknown, nil, nil
		k.value = &c
	}
}

// fill writes the first kid of a collection.
func (e *hclEdit) fill(v *model.Value, k newKid) {
	open, close := v.Span.Start+1, v.Span.End-1
	indent := e.blanksAt(v.Span.Start)
	below := indent + k.style.unit
	bare := strings.TrimSpace(string(e.data[open:close])) == ""
	switch {
	case !bare && e.ownLine(close):
		e.replace(e.lineStart(close), e.lineStart(close), below+k.text(below, true)+"\n")
	case bare && (complexValue(k.value) || k.key != "" && longString(k.value)) && e.hasRoom(v.Span):
		e.replace(open, close, "\n"+below+k.text(below, true)+"\n"+indent)
	case bare && k.key != "":
		e.replace(open, close, " "+k.text(indent, false)+" ")
	case bare:
		e.replace(open, close, k.text(indent, false))
	default:
		e.replace(close, close, " "+k.text(indent, false)+" ")
	}
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
func (t *hclText) hugs(v *model.Value, kids []model.Span) bool {
	last := kids[len(kids)-1]
	return !t.ownLine(kids[0].Start) && !t.oneLine(kids[0]) && t.oneLine(model.Span{Start: v.Span.Start, End: kids[0].Start}) &&
		t.oneLine(model.Span{Start: last.End, End: v.Span.End}) && len(v.Items) > 0 && v.Items[0].Kind == model.Map
}

// addHugged writes an item between the braces of others, with the indentation that the formatter gives to such lines.
func (e *hclEdit) addHugged(v *model.Value, kids []model.Span, at int, k newKid) {
	outer := e.blanksAt(v.Span.Start)
	inner := outer + k.style.unit
	body := k.text(outer, true)
	switch {
	case !complexValue(k.value) && at < len(kids):
		e.replace(kids[at].Start, kids[at].Start, body+", ")
		return
	case at < len(kids):
		e.replace(kids[at].Start, kids[at].Start, strings.TrimSuffix(body, outer+"}")+inner+"}, ")
		return
	}
	last := kids[len(kids)-1]
	if brace := last.End - 1; e.ownLine(brace) && e.data[brace] == '}' && complexValue(k.value) {
		from := e.lineStart(brace)
		e.replace(from, brace, inner)
	}
	e.inlineAfter(last, body)
}

// inlineAfter writes an item behind the last one on the same line.
func (e *hclEdit) inlineAfter(last model.Span, text string) {
	if comma := e.commaAfter(last.End); comma > 0 {
		e.replace(comma, comma, " "+text+",")
		return
	}
	e.replace(last.End, last.End, ", "+text)
}

// addBeforeKid writes a kid in front of the kid number at.
func (e *hclEdit) addBeforeKid(kids []model.Span, at int, k newKid) {
	kid := kids[at]
	if !e.ownLine(kid.Start) {
		e.replace(kid.Start, kid.Start, k.text(e.blanksAt(kid.Start), false)+", ")
		return
	}
	indent := e.blanksAt(kid.Start)
	comma := ""
	if k.key == "" || e.commaAfter(kids[0].End) > 0 {
		comma = ","
	}
	text := k.text(indent, true)
	below := ""
	if !e.fitKid(kid, k) {
		below = "\n"
	}
	from := e.lead(kid.Start)
	e.replace(from, from, e.noted(indent, text+comma, k.note)+below)
}

// noted writes a line with a comment beside it, or above it if it has several lines.
func (e *hclEdit) noted(indent, text, note string) string {
	switch {
	case note == "":
		return indent + text + "\n"
	case strings.Contains(text, "\n"):
		return indent + "# " + note + "\n" + indent + text + "\n"
	}
	return indent + text + " # " + note + "\n"
}

// fitKid is fit for an entry beside another one.
func (e *hclEdit) fitKid(beside model.Span, k newKid) bool {
	aligned := k.key != "" && strings.HasSuffix(k.style.assign, "= ")
	if !aligned || !e.oneLine(beside) || complexValue(k.value) || longString(k.value) {
		return true
	}
	return e.fits(beside.Start, keyText(k.key, k.style.quoted))
}

// appendKid writes a kid behind the last one: on a line of its own, if that has one.
func (e *hclEdit) appendKid(v *model.Value, kids []model.Span, k newKid) {
	last := kids[len(kids)-1]
	next, ends := e.lineAfter(last)
	close := v.Span.End - 1
	switch {
	case ends && next <= close && e.ownLine(close):
		e.appendLine(v, kids, k, next)
	case k.key != "" && complexValue(k.value) && e.hasRoom(v.Span) && len(e.commentsIn(v.Span)) == 0:
		e.expandMap(v, kids, k)
	default:
		e.inlineAfter(last, k.text(e.blanksAt(last.Start), false))
	}
}

// lineAfter returns the offset of the line below a kid and the comma behind it, which may stand on a later line.
func (t *hclText) lineAfter(kid model.Span) (int, bool) {
	if comma := t.commaAfter(kid.End); comma > 0 {
		return t.after(comma)
	}
	return t.after(kid.End)
}

func (e *hclEdit) appendLine(v *model.Value, kids []model.Span, k newKid, next int) {
	last := kids[len(kids)-1]
	indent := e.blanksAt(last.Start)
	if !e.ownLine(last.Start) {
		indent = e.blanksAt(v.Span.End-1) + k.style.unit
	}
	comma := ""
	switch {
	case e.commaAfter(last.End) > 0:
		comma = ","
	case e.endsHeredoc(last):
		if k.key == "" {
			e.replace(next, next, indent+",\n")
		}
	case k.key == "" || len(kids) > 1 && e.commaAfter(kids[0].End) > 0:
		e.replace(last.End, last.End, ",")
	}
	text := e.noted(indent, k.text(indent, true)+comma, k.note)
	if !e.fitKid(last, k) {
		text = "\n" + text
	}
	e.replace(next, next, text)
}

// endsHeredoc says whether the last line of a span is the end of a heredoc.
func (t *hclText) endsHeredoc(s model.Span) bool {
	i := t.next(s.End) - 1
	return i >= 0 && t.tokens[i].Type == hclsyntax.TokenCHeredoc
}

// expandMap gives each entry of a map on one line a line of its own, with a new one at the end.
func (e *hclEdit) expandMap(v *model.Value, kids []model.Span, k newKid) {
	indent := e.blanksAt(v.Span.Start)
	below := indent + k.style.unit
	at := v.Span.Start + 1
	for _, kid := range kids {
		e.replace(at, kid.Start, "\n"+below)
		at = kid.End
	}
	e.replace(at, v.Span.End-1, "\n"+below+k.text(below, true)+"\n"+indent)
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
