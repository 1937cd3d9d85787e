package edit

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// meaning copies a tree for comparing: an expression of which the tree holds parts is what stands around those.
// v is a value of the file, or a new one. The line breaks of a heredoc are those of its file.
func (t *hclText) meaning(v *model.Value) *model.Value {
	c := &model.Value{Kind: v.Kind, Style: v.Style, Props: v.Props, Text: strings.ReplaceAll(v.Text, "\r\n", "\n")}
	if v.Kind == model.Null {
		c.Text = ""
	}
	switch {
	case v.Kind == model.Unknown && len(v.Items) > 0:
		c.Text = t.frame(v)
	case v.Kind == model.Unknown && v.Span.Empty():
		return expression(v)
	case v.Kind == model.Unknown:
		c.Text = lineBlanks().ReplaceAllString(c.Text, "\n") // it may stand at another indentation
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, t.meaning(item))
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
	c := &model.Value{Kind: v.Kind, Style: v.Style, Text: v.Text, Dash: -1}
	for _, e := range v.Entries {
		key := &model.Value{Kind: e.Key.Kind, Style: e.Key.Style, Text: e.Key.Text, Dash: -1}
		c.Entries = append(c.Entries, &model.Entry{Key: key, Value: unplaced(e.Value)})
	}
	if v.Kind == model.Unknown && !v.Span.Empty() {
		return c
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, unplaced(item))
	}
	return c
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

// expect changes the tree that is asked for: f gets the value that holds the last step of path.
func (e *hclEdit) expect(path []any, f func(parent *model.Value, step any)) error {
	v := e.want
	for _, step := range path[:len(path)-1] {
		if v, _ = child(v, step); v == nil {
			return fmt.Errorf("%s does not exist", pathText(path))
		}
	}
	f(v, path[len(path)-1])
	return nil
}

// assignStep gives step in parent the value.
func assignStep(parent *model.Value, step any, value *model.Value) {
	switch i := step.(type) {
	case string:
		if entry := parent.Entry(i); entry != nil {
			entry.Value = value
			return
		}
		parent.Entries = append(parent.Entries, model.NewEntry(i, value))
	case int:
		if i == len(parent.Items) {
			parent.Items = append(parent.Items, value)
			return
		}
		parent.Items[i] = value
	}
}

// remove takes step out of parent.
func remove(parent *model.Value, step any) {
	switch i := step.(type) {
	case string:
		entry := parent.Entry(i)
		for k, other := range parent.Entries {
			if other == entry {
				parent.Entries = append(parent.Entries[:k:k], parent.Entries[k+1:]...)
				return
			}
		}
	case int:
		parent.Items = append(parent.Items[:i:i], parent.Items[i+1:]...)
	}
}
