// Package layout finds out which bytes and comments of a document belong to which entry, and copies their lines.
//
// A Source is a document with an Origin for each entry and item.
package layout

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Source is a document with the facts about its text that an edit needs in addition to the values: which
// lines belong to which entry.
type Source struct {
	Doc        *model.Document
	target     *model.Value // the only value that is laid out, with the collections around it; nil for everything
	Start, End int          // the document's bytes, a byte order mark excluded
	Newline    string
	Comments   []yaml.Comment
	JSON       bool
	Aliased    map[string]bool // names of anchors that are used
	blanks     map[int]int     // line start of a blank line in a block scalar -> indentation of the scalar
	Guarded    bool            // templates are laid out as guards; otherwise they prevent edits
	Guards     guards

	fileBytes
	origins
	indents
}

// fileBytes are the bytes of a file, followed by the bytes of copies.
type fileBytes struct {
	Data   []byte
	file   *model.File // without copies
	Size   int         // of the file alone
	copies []copied
}

// origins are the entries and items of a document.
type origins struct {
	Children map[*model.Value][]*Origin // of each collection, in order
	Entries  map[*model.Entry]*Origin
	Holder   map[*model.Value]*Origin // the child whose value it is
}

// indents are the author's indentation.
type indents struct {
	Step  int         // columns from one block to the next, as most have it
	steps map[int]int // how many blocks have which
	Hang  int         // columns from a key to the dashes of its list
	Dash  int         // columns from a dash to its item
}

// Origin is an entry or item of the document and the bytes that belong to it.
type Origin struct {
	Collection *model.Value // the collection
	Index      int          // in the collection
	Entry      *model.Entry // nil for an item
	Value      *model.Value

	Start, End int // from the key or dash to the end of the value; only the value for an item in flow style
	Colon      int // offset after the ":" of an entry
	Nested     int // start of the lines of a block collection below it

	// Only in block style; all but col are whole lines, except that the body of a first child
	// after a dash starts at its key.
	Block      bool
	Col        int        // column of the key or dash, 0-based bytes
	Gap        model.Span // blank lines and comments that belong to the place
	Lead       model.Span // the comments directly above
	Body       model.Span // the child, down to the comments at its end
	SharesLine bool       // it shares its line with something else

	Content bool // it is a template that writes entries or items, alone on its line
}

// Span returns the bytes of o, in block style with the comments directly above it and at its end.
func (o *Origin) Span() model.Span {
	if o.Block {
		return model.Span{Start: o.Lead.Start, End: o.Body.End}
	}
	return model.Span{Start: o.Start, End: o.End}
}

// New lays out a document whose templates stand in the way of edits.
func New(doc *model.Document) *Source {
	s := Open(doc)
	s.Comments = yaml.Comments(doc)
	s.layout(doc.Root, s.Start, s.End)
	s.usual()
	return s
}

// usual sets the usual indentation, for a document that shows none.
func (s *Source) usual() {
	if s.Step == 0 {
		s.Step = 2
	}
	if s.Hang < 0 {
		s.Hang = s.Step
	}
	if s.Dash == 0 {
		s.Dash = 2
	}
}

// sourceAround lays out only v, the entries and items on the path to it, and their neighbours, because reading a List once for
// each object in it would take too long. It returns nil for a value that is not in an entry or item.
func sourceAround(doc *model.Document, v *model.Value) *Source {
	s := Open(doc)
	s.target = v
	s.layout(doc.Root, s.Start, s.End)
	o := s.Holder[v]
	if o == nil {
		return nil
	}
	part := *doc
	part.Root, part.Span = v, o.Span()
	if o.Entry != nil {
		part.Root = &model.Value{Kind: model.Map, Entries: []*model.Entry{o.Entry}}
	}
	s.Comments = yaml.Comments(&part)
	return s
}

// Open returns the source of a document that is not laid out yet.
func Open(doc *model.Document) *Source {
	s := &Source{
		Doc: doc, Start: doc.Span.Start, End: doc.Span.End, JSON: doc.Syntax == model.JSON,
		Aliased: map[string]bool{}, blanks: map[int]int{}, Guards: guards{Tail: map[*model.Value]int{}},
		fileBytes: fileBytes{Data: doc.File.Data, file: doc.File, Size: len(doc.File.Data)},
		origins:   origins{map[*model.Value][]*Origin{}, map[*model.Entry]*Origin{}, map[*model.Value]*Origin{}},
		indents:   indents{Hang: -1},
	}
	if s.Start == 0 && bytes.HasPrefix(s.Data, []byte("\xef\xbb\xbf")) {
		s.Start = 3
	}
	s.Newline = NewlineOf(s.Data)
	return s
}

