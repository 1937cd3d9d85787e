package funcs

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// split is split(separator, text). If the separator is that of YAML documents, each part keeps its documents. Even a partly known text is
// then split, into one part for each document.
func (c *Call) split() *model.Value {
	v := c.library()
	isMarker := c.Args[0].Kind == model.String && strings.TrimSpace(c.Args[0].Text) == "---"
	if !isMarker || c.Args[1].Origin == nil || c.Args[1].Origin.Documents == nil {
		return v
	}
	documents := c.Args[1].Origin.Documents()
	if v.Kind == model.Unknown && len(documents) > 0 {
		v = c.partsOf(c.Args[1].Text, len(documents))
	}
	var items []*model.Value
	for _, item := range v.Items {
		if item.Kind == model.Unknown || strings.TrimSpace(item.Text) != "" {
			items = append(items, item)
		}
	}
	if len(items) != len(documents) {
		return v // some parts contain only comments, or do not parse
	}
	for i, item := range items {
		item.Origin = located.WithDocuments(item.Origin, func() []*model.Document { return documents[i : i+1] })
	}
	return v
}

// partsOf returns the parts of a text with n documents of which only the canonical form is known. No part is empty,
// except the one before a separator at the start of the text.
func (c *Call) partsOf(template string, n int) *model.Value {
	list := c.Computed(c.Expr, model.List)
	if strings.HasPrefix(template, `"---`) {
		list.Items = append(list.Items, c.Text(c.Expr, ""))
	}
	form := c.form()
	for range n {
		list.Items = append(list.Items, c.Unknown(c.Expr, form+"["+strconv.Itoa(len(list.Items))+"]"))
	}
	return list
}
