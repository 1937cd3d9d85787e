package edit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// ScalarText returns the text that a scalar of doc holds, which the Parts of a Text Op count in: its decoded text, and of
// a templated one the text as it is with its templates in it. It returns false where that cannot be told.
func ScalarText(doc *model.Document, v *model.Value) (string, bool) {
	switch {
	case doc.Syntax == model.HCL && !v.Span.Empty():
		return hclScalarText(doc.File.Data, v)
	case v.Kind == model.String:
		return v.Text, true
	case v.Kind != model.Unknown || v.Span.Empty():
		return "", false
	case v.Style == model.Literal:
		_, lines := literalLines(doc.Text(v.Span))
		return strings.Join(lines, "\n"), true
	case v.Style == model.DoubleQuoted && strings.Contains(v.Text, `\`):
		var text string
		err := json.Unmarshal([]byte(doc.Text(v.Span)), &text)
		return text, err == nil
	case v.Style == model.DoubleQuoted, v.Style == model.SingleQuoted && !strings.Contains(v.Text, "'"):
		return v.Text, true
	}
	return "", false
}

// CheckText returns an error where parts of the text v of doc cannot be replaced, as an Op of Text would.
func CheckText(doc *model.Document, v *model.Value, parts []Edit) error {
	t := &tree{source: &source{doc: doc, data: doc.File.Data, newline: "\n", json: doc.Syntax == model.JSON}}
	_, err := t.changeText(&node{src: v, val: v, kind: v.Kind}, parts)
	return err
}

// literalLines returns the lines of a literal block scalar as it is written, and how many columns they are indented by. A block
// with an indentation indicator has none: its first line alone does not tell.
func literalLines(written string) (cut int, lines []string) {
	header, rest, _ := strings.Cut(strings.ReplaceAll(written, "\r\n", "\n"), "\n")
	if strings.ContainsAny(strings.Fields(header)[0], "123456789") {
		return 0, nil
	}
	lines = strings.Split(rest, "\n")
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			cut = indent([]byte(l))
			break
		}
	}
	for i, l := range lines {
		lines[i] = l[min(cut, len(l)):]
	}
	return cut, lines
}

// textChange is what a Text Op does to a scalar of the document.
type textChange struct {
	edits []Edit   // in the file, of a scalar that is no literal block
	cut   int      // of a literal block: the columns that its lines are indented by
	lines []string // its lines before
	parts []Edit   // of the lines, joined

	newline bool // the parts reach to the newline of the last line, behind which lines then has an empty one
}

// text replaces parts of a scalar.
func (t *tree) text(op Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.kids[i]
	n := k.node
	switch {
	case n.kind != model.String && n.kind != model.Unknown:
		return fmt.Errorf("%s is no text", pathText(op.Path))
	case n.src == nil && n.kind == model.Unknown && t.doc.File == nil: // Changed: the text stands in the file only
		return nil
	case n.src == nil:
		v := *n.val
		v.Text, err = applyParts(v.Text, op.Parts)
		k.node = &node{val: &v, kind: n.kind, comments: n.comments}
		return err
	case n.text != nil:
		return fmt.Errorf("the text at %s is changed twice", pathText(op.Path))
	case n.src.Alias != "":
		return t.enter(n, op.Path)
	}
	if err := t.unshared(n, op.Path); err != nil {
		return err
	}
	changed, err := t.changeText(n, op.Parts)
	if err != nil {
		return err
	}
	k.node = changed
	return nil
}

// changeText returns n, a text of the document, with other parts.
func (t *tree) changeText(n *node, parts []Edit) (*node, error) {
	old, ok := ScalarText(t.doc, n.src)
	if !ok {
		return nil, errNotInPart
	}
	after, err := applyParts(old, parts)
	if err != nil || after == old {
		return n, err
	}
	changed := *n
	v := *n.val
	changed.val = &v
	switch {
	case v.Style == model.Literal && t.doc.Syntax != model.HCL:
		err = t.literalChange(&changed, old, parts)
	default:
		err = t.inPlace(&changed, old, after, parts)
	}
	return &changed, err
}

func applyParts(text string, parts []Edit) (string, error) {
	after, err := Apply([]byte(text), parts)
	return string(after), err
}

// literalChange notes which lines of a literal block change.
func (t *tree) literalChange(n *node, old string, parts []Edit) error {
	cut, lines := literalLines(t.doc.Text(n.src.Span))
	written := strings.Join(lines, "\n")
	if lines == nil || strings.TrimRight(old, "\n") != strings.TrimRight(written, "\n") {
		return Refuse("the text has an indentation of its own and cannot be changed in part")
	}
	change := &textChange{cut: cut, lines: lines, parts: parts}
	if end := parts[len(parts)-1].End; end > len(written) {
		change.lines, change.newline = append(lines, ""), true
		if after, _ := applyParts(old, parts); end > len(written)+1 || !strings.HasSuffix(after, "\n") {
			return Refuse("the text would change at its end")
		}
	}
	n.text = change
	if n.kind == model.String {
		n.val.Text, _ = applyParts(old, parts)
		return nil
	}
	header, _, _ := strings.Cut(n.src.Text, "\n") // with a carriage return, if the lines have them
	out := []string{strings.TrimSuffix(header, "\r")}
	for _, l := range n.text.changed() {
		if l.text != "" {
			l.text = spaces(cut) + l.text
		}
		out = append(out, l.text)
	}
	n.val.Text = strings.Join(out, t.newline)
	return nil
}

// textLine is a line of a literal block as it is to be.
type textLine struct {
	from int // the line before, which it takes its bytes from; -1 for a new one
	text string
}

// changed returns the lines after the change.
func (c *textChange) changed() []textLine {
	var out []textLine
	starts := make([]int, len(c.lines)+1)
	for i, l := range c.lines {
		starts[i+1] = starts[i] + len(l) + 1
	}
	parts := c.parts
	for i := 0; i < len(c.lines); i++ {
		last, mine := i, 0
		for mine < len(parts) && parts[mine].Start < starts[last+1] {
			for parts[mine].End >= starts[last+1] {
				last++
			}
			mine++
		}
		if mine == 0 {
			out = append(out, textLine{from: i, text: c.lines[i]})
			continue
		}
		var local []Edit
		for _, p := range parts[:mine] {
			local = append(local, Edit{p.Start - starts[i], p.End - starts[i], p.New})
		}
		parts = parts[mine:]
		text, _ := applyParts(strings.Join(c.lines[i:last+1], "\n"), local)
		for _, l := range strings.Split(text, "\n") {
			out = append(out, textLine{from: -1, text: l})
		}
		i = last
	}
	if c.newline {
		out = out[:len(out)-1]
	}
	return out
}

// textLines writes a scalar of which parts are new. ws is the indentation of the line that it starts on.
func (t *tree) textLines(n *node, ws string) []line {
	base := t.base(n.src)
	if n.text.lines == nil {
		out := t.lines(start(n.src), max(n.src.Span.End, propsEnd(n.src)), base, ws)
		for _, e := range n.text.edits {
			substitute(out, model.Span{Start: e.Start, End: e.End}, e.New)
		}
		return out
	}
	old := t.lines(start(n.src), n.src.Span.End, base, ws)
	first := len(old) - len(n.text.lines)
	if n.text.newline {
		first++
	}
	out := append([]line(nil), old[:first]...)
	for _, l := range n.text.changed() {
		if l.from >= 0 {
			out = append(out, old[first+l.from])
			continue
		}
		fresh := newLine(shift(spaces(n.text.cut), base, ws), l.text)
		if l.text == "" {
			fresh = newLine("", "")
		}
		out = append(out, fresh)
	}
	return out
}

// plainPart is what reads the same in every style of a scalar.
var plainPart = pattern.New(`^[A-Za-z0-9._/-]+$`)

// inPlace finds the parts of a scalar where they are written. The bytes around them may stand for others, so a part is
// found by its number among those with the same text.
func (t *tree) inPlace(n *node, old, after string, parts []Edit) error {
	n.text = &textChange{}
	n.val.Text = after
	written := t.doc.Text(n.src.Span)
	offset, isNew := n.src.Span.Start, plainPart()
	if written != old { // it stands between quotes
		offset++
	}
	if t.doc.Syntax == model.HCL {
		isNew = safePart()
	}
	if asItIs := written == old || len(written) > 2 && written[1:len(written)-1] == old; asItIs && t.mayHold(n.src, parts) {
		n.text.edits = moved(parts, offset)
	} else {
		for _, p := range parts {
			e, ok := findPart(old, written, p, isNew)
			if !ok {
				return t.printed(n, old, after, written)
			}
			n.text.edits = append(n.text.edits, moved([]Edit{e}, n.src.Span.Start)...)
		}
	}
	if n.kind != model.Unknown {
		return nil
	}
	text, err := applyParts(written, moved(n.text.edits, -n.src.Span.Start))
	if quoted := n.src.Style == model.DoubleQuoted || n.src.Style == model.SingleQuoted; err == nil && quoted {
		text = text[1 : len(text)-1]
	}
	n.val.Text = text
	return err
}

// findPart finds a part of a text, which becomes what matches isNew, where that is written.
func findPart(old, written string, p Edit, isNew *regexp.Regexp) (Edit, bool) {
	p = trimPart(old, p)
	if p.Start == p.End { // what is added goes along with the word in front of it
		for p.Start > 0 && plainPart().MatchString(old[p.Start-1:p.Start]) {
			p.Start, p.New = p.Start-1, old[p.Start-1:p.Start]+p.New
		}
	}
	text := old[p.Start:p.End]
	if !plainPart().MatchString(text) || p.New != "" && !isNew.MatchString(p.New) || strings.Count(old, text) != strings.Count(written, text) {
		return p, false
	}
	at := nth(written, text, strings.Count(old[:p.Start], text))
	return Edit{at, at + len(text), p.New}, true
}

// mayHold says whether the style of a text lets it hold other parts without a change of anything else.
func (t *tree) mayHold(v *model.Value, parts []Edit) bool {
	for _, p := range parts {
		if p.New != "" && !safePart().MatchString(p.New) || v.Style == model.Plain && p.Start == 0 && p.New == "" {
			return false
		}
		o := t.holder[v]
		if v.Style == model.Plain && o != nil && !o.block && strings.Contains(p.New, ",") {
			return false
		}
	}
	return true
}

// safePart matches what stands for itself within every text of one line, but for the comma, which ends a plain one in flow style.
var safePart = pattern.New(`^[A-Za-z0-9._/,=-]+$`)

// printed writes a text as a whole, if what is written is what karplint would have written.
func (t *tree) printed(n *node, old, after, written string) error {
	if t.doc.Syntax == model.HCL {
		return errNotInPart
	}
	print := func(text string) string {
		if n.src.Style == model.DoubleQuoted {
			return jsonString(text)
		}
		return scalarText(&model.Value{Kind: model.String, Style: n.src.Style, Text: text}, n.src.Style, true, t.json)
	}
	if n.kind != model.String && n.src.Style != model.DoubleQuoted || print(old) != written {
		return errNotInPart
	}
	text := print(after)
	n.text.edits = []Edit{{n.src.Span.Start, n.src.Span.End, text}}
	if n.kind == model.Unknown {
		n.val.Text = text[1 : len(text)-1]
	}
	return nil
}

// trimPart leaves out what a part has in common with what it replaces.
func trimPart(text string, p Edit) Edit {
	for p.Start < p.End && p.New != "" && text[p.Start] == p.New[0] {
		p.Start, p.New = p.Start+1, p.New[1:]
	}
	for p.Start < p.End && p.New != "" && text[p.End-1] == p.New[len(p.New)-1] {
		p.End, p.New = p.End-1, p.New[:len(p.New)-1]
	}
	return p
}

// nth returns the offset of the n-th occurrence (from 0) of sub in text, or -1.
func nth(text, sub string, n int) int {
	at := 0
	for ; ; n-- {
		i := strings.Index(text[at:], sub)
		switch {
		case i < 0:
			return -1
		case n == 0:
			return at + i
		}
		at += i + len(sub)
	}
}
