package draft

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// Result returns the document after the edits, and its text.
func (t *Tree) Result(edits []edit.Edit) (after *model.Document, text []byte, err error) {
	before := t.Data[t.Doc.Span.Start:t.Doc.Span.End]
	if text, err = edit.Apply(before, edit.Shift(edits, -t.Doc.Span.Start)); err != nil {
		return nil, nil, err
	}
	if after, err = t.readAgain(edits, text); err != nil {
		return nil, nil, err
	}
	switch {
	case after.Root == nil || t.JSON && after.Syntax != model.JSON:
		return nil, nil, edit.Unproved("the change would not read back in the same format")
	case bytes.HasSuffix(before, []byte("\n")) != bytes.HasSuffix(text, []byte("\n")),
		!bytes.Contains(before, []byte("\r")) && bytes.Contains(text, []byte("\r")):
		return nil, nil, edit.Unproved("the change would alter the file's newlines")
	}
	after.Syntax = t.Doc.Syntax // {} alone would count as JSON, which has no comments
	return after, text, nil
}

// SameMeaning reports whether the parsed value a equals the wanted value b. It is like model.Equal, except for block scalars with
// templates, of which only the written text is known: their indentation may differ, and their header too if the text ends without
// a newline.
func (t *Tree) SameMeaning(a, b *model.Value) bool {
	return model.Equal(a, b) || model.Equal(outdented(a, model.Span{}), outdented(b, t.Stripped))
}

// outdented returns a copy of v in which templated block scalars start at column 0, and the one at stripped has lost its last newline.
func outdented(v *model.Value, stripped model.Span) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if inner.Kind != model.Unknown || !strings.Contains(inner.Text, "\n") {
			return inner, true
		}
		c := *inner
		if !stripped.Empty() && inner.Span == stripped {
			c.Text = scalar.StrippedText(inner.Text)
		}
		c.Text = scalar.Leveled(c.Text)
		return &c, true
	})
}

// VerifyComments returns an error if a comment is lost that no Op was allowed to remove.
func (t *Tree) VerifyComments(after []yaml.Comment) error {
	counts := CountComments(after)
	for _, c := range t.Comments {
		if t.MayGo(c.Span) {
			continue
		}
		if counts[c.Text]--; counts[c.Text] < 0 {
			if strings.HasPrefix(c.Text, "{{") {
				return edit.Unproved("the change would lose the template %q", c.Text)
			}
			return edit.Unproved("the change would lose the comment %q", "# "+c.Text)
		}
	}
	return VerifyRemarks(append(RemarkTexts(t.Root), t.Unplaced...), counts)
}

// MayGo reports whether a comment belongs to an entry that an Op dropped with its comments.
func (t *Tree) MayGo(comment model.Span) bool {
	for _, o := range t.Dropped {
		if o.Span().Contains(comment) {
			return true
		}
	}
	return false
}

// readAgain reads the document after the edits. text is the whole file after them.
func (t *Tree) readAgain(edits []edit.Edit, text []byte) (*model.Document, error) {
	if filetype.IsHCL(t.Doc.File.Path) {
		return t.readEmbedded(edits, text)
	}
	if t.Heredoc != nil { // a block scalar of another document
		return layout.ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) {
			yaml.Embedded(model.NewFile(t.Doc.File.Path, text), model.Span{End: len(text)}, yield)
		})
	}
	return layout.ReadDocument(model.NewFile(t.Doc.File.Path, text))
}

// readEmbedded reads a document in a Terraform file after the edits. text is the whole file after them. It returns an error if
// anything else in the file changed, or if the document is no longer the text of a heredoc.
func (t *Tree) readEmbedded(edits []edit.Edit, text []byte) (*model.Document, error) {
	if _, ok := t.aloneInHeredoc(t.Data[t.Doc.Span.Start:t.Doc.Span.End]); ok {
		after, ok := t.aloneInHeredoc(text)
		if !ok {
			return nil, errBeyondHeredoc
		}
		return layout.ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) {
			yaml.Embedded(after, model.Span{Start: after.LineSpan(2).Start, End: after.LineSpan(2).Start + len(text)}, yield)
		})
	}
	fileData := t.Data[:t.Size]
	data, err := edit.Apply(fileData, edits)
	if err != nil {
		return nil, err
	}
	before, err := layout.ReadHCL(model.NewFile(t.Doc.File.Path, fileData))
	if err != nil {
		return nil, err
	}
	after, err := layout.ReadHCL(model.NewFile(t.Doc.File.Path, data))
	if err != nil {
		return nil, edit.Unproved("the change would not parse (%v)", err)
	}
	span := model.Span{Start: t.Doc.Span.Start, End: t.Doc.Span.End + len(data) - t.Size}
	if !model.Equal(withoutHeredoc(before.Document.Root, t.Doc.Span), withoutHeredoc(after.Document.Root, span)) {
		return nil, errBeyondHeredoc
	}
	return layout.ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) {
		yaml.Embedded(after.File, span, yield)
	})
}

// aloneInHeredoc returns a file with the given lines, from the second one on, in the heredoc of the document. ok is false if that
// heredoc is unknown, or if the lines would not be all of it: they end it, or a template begins in them and ends elsewhere.
func (t *Tree) aloneInHeredoc(lines []byte) (*model.File, bool) {
	if t.Heredoc == nil || t.Doc.Span.Start != t.LineStart(t.Doc.Span.Start) || !bytes.HasSuffix(lines, []byte("\n")) {
		return nil, false
	}
	head, _, _ := bytes.Cut(t.Data[t.Heredoc.Span.Start:t.Heredoc.Span.End], []byte("\n"))
	marker := bytes.TrimLeft(bytes.TrimSpace(head), "<-")
	// In a heredoc with <<- the HCL library takes 4 KB for each line, to count its indentation.
	f := model.NewFile(t.Doc.File.Path, slices.Concat([]byte("text = <<"), marker, []byte("\n"), lines, marker, []byte("\n")))
	source, broken := hcl.Parse(f)
	if broken != nil || len(source.Body.Attributes) != 1 || len(source.Body.Blocks) > 0 {
		return nil, false
	}
	text := source.Document.Root.Get("text")
	return f, text.Style == model.Literal && len(bytes.TrimSpace(f.Data[text.Span.End:])) == 0
}

// withoutHeredoc returns v without the text of the heredoc that holds the span, also in the text of expressions around that.
func withoutHeredoc(v *model.Value, span model.Span) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if !inner.Span.Contains(span) {
			return inner, true
		}
		shell := *inner
		shell.Text = ""
		if inner.Style == model.Literal {
			shell = model.Value{Style: model.Literal}
		}
		return &shell, true
	})
}

var errBeyondHeredoc = edit.Refuse("the change would reach beyond its heredoc")
