package layout

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Detach returns a copy of v, which is a value of doc, with the comments that belong to it and to the values in it (see
// model.Value.Comments): those beside and below it, and those directly above its entry. The copy may be added to another
// document. Aliases and merge keys in it are written out. A collection in flow style over several lines gets block style,
// and one of JSON the style of its new place. The nodes keep their Span, which is their place in doc.
func Detach(doc *model.Document, v *model.Value) *model.Value {
	if v == nil || doc.Root == nil || doc.Syntax == model.HCL {
		return detached(v, doc.Syntax)
	}
	s := sourceAround(doc, v)
	if s == nil {
		d := &detacher{New(doc)}
		return d.value(v)
	}
	d := &detacher{s}
	origin := *s.Holder[v]
	origin.Gap.Start = origin.Gap.End // comments separated from the entry by a blank line stay at the place
	c := d.childOf(&origin)
	if d.templateLines(&origin) {
		open(c)
	}
	return c
}

// open marks a copy of a value to which a template line adds entries, which the copy lacks. A map is also Open because of a templated key,
// and such a copy lacks nothing; therefore the values in the copy carry the mark.
func open(c *model.Value) {
	c.Open = true
	if !slices.ContainsFunc(c.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown }) {
		return
	}
	for _, child := range c.Children() {
		open(child)
	}
}

// templateLines reports whether the lines of o contain a template outside of scalars, keys and comments, such as the {{ if }}
// around an entry. A copy of o would lack it.
func (d *detacher) templateLines(o *Origin) bool {
	span := o.Span()
	for _, t := range d.Doc.Templates {
		inKey := o.Entry != nil && o.Entry.Key.Span.Contains(t)
		if t.Start < span.Start || t.Start >= span.End || inKey {
			continue
		}
		inComment := slices.ContainsFunc(d.Comments, func(c yaml.Comment) bool { return c.Span.Contains(t) })
		if !inComment && !inScalar(o.Value, t) {
			return true
		}
	}
	return false
}

// inScalar reports whether a scalar or key in v contains the span.
func inScalar(v *model.Value, span model.Span) bool {
	if v.Alias() != "" || v.Kind != model.List && v.Kind != model.Map {
		return v.Span.Contains(span)
	}
	return slices.ContainsFunc(v.Items, func(item *model.Value) bool { return inScalar(item, span) }) ||
		slices.ContainsFunc(v.Entries, func(e *model.Entry) bool { return e.Key.Span.Contains(span) || inScalar(e.Value, span) })
}

// detacher copies values of a document with their comments.
type detacher struct{ *Source }

// child copies the value of an entry or item with the comments that belong to it.
func (d *detacher) childOf(o *Origin) *model.Value {
	v := d.value(o.Value)
	c := &model.Comments{}
	if v.Comments() != nil {
		c = v.Comments()
	}
	if o.Block {
		c.Above = append(d.remarks(o.Gap.Start, o.Body.Start), c.Above...)
		d.addAround(o, c)
	}
	if len(c.Above)+len(c.Below) > 0 || c.Beside != "" {
		v.SetComments(c)
	}
	return v
}

// addAround adds the comments between the key or dash of o and the end of its lines that belong to nothing in it.
func (d *detacher) addAround(o *Origin, c *model.Comments) {
	from, to := o.Value.Span.Start, o.Value.Span.End // the part that belongs to the value's own children
	children := d.Children[o.Value]
	switch {
	case len(children) > 0 && children[0].Block:
		from, to = o.Nested, children[len(children)-1].Body.End
	case len(children) == 0 && o.Value.Kind != model.Unknown: // the header of a block scalar with templates is part of its text
		to = from
	}
	for _, comment := range d.CommentsIn(model.Span{Start: o.Start, End: o.Body.End}) {
		offset := comment.Span.Start
		if from <= offset && offset < to {
			continue
		}
		text := d.text(comment)
		switch isBeside := !d.isAlone(comment); {
		case isBeside && c.Beside == "":
			c.Beside = text
		case isBeside || offset < from:
			c.Above = append(c.Above, text)
		default:
			c.Below = append(c.Below, text)
		}
	}
}

