package edit

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// source is a document with what an edit must know about its text beyond the values: which
// lines belong to which entry.
type source struct {
	doc        *model.Document
	file       *model.File  // of the document, without copies
	only       *model.Value // that is to be laid out, with what leads to it; nil for everything
	data       []byte       // the whole file, and behind it the bytes of copies
	size       int          // of the file alone
	copies     []copied
	start, end int // the document's bytes, a byte order mark excluded
	newline    string
	comments   []yaml.Comment
	json       bool

	kids    map[*model.Value][]*origin // of each collection, in order
	entries map[*model.Entry]*origin
	holder  map[*model.Value]*origin // the kid whose value it is
	aliased map[string]bool          // names of anchors that are used
	blanks  map[int]int              // line start of a blank line in a block scalar -> indentation of the scalar
	dropped []*origin                // whose comments may go
	step    int                      // columns from one block to the next, as most have it
	steps   map[int]int              // how many blocks have which
	hang    int                      // columns from a key to the dashes of its list
	dash    int                      // columns from a dash to its item

	guarded bool // by guards; otherwise templates stand in the way of edits
	guards  guards
}

// origin is an entry or item of the document and the bytes that belong to it.
type origin struct {
	coll  *model.Value // the collection
	index int          // in coll
	entry *model.Entry // nil for an item
	value *model.Value

	start, end int // from the key or dash to the end of the value; a flow item: the value
	colon      int // offset after the ":" of an entry
	nested     int // where the lines of a block collection below it start

	// Only in block style; all but col are whole lines, except that the body of a first kid that
	// stands behind a dash starts at its key.
	block bool
	col   int        // column of the key or dash, 0-based bytes
	gap   model.Span // blank lines and comments that belong to the place
	lead  model.Span // the comments directly above
	body  model.Span // the kid, down to the comments at its end
	odd   bool       // something else stands on its line

	content bool // it is a template that writes entries or items, alone on its line
}

// span returns the bytes of o, in block style with the comments directly above it and at its end.
func (o *origin) span() model.Span {
	if o.block {
		return model.Span{Start: o.lead.Start, End: o.body.End}
	}
	return model.Span{Start: o.start, End: o.end}
}

func newSource(doc *model.Document) *source {
	s := openSource(doc)
	s.comments = yaml.Comments(doc)
	s.layout(doc.Root, s.start, s.end)
	s.usual()
	return s
}

// usual gives what the document does not show the indentation that most people use.
func (s *source) usual() {
	if s.step == 0 {
		s.step = 2
	}
	if s.hang < 0 {
		s.hang = s.step
	}
	if s.dash == 0 {
		s.dash = 2
	}
}

// sourceAround knows no more than the lines and the comments that belong to v, and the entries and items next to those that lead
// to it: reading a List once for each object in it would take too long. It returns nil for a value that no entry or item holds.
func sourceAround(doc *model.Document, v *model.Value) *source {
	s := openSource(doc)
	s.only = v
	s.layout(doc.Root, s.start, s.end)
	o := s.holder[v]
	if o == nil {
		return nil
	}
	part := *doc
	part.Root, part.Span = v, o.span()
	if o.entry != nil {
		part.Root = &model.Value{Kind: model.Map, Entries: []*model.Entry{o.entry}}
	}
	s.comments = yaml.Comments(&part)
	return s
}

func openSource(doc *model.Document) *source {
	s := &source{
		doc: doc, file: doc.File, data: doc.File.Data, size: len(doc.File.Data), start: doc.Span.Start, end: doc.Span.End, json: doc.Syntax == model.JSON,
		kids: map[*model.Value][]*origin{}, entries: map[*model.Entry]*origin{}, holder: map[*model.Value]*origin{},
		aliased: map[string]bool{}, blanks: map[int]int{}, hang: -1,
		guards: guards{tail: map[*model.Value]int{}},
	}
	if s.start == 0 && bytes.HasPrefix(s.data, []byte("\xef\xbb\xbf")) {
		s.start = 3
	}
	s.newline = newlineOf(s.data)
	return s
}

// lineStart returns the offset of the first byte of the line that offset is on.
func (s *source) lineStart(offset int) int {
	if offset <= s.size {
		return max(s.start, s.file.LineStart(offset))
	}
	return s.doc.File.LineStart(offset)
}

// lineEnd returns the offset after the newline of the line that offset is on.
func (s *source) lineEnd(offset int) int {
	end := s.copyOf(offset).End
	if i := bytes.IndexByte(s.data[offset:end], '\n'); i >= 0 {
		return offset + i + 1
	}
	return end
}

// layout finds the bytes of each kid of v, at every depth. The lines of a block collection are
// within [from, to).
func (s *source) layout(v *model.Value, from, to int) {
	if v.Alias != "" {
		s.aliased[v.Alias] = true
		return
	}
	if v.Style == model.Literal || v.Style == model.Folded {
		s.blankLines(v)
	}
	kids := s.origins(v)
	if len(kids) == 0 {
		return
	}
	kids = s.withContents(v, kids)
	s.kids[v] = kids
	if v.Style == model.Block {
		s.blockLayout(v, kids, from, to)
	}
	for _, o := range kids {
		s.holder[o.value] = o
		if o.entry != nil {
			s.entries[o.entry] = o
		}
		if s.only == nil || o.value.Span.Contains(s.only.Span) || s.only.Span.Contains(o.value.Span) {
			s.nestedLayout(o)
		}
	}
	if s.dash == 0 {
		s.dash = s.dashOf(kids)
	}
}

