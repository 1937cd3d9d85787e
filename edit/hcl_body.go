package edit

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// part is an attribute or block of a body.
type part struct {
	model.Span
	attribute *hcl.Attribute // nil for a block
	simple    bool           // it stands on one line
}

func (t *hclText) parts(b *hcl.Body) []part {
	var parts []part
	for _, a := range b.Attributes {
		parts = append(parts, part{Span: a.Span, attribute: a, simple: t.oneLine(a.Span)})
	}
	for _, nested := range b.Blocks {
		parts = append(parts, part{Span: nested.Span})
	}
	sort.Slice(parts, func(i, j int) bool { return parts[i].Start < parts[j].Start })
	return parts
}

func (p part) named(name string) bool { return p.attribute != nil && p.attribute.Name == name }

// newAttribute is an attribute to be written.
type newAttribute struct {
	name   string
	value  *model.Value
	note   string
	style  hclStyle
	indent string
	multi  bool // its value has several lines
}

// line writes the attribute with a line break at the end.
func (a newAttribute) line() string {
	text := a.indent + a.name + " = " + a.style.text(a.value, a.indent, true)
	if a.note == "" {
		return text + "\n"
	}
	if a.multi {
		return a.indent + "# " + a.note + "\n" + text + "\n"
	}
	return text + " # " + a.note + "\n"
}

// addAttribute writes a new attribute into the body at s, where a person would put it: among the first attributes, in
// front of nested blocks; depends_on at the end. Its "=" is lined up with the others; where it is too long for that, it
// gets a group of its own.
func (e *hclEdit) addAttribute(s spot, name string, value *model.Value, op Op) {
	a := newAttribute{name: name, value: value, style: hclStyle{hclText: e.hclText, unit: e.usualUnit, assign: " = "}, multi: complexValue(value) || longString(value)}
	if len(op.Path) == len(s.path)+1 {
		a.note = op.Note
	}
	parts := e.parts(s.body)
	end := len(e.data)
	if s.block != nil {
		open := e.brace(s.block)
		end = s.block.Span.End - 1
		outer := e.blanksAt(s.block.Span.Start)
		a.indent = outer + a.style.unit
		if e.oneLine(model.Span{Start: open, End: end}) {
			e.expandBlock(parts, open, end, a, outer)
			return
		}
	}
	if len(parts) > 0 {
		a.indent = e.blanksAt(parts[0].Start)
		if s.block != nil {
			a.style.unit = e.unit(s.block.Span.Start, parts[0].Start)
		}
	}
	before := -1
	for i, p := range parts {
		if op.Before != "" && p.named(op.Before) {
			before = i
		}
	}
	switch {
	case len(parts) == 0:
		e.insertLines(e.bodyEnd(end), a.line(), false, false)
	case before >= 0:
		e.addInFront(parts[before], a)
	case name == "depends_on":
		at := e.bodyEnd(end)
		e.insertLines(at, a.line(), !e.blankAbove(at), false)
	default:
		e.addBehind(parts, a, s.block)
	}
}

// bodyEnd returns the offset at which new last lines go of a body that ends at the offset end.
func (t *hclText) bodyEnd(end int) int {
	if end == len(t.data) {
		return end
	}
	return t.lineStart(end)
}

