package edit

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// comparable makes values that can be compared wherever they stand: with the templates that write entries or items, each with the
// columns that it indents them by beyond its place, and with what decides what each template means there.
type comparable struct {
	doc      *model.Document
	means    *environment    // of the whole document; nil where that does not matter
	all      *model.Document // of which doc has some branches, nil for doc itself
	holder   map[*model.Value]*origin
	stripped model.Span // as the tree has it
	contents map[*model.Value][]model.Content
}

func (c *comparable) find() {
	c.contents = map[*model.Value][]model.Content{}
	for _, content := range c.doc.Contents {
		c.contents[content.Owner] = append(c.contents[content.Owner], content)
	}
}

// read returns the root of the document.
func (c *comparable) read() *model.Value {
	c.find()
	return c.value(c.doc.Root, 0)
}

// wanted returns what the Ops make of the root.
func (c *comparable) wanted(t *tree) *model.Value {
	c.find()
	return c.node(t.root, t.wanted(), 0, model.Span{})
}

// value copies v, whose key or dash is at a column.
func (c *comparable) value(v *model.Value, at int) *model.Value {
	out := c.scalar(v, at)
	if v.Alias != "" {
		at = 0
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, c.value(item, c.place(item.Dash, item, at)))
	}
	for _, e := range v.Entries {
		out.Entries = append(out.Entries, &model.Entry{Key: c.key(e.Key), Value: c.value(e.Value, c.place(-1, e.Key, at))})
	}
	c.addContents(out, v)
	return out
}

// place returns the column that the text of a kid begins at: its key, or what stands behind its dash.
func (c *comparable) place(dash int, v *model.Value, otherwise int) int {
	at := v.Span.Start
	if dash >= 0 {
		at = dash
	}
	if c.doc.File == nil || at < c.doc.Span.Start || at >= c.doc.Span.End {
		return otherwise
	}
	line := c.doc.File.LineStart(at)
	return column(string(c.doc.File.Data[line:max(at, line)])) + min(0, at-line)
}

// key copies a key with templates.
func (c *comparable) key(key *model.Value) *model.Value {
	if key.Kind != model.Unknown || key.Span.Empty() {
		return key
	}
	return &model.Value{Kind: model.Unknown, Text: key.Text + c.about(key.Span)}
}

// about returns what decides what the templates in a span mean.
func (c *comparable) about(span model.Span) string {
	if c.means == nil {
		return ""
	}
	return "\x06" + c.means.about(span)
}

// scalar copies v without what is in it.
func (c *comparable) scalar(v *model.Value, at int) *model.Value {
	out := &model.Value{Kind: v.Kind, Text: v.Text}
	if v.Kind != model.Unknown {
		return out
	}
	if contents := c.contents[v]; len(contents) > 0 {
		out.Text = ""
		for _, content := range contents {
			out.Text += unindented(c.doc.Text(content.Span), -at) + c.about(content.Span) + "\n"
		}
		return out
	}
	if !c.stripped.Empty() && v.Span == c.stripped {
		out.Text = strippedText(v.Text)
	}
	out.Text = leveled(eachUnindented(out.Text, -at)) + c.about(v.Span)
	return out
}

