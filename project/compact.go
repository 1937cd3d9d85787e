package project

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// compacter copies trees so that they refer to nothing of their documents: neither to the bytes of a file nor to its values.
type compacter struct {
	files map[*model.File]*model.File // by the one with bytes
	limit int                         // of values that are copied; what is beyond is Unknown
}

// compactLimit is how many values of one resource are kept.
const compactLimit = 10_000

// file returns the file without its bytes, nil for nil.
func (c *compacter) file(f *model.File) *model.File {
	if f == nil || f.Data == nil {
		return f
	}
	if c.files == nil {
		c.files = map[*model.File]*model.File{}
	}
	if c.files[f] == nil {
		c.files[f] = &model.File{Path: strings.Clone(f.Path)}
	}
	return c.files[f]
}

// value returns a copy of the tree. Aliases are followed, since the document bounds what they stand for.
func (c *compacter) value(v *model.Value) *model.Value {
	if v == nil {
		return nil
	}
	if c.limit--; c.limit < 0 {
		return &model.Value{Kind: model.Unknown, Text: "…", Span: v.Span, Props: v.Props, Dash: -1}
	}
	copied := &model.Value{Kind: v.Kind, Style: v.Style, Open: v.Open, Span: v.Span, Props: v.Props, Dash: v.Dash, Text: strings.Clone(v.Text)}
	if v.Origin != nil {
		copied.Origin = &model.Origin{File: c.file(v.Origin.File), Computed: v.Origin.Computed, Shared: v.Origin.Shared, Named: v.Origin.Named}
	}
	for _, item := range v.Items {
		copied.Items = append(copied.Items, c.value(item))
	}
	for _, e := range v.Entries {
		copied.Entries = append(copied.Entries, &model.Entry{Key: c.value(e.Key), Value: c.value(e.Value)})
	}
	return copied
}

func compactAll(resources []*Resource) []*Resource {
	c := &compacter{}
	var all []*Resource
	for _, r := range resources {
		if r.variant {
			continue
		}
		kept := *r
		c.limit = compactLimit
		kept.Value = c.value(r.Value)
		kept.File = c.file(r.File)
		kept.Object, kept.Sources, kept.ValueFiles = nil, nil, FilesOf(r.Sources)
		all = append(all, &kept)
	}
	return all
}

// short returns a compact copy of one value.
func short(v *model.Value) *model.Value {
	c := &compacter{limit: compactLimit}
	return c.value(v)
}
