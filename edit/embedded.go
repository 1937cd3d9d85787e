package edit

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// heredocAround returns the heredoc that holds the span, nil if none does.
func heredocAround(v *model.Value, span model.Span) *model.Value {
	if v == nil || !v.Span.Contains(span) {
		return nil
	}
	if v.Style == model.Literal {
		return v
	}
	for _, child := range v.Children() {
		if found := heredocAround(child, span); found != nil {
			return found
		}
	}
	return nil
}

// readEmbedded reads a document inside a Terraform file after the edits, whose text then is text. Nothing else in the file may have
// changed, nor that the document is the text of a heredoc.
func (t *tree) readEmbedded(edits []Edit, text []byte) (*model.Document, error) {
	if _, ok := t.aloneInHeredoc(t.data[t.doc.Span.Start:t.doc.Span.End]); ok {
		after, ok := t.aloneInHeredoc(text)
		if !ok {
			return nil, errBeyondHeredoc
		}
		return only(func(yield func(*model.Document, *yaml.ParseError) bool) {
			yaml.Embedded(after, model.Span{Start: after.LineSpan(2).Start, End: after.LineSpan(2).Start + len(text)}, yield)
		})
	}
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
		return nil, unproved("the change would not parse (%v)", err)
	}
	span := model.Span{Start: t.doc.Span.Start, End: t.doc.Span.End + len(data) - t.size}
	if !model.Equal(around(before.Document.Root, t.doc.Span), around(after.Document.Root, span)) {
		return nil, errBeyondHeredoc
	}
	return only(func(yield func(*model.Document, *yaml.ParseError) bool) {
		yaml.Embedded(after.File, span, yield)
	})
}

var errBeyondHeredoc = Refuse("the change would reach beyond its heredoc")

// aloneInHeredoc returns a file with the lines from its second one on in the heredoc of the document. It is not ok where that is not
// known, and where they are not the whole of that heredoc: they end it, or a template in them has its end elsewhere.
func (t *tree) aloneInHeredoc(lines []byte) (*model.File, bool) {
	if t.heredoc == nil || t.doc.Span.Start != t.lineStart(t.doc.Span.Start) || !bytes.HasSuffix(lines, []byte("\n")) {
		return nil, false
	}
	head, _, _ := bytes.Cut(t.data[t.heredoc.Span.Start:t.heredoc.Span.End], []byte("\n"))
	marker := bytes.TrimLeft(bytes.TrimSpace(head), "<-")
	f := model.NewFile(t.doc.File.Path, slices.Concat([]byte("text = "), head, []byte("\n"), lines, marker, []byte("\n")))
	source, broken := hcl.Parse(f)
	if broken != nil || len(source.Body.Attributes) != 1 || len(source.Body.Blocks) > 0 {
		return nil, false
	}
	text := source.Document.Root.Get("text")
	return f, text.Style == model.Literal && len(bytes.TrimSpace(f.Data[text.Span.End:])) == 0
}

// around returns v without the text of the heredoc that holds the span, also in the text of expressions around that.
func around(v *model.Value, span model.Span) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if !inner.Span.Contains(span) {
			return inner, true
		}
		rest := *inner
		rest.Text = ""
		if inner.Style == model.Literal {
			rest = model.Value{Style: model.Literal}
		}
		return &rest, true
	})
}
