package branches

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/model"
)

// comparable makes copies of values that are equal if the values mean the same, wherever they are in a document. A copy includes the
// templates that write entries or items, the columns by which each template indents its output relative to its place, and everything
// that decides the meaning of a template.
type comparable struct {
	doc         *model.Document
	environment *templates.Environment        // of the whole document; nil to ignore the meaning of templates
	columns     map[*model.Value]int          // of values in the document: the column of the key, or behind the dash
	originals   map[*model.Value]*model.Value // of changed values: the value in the document
	replaced    map[*model.Value]model.Span   // of new values: the place of the text that they replace
}

func newComparable(doc *model.Document, environment *templates.Environment) *comparable {
	c := &comparable{
		doc: doc, environment: environment,
		columns: map[*model.Value]int{}, originals: map[*model.Value]*model.Value{}, replaced: map[*model.Value]model.Span{},
	}
	c.find(doc.Root, doc.Span.Start)
	return c
}

// find records the columns of v, whose text begins at an offset, and of the values in it.
func (c *comparable) find(v *model.Value, offset int) {
	line := c.doc.File.LineStart(offset)
	c.columns[v], c.originals[v] = templates.Column(string(c.doc.File.Data[line:offset])), v
	if v.Alias() != "" {
		return
	}
	for _, item := range v.Items {
		if item.Dash >= 0 {
			c.find(item, int(item.Dash))
		} else {
			c.find(item, item.Span.Start)
		}
	}
	for _, e := range v.Entries {
		c.find(e.Value, e.Key.Span.Start)
	}
}

// wanted returns the root after the Ops.
func (c *comparable) wanted(t *draft.Tree) *model.Value {
	want := t.Wanted()
	c.link(t.Root, want, model.Span{})
	return c.of(want)
}

// link records the value in the document that became w, the wanted value of n. If w is new, it records the place of the text that w
// replaces.
func (c *comparable) link(n *draft.Node, w *model.Value, span model.Span) {
	switch {
	case c.originals[w] != nil || n.Val.Alias() != "":
		return
	case n.Src != nil:
		c.originals[w] = n.Src
	default:
		c.replaced[w] = span
	}
	for i, k := range n.Children {
		stood := span
		for _, o := range []*layout.Origin{k.FirstMoved, k.From} {
			if o != nil {
				stood = model.Span{Start: o.Start, End: o.End}
			}
		}
		switch {
		case i < len(w.Items):
			c.link(k.Node, w.Items[i], stood)
		case i < len(w.Entries):
			c.link(k.Node, w.Entries[i].Value, stood)
		}
	}
}

// of returns a comparable copy of v.
func (c *comparable) of(v *model.Value) *model.Value {
	return v.Rewrite(func(v *model.Value) (*model.Value, bool) {
		now := *v
		original := c.originals[v]
		switch {
		case v.Kind == model.Unknown && original == nil:
			now.Text = c.fresh(v)
			return &now, false
		case v.Kind == model.Unknown:
			now.Text = c.scalar(v, original)
			return &now, false
		}
		now.Entries = slices.Clone(v.Entries)
		for i, e := range v.Entries {
			if e.Key.Kind == model.Unknown && !e.Key.Span.Empty() {
				now.Entries[i] = &model.Entry{Key: model.NewUnknown(e.Key.Text + c.about(e.Key.Span)), Value: e.Value}
			}
		}
		if original != nil && v.Alias() == "" {
			c.addContents(&now, original)
		}
		return &now, true
	})
}

// scalar returns the comparable text of a scalar from the document.
func (c *comparable) scalar(v, original *model.Value) string {
	var contents strings.Builder
	for _, content := range c.doc.Contents {
		if content.Owner == v {
			contents.WriteString(templates.Indented(c.doc.Text(content.Span), -c.columns[v]) + c.about(content.Span) + "\n")
		}
	}
	if contents.Len() > 0 {
		return contents.String()
	}
	return templates.Indented(v.Text, -c.columns[original]) + c.about(v.Span)
}

// addContents adds the templates that write entries or items of a collection.
func (c *comparable) addContents(out, original *model.Value) {
	for _, content := range c.doc.Contents {
		if content.Owner != original {
			continue
		}
		first := 0
		for _, v := range original.Children() {
			first = c.columns[v]
			break
		}
		text := model.NewString("\x05" + templates.Indented(c.doc.Text(content.Span), -first) + c.about(content.Span))
		if original.Kind == model.List {
			out.Items = append(slices.Clip(out.Items), text)
		} else {
			out.Entries = append(out.Entries, &model.Entry{Key: text, Value: &model.Value{}})
		}
	}
}

// fresh returns the comparable text of a new scalar. A template in it indents its output as at its old place.
func (c *comparable) fresh(v *model.Value) string {
	text := v.Text
	for _, t := range c.doc.Templates {
		if written := c.doc.Text(t); strings.Contains(text, written) && strings.Contains(written, "indent") {
			line := c.doc.File.LineStart(t.Start)
			text = templates.Indented(v.Text, -templates.Column(string(c.doc.File.Data[line:t.Start])))
		}
	}
	if c.environment == nil {
		return text
	}
	return text + hashed(c.environment.AboutText(v.Text, c.replaced[v]))
}

// about returns everything that decides the meaning of the templates in a span.
func (c *comparable) about(span model.Span) string {
	if c.environment == nil {
		return ""
	}
	return hashed(c.environment.About(span))
}

// hashed returns a hash of a text. It begins with a mark, so that it can be appended to other texts.
func hashed(text string) string { return fmt.Sprintf("\x06%x", sha256.Sum256([]byte(text))) }
