package yaml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Blocks returns the template blocks that control lines of within, a part of a document, in order. Nested blocks are in the
// branches of the outer ones. It leaves out blocks around all of within, and blocks inside a block scalar. It returns a
// *ParseError if a block is not balanced, or if a control shares its line with other text.
func Blocks(doc *model.Document, within model.Span) ([]*gotmpl.Block, error) {
	within = visible(doc, within)
	r := &blockReader{doc: doc, within: within, texts: blockTexts(doc.Root, nil), faults: map[*gotmpl.Block]*ParseError{}}
	top := r.read()
	if r.failed != nil {
		return nil, r.failed
	}
	blocks := withoutOuter(doc, top, within)
	if fault := r.fault(blocks); fault != nil {
		return nil, fault
	}
	return blocks, nil
}

// fault returns the first fault of blocks, at any depth.
func (r *blockReader) fault(blocks []*gotmpl.Block) *ParseError {
	for _, b := range blocks {
		if fault := r.faults[b]; fault != nil {
			return fault
		}
		for _, branch := range b.Branches {
			if fault := r.fault(branch.Blocks); fault != nil {
				return fault
			}
		}
	}
	return nil
}

// visible returns the span without leading and trailing blanks.
func visible(doc *model.Document, s model.Span) model.Span {
	s.Start, s.End = max(s.Start, doc.Span.Start), min(s.End, doc.Span.End)
	if s.Empty() {
		return s
	}
	text := doc.File.Data[s.Start:s.End]
	s.Start += len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	s.End -= len(text) - len(bytes.TrimRight(text, " \t\r\n"))
	return s
}

// withoutOuter leaves out the blocks that enclose all of within, or do not touch it. It keeps blocks directly after within,
// because they write the rest of its last value.
func withoutOuter(doc *model.Document, blocks []*gotmpl.Block, within model.Span) []*gotmpl.Block {
	var inner []*gotmpl.Block
	for _, b := range blocks {
		s := b.Span()
		if s.End <= within.Start || s.Start >= within.End && !onlyTemplates(doc, model.Span{Start: within.End, End: s.End}) {
			continue
		}
		outer := -1
		for i, branch := range b.Branches {
			if branch.Body.Contains(within) {
				outer = i
			}
		}
		if outer >= 0 {
			return withoutOuter(doc, b.Branches[outer].Blocks, within)
		}
		inner = append(inner, b)
	}
	return inner
}

// onlyTemplates reports whether a span contains nothing but templates and comments.
func onlyTemplates(doc *model.Document, s model.Span) bool {
	for pos := s.Start; pos < s.End; {
		end := min(lineEnd(doc.File.Data, pos), s.End)
		for pos < end {
			switch t, ok := spanAt(doc.Templates, pos); {
			case ok:
				pos, end = t.End, max(end, min(t.End, s.End))
			case doc.File.Data[pos] == '#':
				pos = end
			case isBlank(doc.File.Data[pos : pos+1]):
				pos++
			default:
				return false
			}
		}
	}
	return true
}

// blockTexts returns the spans of the block scalars in v, in order: templates in them are part of their text.
func blockTexts(v *model.Value, texts []model.Span) []model.Span {
	eachScalar(v, func(v *model.Value) {
		if v.Style == model.Literal || v.Style == model.Folded {
			texts = append(texts, v.Span)
		}
	})
	return texts
}

// blockReader matches the controls of a document.
type blockReader struct {
	doc    *model.Document
	within model.Span
	texts  []model.Span
	open   []*openBlock
	faults map[*gotmpl.Block]*ParseError // why it is not clear which lines belong to a block
	failed error
	line   model.Span // see lineAt
}

// openBlock is a block whose end has not been read yet.
type openBlock struct {
	block  *gotmpl.Block
	start  int  // offset of the template that opens it
	odd    bool // one of its controls shares its lines with other text
	define bool // a named template: the conditions around its definition do not apply inside it
}

func (r *blockReader) fail(offset int, format string, args ...any) {
	if r.failed == nil {
		r.failed = errorAt(offset, offset+1, format, args...)
	}
}

var (
	beforeControl = pattern.New(`^[ \t]*#*[ \t]*$`)
	onlyComment   = pattern.New(`^(?:[ \t]|\{\{-?[ \t]*/\*(?s:.*?)\*/[ \t]*-?\}\})*(?:#.*)?$`)
)

// read returns the outermost blocks. It leaves out blocks inside a block scalar, and those that begin and end on
// one line.
func (r *blockReader) read() []*gotmpl.Block {
	var top []*gotmpl.Block
	add := func(b *gotmpl.Block) {
		if n := len(r.open); n > 0 {
			in := r.open[n-1].block
			last := in.Branches[len(in.Branches)-1]
			last.Blocks = append(last.Blocks, b)
			return
		}
		top = append(top, b)
	}
	for _, t := range r.doc.Templates {
		a := gotmpl.Read(r.doc.Text(t))
		interrupts := a.Keyword == "break" || a.Keyword == "continue"
		if !interrupts && !a.IsControl() {
			continue
		}
		lines, alone := r.lines(t)
		switch {
		case interrupts:
			if r.within.Contains(t) && !r.inText(t) {
				r.fail(t.Start, "%q decides about more than the lines below it", r.doc.Text(t))
			}
		case a.Divides():
			r.branch(t, lines, alone, a)
		case a.Depth() < 0:
			if b := r.close(t, lines, alone, a.Open); b != nil {
				add(b)
			}
		default:
			first := &gotmpl.Branch{Control: lines, Keyword: a.Keyword, Variables: a.Variables, Condition: gotmpl.ConditionOf(a)}
			r.open = append(r.open, &openBlock{
				block: &gotmpl.Block{Open: a.Open, Branches: []*gotmpl.Branch{first}}, start: t.Start, odd: !alone, define: a.Keyword == "define" ||
					a.Keyword == "block",
			})
		}
	}
	r.unclosed()
	for _, o := range r.open { // their end is outside of the document, so only their inner blocks count
		for _, branch := range o.block.Branches {
			top = append(top, branch.Blocks...)
		}
	}
	return top
}