// dashOf returns the columns from the dash to the item in a block list, 0 if no item shows it.
func (s *source) dashOf(kids []*origin) int {
	for _, o := range kids {
		if at := start(o.value); o.block && o.entry == nil && at > o.colon && at < s.lineEnd(o.start) {
			return at - o.start
		}
	}
	return 0
}

func (s *source) nestedLayout(o *origin) {
	o.nested = o.start
	if o.block && o.value.Style == model.Block {
		o.nested = s.lineEnd(max(o.colon, o.start, propsEnd(o.value)))
		if first := s.firstByte(o.value); first < o.nested {
			o.nested = first
		}
	}
	s.layout(o.value, o.nested, o.body.End)
	if kids := s.kids[o.value]; o.block && len(kids) > 0 && kids[0].block && o.entry != nil && !kids[0].content {
		s.measure(o, kids[0])
	}
}

// measure notes the author's indentation: of lists where it is first seen, of maps that which most have, or of those the first.
func (s *source) measure(o, first *origin) {
	by := first.col - o.col
	if first.entry == nil && s.hang < 0 {
		s.hang = by
	}
	if first.entry != nil && by > 0 {
		if s.steps == nil {
			s.steps = map[int]int{}
		}
		if s.steps[by]++; s.steps[by] > s.steps[s.step] {
			s.step = by
		}
	}
}

func (s *source) firstByte(v *model.Value) int {
	switch {
	case len(v.Items) > 0 && v.Items[0].Dash >= 0:
		return v.Items[0].Dash
	case len(v.Entries) > 0:
		return start(v.Entries[0].Key)
	}
	return v.Span.Start
}

// start returns where v begins, its anchor and tag included.
func start(v *model.Value) int {
	if !v.Props.Empty() && v.Props.Start < v.Span.Start {
		return v.Props.Start
	}
	return v.Span.Start
}

// propsEnd returns the end of the anchor and tag in front of v, 0 if there are none.
func propsEnd(v *model.Value) int {
	if v.Props.Empty() {
		return 0
	}
	return v.Props.End
}

func (s *source) origins(v *model.Value) []*origin {
	var kids []*origin
	for i, item := range v.Items {
		o := &origin{coll: v, index: i, value: item, start: start(item), end: max(item.Span.End, propsEnd(item))}
		if v.Style == model.Block {
			o.start = item.Dash
			o.colon = item.Dash + 1
			o.end = max(o.end, o.colon)
		}
		kids = append(kids, o)
	}
	for i, e := range v.Entries {
		o := &origin{coll: v, index: i, entry: e, value: e.Value, start: start(e.Key)}
		o.colon = s.afterColon(e)
		o.end = max(e.Value.Span.End, propsEnd(e.Value), o.colon)
		kids = append(kids, o)
	}
	return kids
}

// afterColon returns the offset after the ":" that follows a key, or the key's end without one.
func (s *source) afterColon(e *model.Entry) int {
	at := e.Key.Span.End
	for i := at; i < s.end; i++ {
		switch s.data[i] {
		case ' ', '\t', '\r', '\n':
			continue
		case ':':
			return i + 1
		}
		break
	}
	return at
}

// contentEnd returns an offset on the last line of o's value. Blank lines at the end of a block
// scalar that keeps them (|+) are part of it.
func (s *source) contentEnd(o *origin) int {
	if !KeepsBlanks(s.doc, deepestLast(o.value)) {
		return o.end
	}
	end := o.end
	for at := s.lineEnd(end); at < s.end; at = s.lineEnd(at) {
		if len(bytes.TrimSpace(s.data[at:s.lineEnd(at)])) > 0 {
			break
		}
		end = at
	}
	return end
}

// KeepsBlanks says whether v, of doc, is a block scalar to which blank lines behind it belong (|+, >+).
func KeepsBlanks(doc *model.Document, v *model.Value) bool {
	if v.Style != model.Literal && v.Style != model.Folded || v.Span.Empty() {
		return false
	}
	head, _, _ := strings.Cut(doc.Text(v.Span), "\n")
	head, _, _ = strings.Cut(head, "#")
	return strings.Contains(head, "+")
}

// EndsInBlanks says whether blank lines at the end of the document, which has a root, are part of its last text.
func EndsInBlanks(doc *model.Document) bool { return KeepsBlanks(doc, deepestLast(doc.Root)) }

func deepestLast(v *model.Value) *model.Value {
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

// indent counts the spaces that line starts with.
func indent(line []byte) int {
	return len(line) - len(bytes.TrimLeft(line, " "))
}

// blankLines notes the blank lines of a block scalar: blanks beyond its indentation are text.
func (s *source) blankLines(v *model.Value) {
	var blank []int
	least := -1
	for at := s.lineEnd(v.Span.Start); at < v.Span.End; at = s.lineEnd(at) {
		line := s.data[at:s.lineEnd(at)]
		if len(bytes.TrimSpace(line)) == 0 {
			blank = append(blank, at)
		} else if n := indent(line); least < 0 || n < least {
			least = n
		}
	}
	for _, at := range blank {
		s.blanks[at] = least
	}
}
