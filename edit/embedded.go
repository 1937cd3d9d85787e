package edit

import (
	"fmt"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// readEmbedded reads a document inside a Terraform file after the edits. Nothing else in the file may have changed, nor
// that the document is the text of a heredoc.
func (t *tree) readEmbedded(edits []Edit) (*model.Document, error) {
	whole := t.data[:t.size]
	data, err := Apply(whole, edits)
	if err != nil {
		return nil, err
	}
	before, err := parseHCL(t.doc.File.Path, whole)
	if err != nil {
		return nil, err
	}
	after, err := parseHCL(t.doc.File.Path, data)
	if err != nil {
		return nil, fmt.Errorf("the change would not parse (%w); change it by hand", err)
	}
	if !sameAround(before.Document.Root, after.Document.Root, t.doc.Span) {
		return nil, fmt.Errorf("the change would reach beyond its heredoc; change it by hand")
	}
	span := model.Span{Start: t.doc.Span.Start, End: t.doc.Span.End + len(data) - t.size}
	return only(func(yield func(*model.Document, *yaml.ParseError) bool) {
		yaml.Embedded(after.File, span, yield)
	})
}

// sameAround is model.Equal, but that the text of a heredoc that holds the span may differ.
func sameAround(a, b *model.Value, span model.Span) bool {
	if !a.Span.Contains(span) {
		return model.Equal(a, b)
	}
	if a.Style == model.Literal {
		return b.Style == model.Literal && a.Span.Start == b.Span.Start
	}
	if a.Kind != b.Kind || a.Style != b.Style || a.Span.Start != b.Span.Start || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return false
	}
	for i := range a.Items {
		if !sameAround(a.Items[i], b.Items[i], span) {
			return false
		}
	}
	for i, e := range a.Entries {
		if e.Key.Text != b.Entries[i].Key.Text || !sameAround(e.Value, b.Entries[i].Value, span) {
			return false
		}
	}
	return true
}