// value copies v with its children. The comments inside it, behind everything else, are its own.
func (d *detacher) value(v *model.Value) *model.Value {
	children := d.Children[v]
	if v.Alias() != "" || len(children) == 0 {
		c := detached(v, d.Doc.Syntax)
		if v.Alias() == "" && v.Style == model.Flow {
			d.inFlow(v, c)
		}
		return c
	}
	c := bare(v, d.Doc.Syntax)
	if v.Style == model.Flow && bytes.ContainsRune(d.Data[v.Span.Start:v.Span.End], '\n') {
		c.Style = model.None
	}
	for _, o := range children {
		if o.Entry == nil {
			c.Items = append(c.Items, d.childOf(o))
			continue
		}
		c.Entries = append(c.Entries, &model.Entry{Key: bare(o.Entry.Key, d.Doc.Syntax), Value: d.childOf(o)})
	}
	if !children[0].Block {
		d.inFlow(v, c)
	}
	mergeInto(v, c)
	return c
}

// inFlow gives c, the copy of a collection in flow style, the comments between its brackets that are in no collection inside it.
func (d *detacher) inFlow(v, c *model.Value) {
	comments := slices.DeleteFunc(slices.Clone(d.CommentsIn(v.Span)), func(comment yaml.Comment) bool {
		return slices.ContainsFunc(d.Children[v], func(o *Origin) bool { return o.Value.Style == model.Flow && o.Value.Span.Contains(comment.Span) })
	})
	if len(comments) == 0 {
		return
	}
	below := &model.Comments{}
	for _, comment := range comments {
		below.Below = append(below.Below, d.text(comment))
	}
	c.SetComments(below)
}

// remarks returns the comments and empty lines of whole lines.
func (d *detacher) remarks(from, to int) []string {
	var texts []string
	for offset := from; offset < to; offset = d.LineEnd(offset) {
		if comments := d.CommentsIn(model.Span{Start: offset, End: min(d.LineEnd(offset), to)}); len(comments) > 0 {
			texts = append(texts, d.text(comments[0]))
		} else if len(bytes.TrimSpace(d.Data[offset:d.LineEnd(offset)])) == 0 {
			texts = append(texts, "")
		}
	}
	return texts
}

func (d *detacher) text(c yaml.Comment) string {
	return remarkText(string(d.Data[c.Span.Start:c.Span.End]))
}

// isAlone reports whether the comment has its line to itself.
func (d *detacher) isAlone(c yaml.Comment) bool {
	from := d.LineStart(c.Span.Start)
	return textline.LeadingBlanks(d.Data[from:c.Span.Start]) == c.Span.Start-from
}

// detached copies v without comments; aliases are written out.
func detached(v *model.Value, syntax model.Syntax) *model.Value {
	if v == nil {
		return nil
	}
	c := bare(v, syntax)
	for _, item := range v.Items {
		c.Items = append(c.Items, detached(item, syntax))
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, &model.Entry{Key: bare(e.Key, syntax), Value: detached(e.Value, syntax)})
	}
	mergeInto(v, c)
	return c
}

// bare copies v without its children, its anchor and its alias.
func bare(v *model.Value, syntax model.Syntax) *model.Value {
	c := *v
	c.Items, c.Entries = nil, nil
	c.ClearNames()
	if syntax == model.JSON || v.Alias() != "" {
		c.Style = model.None
	}
	return &c
}

// mergeInto resolves the merge keys of v in its copy c: each key is at the place of its first occurrence, with the value that
// takes effect.
func mergeInto(v, c *model.Value) {
	merges := false
	for _, e := range v.Entries {
		merges = merges || e.IsMerge()
	}
	if !merges {
		return
	}
	seen := map[string]bool{}
	var entries []*model.Entry
	for _, e := range c.Entries {
		for _, e := range spread(e) {
			if seen[e.Key.Text] {
				continue
			}
			seen[e.Key.Text] = true
			if e.Key.Kind != model.Unknown {
				e = &model.Entry{Key: e.Key, Value: c.Entry(e.Key.Text).Value}
			}
			entries = append(entries, e)
		}
	}
	c.Entries = entries
}

// spread returns the entries that a merge key adds; for any other entry, the entry itself.
func spread(e *model.Entry) []*model.Entry {
	if !e.IsMerge() {
		return []*model.Entry{e}
	}
	if e.Value.Kind != model.List {
		return e.Value.Entries
	}
	var entries []*model.Entry
	for _, from := range e.Value.Items {
		entries = append(entries, from.Entries...)
	}
	return entries
}