// leveled cuts the indentation that the lines of a text with templates have in common. It counts for nothing where a line is a
// control, or a template that indents what it writes.
func leveled(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := len(text)
	floats := make([]bool, len(lines))
	for i, l := range lines[1:] {
		trimmed := strings.TrimSpace(l)
		_, _, indents := indentationIn(trimmed)
		floats[i+1] = gotmpl.Read(trimmed).IsControl() || indents && strings.HasPrefix(trimmed, "{{")
		if trimmed != "" && !floats[i+1] {
			least = min(least, indent([]byte(l)))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(least, indent([]byte(l))):]
		if floats[i+1] {
			lines[i+1] = strings.TrimLeft(l, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// addContents adds the templates that write entries or items of a collection.
func (c *comparable) addContents(out, v *model.Value) {
	if v.Alias != "" || v.Kind != model.Map && v.Kind != model.List {
		return
	}
	for _, content := range c.contents[v] {
		first := 0
		switch {
		case len(v.Items) > 0:
			first = c.place(-1, &model.Value{Span: model.Span{Start: max(v.Items[0].Dash, v.Items[0].Span.Start)}}, 0)
			if v.Items[0].Dash >= 0 {
				first = v.Items[0].Dash - c.doc.File.LineStart(v.Items[0].Dash)
			}
		case len(v.Entries) > 0:
			first = c.place(-1, v.Entries[0].Key, 0)
		}
		text := model.NewUnknown(unindented(c.doc.Text(content.Span), -first) + c.about(content.Span))
		if v.Kind == model.List {
			out.Items = append(out.Items, text)
		} else {
			out.Entries = append(out.Entries, &model.Entry{Key: text, Value: &model.Value{}})
		}
	}
}

// node copies w, which is to become of n. What is new in it is made of what stood in a span.
func (c *comparable) node(n *node, w *model.Value, at int, made model.Span) *model.Value {
	if n.val.Alias != "" || n.src != nil && n.clean() {
		return c.value(w, at)
	}
	if n.src == nil && len(n.kids) == 0 {
		return c.fresh(w, made)
	}
	out := c.scalar(w, at)
	for i, k := range n.kids {
		inner, stood := at, made
		if o := k.from; o != nil {
			inner = c.place(-1, &model.Value{Span: model.Span{Start: o.start}}, at)
		} else if o := c.holder[k.node.src]; o != nil && k.node.src != nil {
			inner = c.place(-1, &model.Value{Span: model.Span{Start: o.start}}, at)
		}
		for _, o := range []*origin{k.stood, k.from} {
			if o != nil {
				stood = model.Span{Start: o.start, End: o.end}
			}
		}
		switch {
		case i < len(w.Items):
			out.Items = append(out.Items, c.node(k.node, w.Items[i], inner, stood))
		case i < len(w.Entries):
			out.Entries = append(out.Entries, &model.Entry{Key: c.key(w.Entries[i].Key), Value: c.node(k.node, w.Entries[i].Value, inner, stood)})
		}
	}
	if n.src != nil {
		c.addContents(out, n.src)
	}
	return out
}

// fresh copies a new scalar, which is made of what stood in a span. A template in it indents what it writes as at its old place.
func (c *comparable) fresh(v *model.Value, made model.Span) *model.Value {
	out := &model.Value{Kind: v.Kind, Text: v.Text}
	if v.Kind != model.Unknown {
		return out
	}
	about := ""
	if c.means != nil {
		about = "\x06" + c.means.aboutText(v.Text, made)
	}
	if !strings.Contains(v.Text, "indent") {
		out.Text += about
		return out
	}
	for _, t := range c.all.Templates {
		if written := c.all.Text(t); strings.Contains(v.Text, written) {
			line := c.all.File.LineStart(t.Start)
			out.Text = eachUnindented(v.Text, -column(string(c.all.File.Data[line:t.Start])))
		}
	}
	out.Text += about
	return out
}

// unindented returns a template that indents what it writes by so many columns more.
func unindented(text string, by int) string {
	from, to, ok := indentationIn(text)
	if !ok {
		return text
	}
	n, err := strconv.Atoi(text[from:to])
	if err != nil {
		return text
	}
	return text[:from] + strconv.Itoa(n+by) + text[to:]
}

// numberless returns a template without the number of columns that it indents what it writes by.
func numberless(text string) string {
	from, to, ok := indentationIn(text)
	if !ok {
		return text
	}
	return text[:from] + text[to:]
}

// eachUnindented is unindented for all templates in a text.
func eachUnindented(text string, by int) string {
	var b strings.Builder
	last := 0
	for _, t := range gotmpl.Find([]byte(text)) {
		b.WriteString(text[last:t.Span.Start] + unindented(text[t.Span.Start:t.Span.End], by))
		last = t.Span.End
	}
	return b.String() + text[last:]
}
