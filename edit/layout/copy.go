package layout

import (
	"sort"

	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Twin returns a second origin for an item that stays in its place and is also inserted elsewhere. It appends the bytes of the
// item to those of the file, as if the item was written there too, so that each of the two has comments of its own.
func (s *Source) Twin(o *Origin) *Origin {
	from, to := o.Start, o.End
	line := s.LineStart(from)
	head := string(s.Data[line : line+textline.LeadingBlanks(s.Data[line:from])])
	if o.Block {
		from, to = min(s.LineStart(o.Start), o.Lead.Start), max(o.Body.End, s.LineEnd(o.Start))
		head = ""
	}
	doc := *s.Doc
	data := s.Data
	if len(data) == s.Size { // the file's own bytes stay as they are
		data = append(make([]byte, 0, 2*len(data)), data...)
	}
	if len(data) == s.Size || data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	first := len(data)
	data = append(data, head...)
	c := &copier{Source: s, shift: len(data) - from}
	data = append(data, s.Data[from:to]...)
	s.copies = append(s.copies, copied{model.Span{Start: first, End: len(data)}, c.shift})
	doc.File = model.NewFile(doc.File.Path, data)
	for _, t := range doc.Templates {
		if from <= t.Start && t.Start < to {
			doc.Templates = append(doc.Templates[:len(doc.Templates):len(doc.Templates)], c.span(t))
		}
	}
	s.Doc, s.Data = &doc, data
	for offset, least := range s.blanksIn(from, to) {
		s.blanks[offset+c.shift] = least
	}
	span := o.Span()
	for _, comment := range s.CommentsIn(span) {
		s.Comments = append(s.Comments, yaml.Comment{Span: c.span(comment.Span), Text: comment.Text})
	}
	t := c.origin(o)
	t.Collection, t.Value = &model.Value{}, c.value(o.Value)
	s.Holder[t.Value] = t
	return t
}

// blanksIn returns the blank lines of block scalars in [from, to).
func (s *Source) blanksIn(from, to int) map[int]int {
	blanks := map[int]int{}
	for offset := from; offset < to; offset = s.LineEnd(offset) {
		if least, ok := s.blanks[offset]; ok {
			blanks[offset] = least
		}
	}
	return blanks
}

// copied are the bytes of a copy; their offsets are by bytes larger than those of the original.
type copied struct {
	model.Span
	shift int
}

// copyOf returns the copy that contains the offset; the zero copied if the offset is in the file
// itself.
func (s *Source) copyOf(offset int) copied {
	if offset <= s.Size {
		return copied{Span: model.Span{End: s.End}}
	}
	i := sort.Search(len(s.copies), func(i int) bool { return s.copies[i].End >= offset })
	return s.copies[min(i, len(s.copies)-1)]
}

// LineNumber returns the line of the file, for people.
func (s *Source) LineNumber(offset int) int {
	return s.Doc.File.Position(offset - s.copyOf(offset).shift).Line
}

// copier copies values and origins to offsets that are by bytes larger.
type copier struct {
	*Source
	shift int
}

func (c *copier) span(s model.Span) model.Span {
	return model.Span{Start: s.Start + c.shift, End: s.End + c.shift}
}

func (c *copier) origin(o *Origin) *Origin {
	t := *o
	t.Start, t.End, t.Colon, t.Nested = o.Start+c.shift, o.End+c.shift, o.Colon+c.shift, o.Nested+c.shift
	t.Gap, t.Lead, t.Body = c.span(o.Gap), c.span(o.Lead), c.span(o.Body)
	return &t
}

// value copies v and everything in it, with origins.
func (c *copier) value(v *model.Value) *model.Value {
	t := c.scalar(v)
	children := c.Children[v]
	if v.Alias() != "" || len(children) == 0 {
		return t
	}
	t.Items, t.Entries = nil, nil
	for _, o := range children {
		k := c.origin(o)
		k.Collection, k.Value = t, c.value(o.Value)
		if o.Entry != nil {
			k.Entry = &model.Entry{Key: c.scalar(o.Entry.Key), Value: k.Value}
			t.Entries = append(t.Entries, k.Entry)
			c.Entries[k.Entry] = k
		} else {
			t.Items = append(t.Items, k.Value)
		}
		c.Children[t] = append(c.Children[t], k)
		c.Holder[k.Value] = k
	}
	return t
}

func (c *copier) scalar(v *model.Value) *model.Value {
	t := *v
	t.Span = c.span(v.Span)
	t.SetProps(c.span(v.Props()))
	if v.Dash >= 0 {
		t.Dash += int32(c.shift)
	}
	return &t
}
