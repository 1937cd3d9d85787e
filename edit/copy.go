package edit

import (
	"sort"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// twin returns a second origin for an item that stays where it is and is inserted once more. The bytes of the item are put
// behind those of the file, as if it was written there too: so each of the two has comments of its own, which move and go with it.
func (s *source) twin(o *origin) *origin {
	from, to := o.start, o.end
	line := s.lineStart(from)
	head := string(s.data[line : line+blanks(s.data[line:from])])
	if o.block {
		from, to = min(s.lineStart(o.start), o.lead.Start), max(o.body.End, s.lineEnd(o.start))
		head = ""
	}
	doc := *s.doc
	data := s.data
	if len(data) == s.size { // the file's own bytes stay as they are
		data = append(make([]byte, 0, 2*len(data)), data...)
	}
	if len(data) == s.size || data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	first := len(data)
	data = append(data, head...)
	c := &copier{source: s, by: len(data) - from}
	data = append(data, s.data[from:to]...)
	s.copies = append(s.copies, copied{model.Span{Start: first, End: len(data)}, c.by})
	doc.File = model.NewFile(doc.File.Path, data)
	for _, t := range doc.Templates {
		if from <= t.Start && t.Start < to {
			doc.Templates = append(doc.Templates[:len(doc.Templates):len(doc.Templates)], c.span(t))
		}
	}
	s.doc, s.data = &doc, data
	for at, least := range s.blanksIn(from, to) {
		s.blanks[at+c.by] = least
	}
	own := o.span()
	for _, comment := range s.commentsIn(own) {
		s.comments = append(s.comments, yaml.Comment{Span: c.span(comment.Span), Text: comment.Text})
	}
	t := c.origin(o)
	t.coll, t.value = &model.Value{}, c.value(o.value)
	s.holder[t.value] = t
	return t
}

// blanksIn returns the blank lines of block scalars in [from, to).
func (s *source) blanksIn(from, to int) map[int]int {
	found := map[int]int{}
	for at := from; at < to; at = s.lineEnd(at) {
		if least, ok := s.blanks[at]; ok {
			found[at] = least
		}
	}
	return found
}

// copied are the bytes of a copy, by bytes further on than those that they are copies of.
type copied struct {
	model.Span
	by int
}

// copyOf returns the copied bytes that hold the offset; those of the file itself are no copy.
func (s *source) copyOf(offset int) copied {
	if offset <= s.size {
		return copied{Span: model.Span{End: s.end}}
	}
	i := sort.Search(len(s.copies), func(i int) bool { return s.copies[i].End >= offset })
	return s.copies[min(i, len(s.copies)-1)]
}

// lineNumber returns the line of the file, for people.
func (s *source) lineNumber(offset int) int {
	return s.doc.File.Position(offset - s.copyOf(offset).by).Line
}

// copier copies values and origins for bytes that stand by bytes further on.
type copier struct {
	*source
	by int
}

func (c *copier) span(s model.Span) model.Span {
	return model.Span{Start: s.Start + c.by, End: s.End + c.by}
}

func (c *copier) origin(o *origin) *origin {
	t := *o
	t.start, t.end, t.colon, t.nested = o.start+c.by, o.end+c.by, o.colon+c.by, o.nested+c.by
	t.gap, t.lead, t.body = c.span(o.gap), c.span(o.lead), c.span(o.body)
	return &t
}

// value copies v and everything in it, with origins.
func (c *copier) value(v *model.Value) *model.Value {
	t := c.scalar(v)
	kids := c.kids[v]
	if v.Alias != "" || len(kids) == 0 {
		return t
	}
	t.Items, t.Entries = nil, nil
	for _, o := range kids {
		k := c.origin(o)
		k.coll, k.value = t, c.value(o.value)
		if o.entry != nil {
			k.entry = &model.Entry{Key: c.scalar(o.entry.Key), Value: k.value}
			t.Entries = append(t.Entries, k.entry)
			c.entries[k.entry] = k
		} else {
			t.Items = append(t.Items, k.value)
		}
		c.kids[t] = append(c.kids[t], k)
		c.holder[k.value] = k
	}
	return t
}

func (c *copier) scalar(v *model.Value) *model.Value {
	t := *v
	t.Span, t.Props = c.span(v.Span), c.span(v.Props)
	if v.Dash >= 0 {
		t.Dash += c.by
	}
	return &t
}