// LineStart returns the offset of the first byte of the line that offset is on.
func (s *Source) LineStart(offset int) int {
	if offset <= s.Size {
		return max(s.Start, s.file.LineStart(offset))
	}
	return s.Doc.File.LineStart(offset)
}

// LineEnd returns the offset after the newline of the line that offset is on.
func (s *Source) LineEnd(offset int) int {
	end := s.copyOf(offset).End
	if i := bytes.IndexByte(s.Data[offset:end], '\n'); i >= 0 {
		return offset + i + 1
	}
	return end
}

// layout finds the bytes of each child of v, at every depth. The lines of a block collection are
// within [from, to).
func (s *Source) layout(v *model.Value, from, to int) {
	if v.Alias() != "" {
		s.Aliased[v.Alias()] = true
		return
	}
	if IsBlockScalar(v) {
		s.blankLines(v)
	}
	children := s.originsOf(v)
	if len(children) == 0 {
		return
	}
	children = s.withContents(v, children)
	s.Children[v] = children
	if v.Style == model.Block {
		s.blockLayout(v, children, from, to)
	}
	for _, o := range children {
		s.Holder[o.Value] = o
		if o.Entry != nil {
			s.Entries[o.Entry] = o
		}
		if s.target == nil || o.Value.Span.Contains(s.target.Span) || s.target.Span.Contains(o.Value.Span) {
			s.nestedLayout(o)
		}
	}
	if s.Dash == 0 {
		s.Dash = s.DashOf(children)
	}
}

// DashOf returns the columns from the dash to the item in a block list, 0 if no item shows it.
func (s *Source) DashOf(children []*Origin) int {
	for _, o := range children {
		if !o.Block || o.Entry != nil {
			continue
		}
		if offset := StartOf(o.Value); offset > o.Colon && offset < s.LineEnd(o.Start) {
			return offset - o.Start
		}
	}
	return 0
}

func (s *Source) nestedLayout(o *Origin) {
	o.Nested = o.Start
	if o.Block && o.Value.Style == model.Block {
		o.Nested = s.LineEnd(max(o.Colon, o.Start, PropsEnd(o.Value)))
		if first := s.FirstByte(o.Value); first < o.Nested {
			o.Nested = first
		}
	}
	s.layout(o.Value, o.Nested, o.Body.End)
	children := s.Children[o.Value]
	if !o.Block || o.Entry == nil || len(children) == 0 {
		return
	}
	if first := children[0]; first.Block && !first.Content {
		s.measure(o, first)
	}
}

// measure notes the author's indentation: of lists where it is first seen, of maps that which most have, or of those the first.
func (s *Source) measure(o, first *Origin) {
	indent := first.Col - o.Col
	if first.Entry == nil && s.Hang < 0 {
		s.Hang = indent
	}
	if first.Entry != nil && indent > 0 {
		if s.steps == nil {
			s.steps = map[int]int{}
		}
		if s.steps[indent]++; s.steps[indent] > s.steps[s.Step] {
			s.Step = indent
		}
	}
}

// FirstByte returns where the first entry or item of a collection begins.
func (s *Source) FirstByte(v *model.Value) int {
	switch {
	case len(v.Items) > 0 && v.Items[0].Dash >= 0:
		return int(v.Items[0].Dash)
	case len(v.Entries) > 0:
		return StartOf(v.Entries[0].Key)
	}
	return v.Span.Start
}

// StartOf returns where v begins, its anchor and tag included.
func StartOf(v *model.Value) int {
	if !v.Props().Empty() && v.Props().Start < v.Span.Start {
		return v.Props().Start
	}
	return v.Span.Start
}

// PropsEnd returns the end of the anchor and tag in front of v, 0 if there are none.
func PropsEnd(v *model.Value) int {
	if v.Props().Empty() {
		return 0
	}
	return v.Props().End
}

func (s *Source) originsOf(v *model.Value) []*Origin {
	var children []*Origin
	first, end := s.itemsToLayOut(v)
	for i := first; i < end; i++ {
		item := v.Items[i]
		o := &Origin{Collection: v, Index: i, Value: item, Start: StartOf(item), End: max(item.Span.End, PropsEnd(item))}
		if v.Style == model.Block {
			o.Start = int(item.Dash)
			o.Colon = o.Start + 1
			o.End = max(o.End, o.Colon)
		}
		children = append(children, o)
	}
	for i, e := range v.Entries {
		o := &Origin{Collection: v, Index: i, Entry: e, Value: e.Value, Start: StartOf(e.Key)}
		o.Colon = s.afterColon(e)
		o.End = max(e.Value.Span.End, PropsEnd(e.Value), o.Colon)
		children = append(children, o)
	}
	return children
}

