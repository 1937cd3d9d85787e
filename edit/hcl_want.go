package edit

import (
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// meaning copies a tree for comparing: an expression of which the tree holds parts is the list of these, and of what stands around them.
// v is a value of the file, or a new one. The line breaks of a heredoc are those of its file.
func (t *hclText) meaning(v *model.Value) *model.Value {
	c := &model.Value{Kind: v.Kind, Style: v.Style, Props: v.Props, Text: strings.ReplaceAll(v.Text, "\r\n", "\n")}
	if v.Kind == model.Null {
		c.Text = ""
	}
	switch {
	case v.Kind == model.Unknown && len(v.Items) > 0:
		c.Kind, c.Text = model.List, ""
	case v.Kind == model.Unknown && v.Span.Empty():
		return expression(v)
	case v.Kind == model.Unknown:
		c.Text = lineBlanks().ReplaceAllString(c.Text, "\n") // it may stand at another indentation
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, t.meaning(item))
	}
	if v.Kind == model.Unknown && len(v.Items) > 0 {
		c.Items = append(c.Items, model.NewUnknown(t.frame(v)))
	}
	for _, e := range v.Entries {
		key := &model.Value{Kind: e.Key.Kind, Text: e.Key.Text}
		c.Entries = append(c.Entries, &model.Entry{Key: key, Value: t.meaning(e.Value)})
	}
	return c
}

var lineBlanks = pattern.New(`\n[ \t]*`)

// expression reads a new expression, so that it compares with what will be read back.
func expression(v *model.Value) *model.Value {
	t, err := newHCLText("expression.tf", []byte("x = "+v.Text+"\n"))
	if err != nil || t.source.Body.Attribute("x") == nil || len(t.source.Body.Attributes)+len(t.source.Body.Blocks) != 1 {
		return v
	}
	return t.meaning(t.source.Document.Root.Get("x"))
}

// unplaced copies a value that may stand in another text as a new one. What stands in an expression is kept as its text.
func unplaced(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		items := c.Items
		if c.Kind == model.Unknown && !c.Span.Empty() {
			items = nil
		}
		*c = model.Value{Kind: c.Kind, Style: c.Style, Text: c.Text, Items: items, Entries: c.Entries, Dash: -1}
	})
}

// frame returns the text of an expression without the parts that are its items, and without blanks and commas.
func (t *hclText) frame(v *model.Value) string {
	if v.Span.Empty() {
		return v.Text + "()"
	}
	var b strings.Builder
	at := v.Span.Start
	for _, item := range v.Items {
		b.Write(t.data[at:item.Span.Start])
		at = item.Span.End
	}
	b.Write(t.data[at:v.Span.End])
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }), "")
}

// pruned leaves out the maps and lists of blocks that hold none any more.
func pruned(v *model.Value) *model.Value {
	c := *v
	c.Entries, c.Items = nil, nil
	for _, e := range v.Entries {
		value := pruned(e.Value)
		if value.Style == model.Block && value.Props.Empty() && len(value.Entries)+len(value.Items) == 0 {
			continue
		}
		c.Entries = append(c.Entries, &model.Entry{Key: e.Key, Value: value})
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, pruned(item))
	}
	return &c
}

// wanted returns what an Op at the spot makes of the meaning of the file.
func (t *hclText) wanted(before *model.Value, s spot, op Op) (*model.Value, error) {
	switch {
	case op.Do == Text && s.exists():
		after, err := t.changedText(s.value, op.Parts)
		if err != nil {
			return nil, err
		}
		op = Op{Do: Set, Path: op.Path, Value: after}
	case op.Value != nil:
		op.Value = t.meaning(op.Value)
	}
	after, err := Changed(before, []Op{op})
	if err != nil {
		return nil, err
	}
	return pruned(after), nil
}