// branch begins the next branch of the innermost open block.
func (r *blockReader) branch(t model.Span, lines model.Span, alone bool, a gotmpl.Action) {
	if len(r.open) == 0 {
		if r.within.Contains(t) && !r.inText(t) {
			// The block began before this part of the file, and a branch of it ends here.
			r.fail(t.Start, "the template %q has no beginning", r.doc.Text(t))
		}
		return
	}
	o := r.open[len(r.open)-1]
	o.odd = o.odd || !alone || o.shares(lines)
	r.endBranch(o.block, lines.Start)
	o.odd = o.odd || a.Else == "with"
	next := &gotmpl.Branch{Control: lines, Keyword: "else", Variables: a.Variables, Condition: gotmpl.ConditionOf(a)}
	o.block.Branches = append(o.block.Branches, next)
}

func (r *blockReader) endBranch(b *gotmpl.Block, end int) {
	last := b.Branches[len(b.Branches)-1]
	last.Body = model.Span{Start: last.Control.End, End: max(end, last.Control.End)}
}

// shares reports whether lines begin on the line of the block's previous control.
func (o *openBlock) shares(lines model.Span) bool {
	last := o.block.Branches[len(o.block.Branches)-1]
	return lines.Start < last.Control.End
}

// close ends the innermost open block and returns it, or nil if the block lies on one line or
// inside a text.
func (r *blockReader) close(t model.Span, lines model.Span, alone bool, open string) *gotmpl.Block {
	if len(r.open) == 0 {
		if r.within.Contains(t) && !r.inText(t) {
			r.fail(t.Start, "the template %q has no beginning", r.doc.Text(t))
		}
		return nil
	}
	o := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	b := o.block
	b.End = lines
	odd := o.odd || !alone || o.shares(lines)
	r.endBranch(b, lines.Start)
	span := model.Span{Start: o.start, End: t.End}
	switch oneLine := b.Branches[0].Control.Start == lines.Start; {
	case oneLine, r.inText(span):
		return nil
	case b.Open != open:
		r.faults[b] = errorAt(t.Start, t.End, "the template %q ends what %q begins", r.doc.Text(t), strings.TrimSpace(r.doc.Text(b.Branches[0].Control)))
	case o.define:
		r.faults[b] = errorAt(o.start, o.start+1, "a named template begins or ends here")
	case lacksCondition(b):
		r.faults[b] = errorAt(o.start, o.start+1, "a branch of the template that begins here has no condition")
	case odd:
		r.faults[b] = errorAt(o.start, o.start+1, "the template that begins here shares its lines with other text")
	}
	return b
}

// lacksCondition reports whether another branch than the last one, which may be an else, has no condition.
func lacksCondition(b *gotmpl.Block) bool {
	return slices.ContainsFunc(b.Branches[:max(1, len(b.Branches)-1)], func(branch *gotmpl.Branch) bool { return branch.Condition == nil })
}

// unclosed records an error if a block begins inside within and has no end. A block that begins
// before within may end after it.
func (r *blockReader) unclosed() {
	for _, o := range r.open {
		if o.start >= r.within.Start && o.start < r.within.End {
			r.fail(o.start, "the template %q has no end", strings.TrimSpace(r.doc.Text(o.block.Branches[0].Control)))
		}
	}
}

// inText reports whether a span is part of a block scalar, or begins in one and ends in templates
// directly after it.
func (r *blockReader) inText(s model.Span) bool {
	text, ok := spanAt(r.texts, s.Start)
	return ok && (text.Contains(s) || onlyTemplates(r.doc, model.Span{Start: text.End, End: s.End}))
}

// lines returns the whole lines that a template touches, and whether they contain nothing else but a comment. In "#{{ if }}"
// the control is inside a YAML comment; that counts as alone too.
func (r *blockReader) lines(t model.Span) (lines model.Span, alone bool) {
	data := r.doc.File.Data
	lines.Start = min(max(r.doc.Span.Start, r.lineAt(t.Start).Start), t.Start) // the template may begin before the document
	lines.End = min(r.lineAt(t.End-1).End, r.doc.Span.End)
	head, tail := data[lines.Start:t.Start], bytes.TrimRight(data[t.End:max(t.End, lines.End)], "\r\n")
	head = bytes.TrimPrefix(head, bom(head))
	switch {
	case !beforeControl().Match(head):
		return lines, false
	case bytes.Contains(head, []byte("#")):
		return lines, !bytes.Contains(tail, []byte("{{"))
	}
	return lines, onlyComment().Match(tail)
}

// lineAt returns the line with an offset, its line break included. It remembers the last one, because a line may have many templates.
func (r *blockReader) lineAt(offset int) model.Span {
	if offset < r.line.Start || offset >= r.line.End {
		data := r.doc.File.Data
		r.line = model.Span{Start: bytes.LastIndexByte(data[:offset], '\n') + 1, End: lineEnd(data, offset)}
	}
	return r.line
}
