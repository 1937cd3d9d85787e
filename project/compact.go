package project

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// compact returns a copy of a tree that refers to nothing of its document: neither to the bytes of the file nor to its
// values. Aliases are followed, since the document bounds what they stand for. at most limit values are copied;
// what is beyond is Unknown.
func compact(v *model.Value, limit *int) *model.Value {
	if v == nil {
		return nil
	}
	if *limit--; *limit < 0 {
		return &model.Value{Kind: model.Unknown, Text: "…", Span: v.Span, Props: v.Props, Dash: -1}
	}
	c := &model.Value{Kind: v.Kind, Style: v.Style, Open: v.Open, Span: v.Span, Props: v.Props, Dash: v.Dash, Text: strings.Clone(v.Text)}
	for _, item := range v.Items {
		c.Items = append(c.Items, compact(item, limit))
	}
	for _, e := range v.Entries {
		entry := &model.Entry{Key: compact(e.Key, limit), Value: compact(e.Value, limit)}
		c.Entries = append(c.Entries, entry)
	}
	return c
}

// compactLimit is how many values of one installation's settings are kept.
const compactLimit = 10_000

// short returns a compact copy of one value.
func short(v *model.Value) *model.Value {
	limit := compactLimit
	return compact(v, &limit)
}