// insertLines inserts whole lines, with blank lines around them if asked for. A file without a final newline keeps none.
func (e *hclEdit) insertLines(at int, text string, above, below bool) {
	if above {
		text = "\n" + text
	}
	if below {
		text += "\n"
	}
	if at == len(e.data) && at > 0 && e.data[at-1] != '\n' {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	e.replace(at, at, text)
}

// expandBlock gives a block on one line, { } or { a = b }, lines of its own for its attribute and a new one.
func (e *hclEdit) expandBlock(parts []part, open, close int, a newAttribute, outer string) {
	if len(parts) == 0 {
		e.replace(open+1, close, "\n"+a.line()+outer)
		return
	}
	old := parts[0]
	e.replace(open+1, old.Start, "\n"+a.indent)
	e.replace(old.End, close, "\n"+a.line()+outer)
}

// addInFront writes an attribute on the line above another part and its comments.
func (e *hclEdit) addInFront(p part, a newAttribute) {
	at := e.lead(p.Start)
	e.insertLines(at, a.line(), false, !e.fit(p, a))
}

// addBehind writes an attribute behind the one it goes best with, or above the first block.
func (e *hclEdit) addBehind(parts []part, a newAttribute, block *hcl.Block) {
	head := parts
	for i, p := range parts {
		if p.attribute == nil || p.named("depends_on") {
			head = parts[:i]
			break
		}
	}
	if len(head) == 0 {
		e.insertLines(e.lead(parts[0].Start), a.line(), false, true)
		return
	}
	anchor := e.anchor(head, a.name, block)
	at := e.nextLine(anchor)
	fits := e.fit(anchor, a)
	if !fits && anchor.simple { // a group of its own, behind all that is lined up with the anchor
		for _, group := range e.groups(head) {
			if slices.Contains(group, anchor) {
				at = e.nextLine(group[len(group)-1])
			}
		}
	}
	below := !fits && at < len(e.data) && !e.blankLine(at) && !e.closes(at)
	e.insertLines(at, a.line(), !fits, below)
}

// nextLine returns the offset of the line below p.
func (t *hclText) nextLine(p part) int {
	at, ok := t.after(p.End)
	if !ok {
		return p.End
	}
	return at
}

// fit says whether a may stand right beside p.
func (t *hclText) fit(p part, a newAttribute) bool {
	return !a.multi && p.simple && t.fits(p.Start, a.name)
}

// anchor returns the attribute that a new one stands behind: the last of the first group, but the last of all where only
// meta-arguments and long values stand in front of it.
func (t *hclText) anchor(head []part, name string, block *hcl.Block) part {
	var best []part
	for _, group := range t.groups(head) {
		if best == nil || onlyMeta(best, block) {
			best = group
		}
		for i, p := range group {
			switch {
			case p.named("enable_" + name):
				return group[len(group)-1]
			case name == "version" && (p.named("chart") || p.named("source")):
				return group[i]
			}
		}
	}
	if best == nil || onlyMeta(best, block) {
		return head[len(head)-1]
	}
	return best[len(best)-1]
}

// groups returns the runs of attributes on one line each without a blank line between them.
func (t *hclText) groups(head []part) [][]part {
	var groups [][]part
	var group []part
	for i, p := range head {
		if i > 0 && (!p.simple || t.blankBetween(head[i-1].End, p.Start)) && group != nil {
			groups, group = append(groups, group), nil
		}
		if p.simple {
			group = append(group, p)
		}
	}
	if group != nil {
		groups = append(groups, group)
	}
	return groups
}

// blankBetween says whether a blank line stands between two offsets.
func (t *hclText) blankBetween(from, to int) bool {
	for i, l := range bytes.Split(t.data[from:to], []byte("\n"))[1:] {
		if len(bytes.TrimSpace(l)) == 0 && i < bytes.Count(t.data[from:to], []byte("\n"))-1 {
			return true
		}
	}
	return false
}

// onlyMeta says whether a group holds nothing but what Terraform itself reads.
func onlyMeta(group []part, block *hcl.Block) bool {
	for _, p := range group {
		switch p.attribute.Name {
		case "count", "for_each", "provider", "providers", "source":
		case "version":
			if block == nil || block.Type != "module" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// addBlock writes a new block of the type that the list at s is of, behind another one.
func (e *hclEdit) addBlock(s spot, at int, value *model.Value) error {
	behind := s.value.Items[max(at-1, 0)].Span
	start := e.lead(behind.Start)
	if at > 0 {
		next, ok := e.after(behind.End)
		if !ok {
			return Refuse("the block on line %d shares its line in a way that cannot be edited", e.lineNumber(behind.Start))
		}
		start = next
	}
	indent := e.blanksAt(behind.Start)
	st := hclStyle{hclText: e.hclText, unit: e.usualUnit, assign: " = "}
	head := indent + s.path[len(s.path)-1].(string) + " "
	text := head + st.block(value, indent) + "\n"
	blank := len(s.value.Items) > 1 && e.blankBetween(s.value.Items[0].Span.End, s.value.Items[1].Span.Start) || len(s.value.Items) == 1 && at > 0 && !e.oneLine(behind)
	e.insertLines(start, text, blank && at > 0, blank && at == 0)
	return nil
}

// block writes the body of a block with its braces: its attributes, and behind them the blocks in it, which are lists of Style Block.
func (st hclStyle) block(v *model.Value, indent string) string {
	below := indent + st.unit
	attributes := &model.Value{Kind: model.Map}
	var nested strings.Builder
	for _, e := range v.Entries {
		if e.Value.Kind != model.List || e.Value.Style != model.Block {
			attributes.Entries = append(attributes.Entries, e)
			continue
		}
		for _, item := range e.Value.Items {
			nested.WriteString(below + e.Key.Text + " " + st.block(item, below) + "\n")
		}
	}
	if nested.Len() == 0 {
		return st.collection(attributes, indent, true)
	}
	text := "{\n"
	if len(attributes.Entries) > 0 {
		text = strings.TrimSuffix(st.collection(attributes, indent, true), indent+"}")
	}
	return text + nested.String() + indent + "}"
}

// lineNumber returns the line of an offset, counted from 1.
func (t *hclText) lineNumber(offset int) int { return bytes.Count(t.data[:offset], []byte("\n")) + 1 }