// itemsToLayOut returns the range of the items of v that are laid out: around a target the item that contains it and its neighbours.
func (s *Source) itemsToLayOut(v *model.Value) (first, end int) {
	if s.target == nil {
		return 0, len(v.Items)
	}
	i := slices.IndexFunc(v.Items, func(item *model.Value) bool { return item.Span.Contains(s.target.Span) })
	if i < 0 { // v is the target, or inside it
		return 0, len(v.Items)
	}
	return max(0, i-1), min(i+2, len(v.Items))
}

// afterColon returns the offset after the ":" that follows a key, or the key's end without one.
func (s *Source) afterColon(e *model.Entry) int {
	offset := e.Key.Span.End
	for i := offset; i < s.End; i++ {
		switch s.Data[i] {
		case ' ', '\t', '\r', '\n':
			continue
		case ':':
			return i + 1
		}
		break
	}
	return offset
}

// contentEnd returns an offset on the last line of o's value. Blank lines at the end of a block
// scalar that keeps them (|+) are part of it.
func (s *Source) contentEnd(o *Origin) int {
	if !KeepsBlanks(s.Doc, DeepestLast(o.Value)) {
		return o.End
	}
	end := o.End
	for offset := s.LineEnd(end); offset < s.End; offset = s.LineEnd(offset) {
		if len(bytes.TrimSpace(s.Data[offset:s.LineEnd(offset)])) > 0 {
			break
		}
		end = offset
	}
	return end
}

// IsBlockScalar reports whether v is written as a block scalar (|, >).
func IsBlockScalar(v *model.Value) bool {
	return v.Style == model.Literal || v.Style == model.Folded
}

// KeepsBlanks reports whether v, of doc, is a block scalar to which blank lines behind it belong (|+, >+).
func KeepsBlanks(doc *model.Document, v *model.Value) bool {
	if !IsBlockScalar(v) || v.Span.Empty() {
		return false
	}
	head, _, _ := strings.Cut(doc.Text(v.Span), "\n")
	head, _, _ = strings.Cut(head, "#")
	return strings.Contains(head, "+")
}

// EndsInBlanks reports whether blank lines at the end of the document, which has a root, are part of its last text.
func EndsInBlanks(doc *model.Document) bool { return KeepsBlanks(doc, DeepestLast(doc.Root)) }

// DeepestLast returns the scalar or flow collection that ends v.
func DeepestLast(v *model.Value) *model.Value {
	for v.Style == model.Block {
		switch {
		case len(v.Items) > 0:
			v = v.Items[len(v.Items)-1]
		case len(v.Entries) > 0:
			v = v.Entries[len(v.Entries)-1].Value
		default:
			return v
		}
	}
	return v
}

// blankLines records the blank lines of a block scalar, because blanks beyond its indentation are
// text.
func (s *Source) blankLines(v *model.Value) {
	var blank []int
	least := -1
	for offset := s.LineEnd(v.Span.Start); offset < v.Span.End; offset = s.LineEnd(offset) {
		line := s.Data[offset:s.LineEnd(offset)]
		if len(bytes.TrimSpace(line)) == 0 {
			blank = append(blank, offset)
		} else if n := textline.LeadingSpaces(line); least < 0 || n < least {
			least = n
		}
	}
	for _, offset := range blank {
		s.blanks[offset] = least
	}
}

// OwnLine reports whether a template is alone on its line.
func (s *Source) OwnLine(tpl model.Span) bool {
	if len(bytes.TrimSpace(s.Data[s.LineStart(tpl.Start):tpl.Start])) > 0 {
		return false // decided without searching the end of the line, because a line may have thousands of templates
	}
	to := s.LineEnd(tpl.Start)
	return len(bytes.TrimSpace(s.Data[min(tpl.End, to):to])) == 0
}

// Base returns the indentation to which the lines of v are relative.
func (s *Source) Base(v *model.Value) string {
	if o := s.Holder[v]; o != nil && o.Block {
		return textline.Spaces(o.Col)
	}
	return s.LineBlanks(StartOf(v))
}

// LineBlanks returns the blanks that the line at offset starts with.
func (s *Source) LineBlanks(offset int) string {
	from := s.LineStart(offset)
	return string(s.Data[from : from+textline.LeadingBlanks(s.Data[from:offset])])
}

// TailEnd returns where the lines of a block collection end: with those of the child that holds it.
func (s *Source) TailEnd(v *model.Value) int {
	if o := s.Holder[v]; o != nil {
		return o.Body.End
	}
	return s.End
}

// NewlineOf returns the line break of a file's first line.
func NewlineOf(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
