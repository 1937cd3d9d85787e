package edit

import (
	"bytes"
	"errors"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// planTree plans Ops on a document, which stands in the heredoc if that is not nil.
func planTree(doc *model.Document, ops []Op, heredoc *model.Value) (edits []Edit, err error) {
	if heredoc == nil && (hasStatements(doc) || changesValues(doc)) {
		if blocks, err := yaml.Blocks(doc, doc.Root.Span); err == nil && len(blocks) == 0 {
			return planBranches(doc, nil, []Variant{{Doc: doc, Ops: ops}})
		}
	}
	t := newTree(newSource(doc))
	t.heredoc = heredoc
	for _, op := range ops {
		if err := t.apply(op); err != nil {
			return nil, err
		}
	}
	if t.root.clean() {
		return nil, nil
	}
	if t.root.open() {
		return nil, errOpen
	}
	if err := t.linesInComments(); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	edits = diff(t.data, t.start, t.end, t.pieces(t.render()))
	if t.failed != nil {
		return nil, t.failed
	}
	if err := t.verify(edits); err != nil {
		return nil, err
	}
	return edits, nil
}

var errEmpty = errors.New("the document is empty")

// result returns what the edits make of the document, and its text.
func (t *tree) result(edits []Edit) (after *model.Document, text []byte, err error) {
	before := t.data[t.doc.Span.Start:t.doc.Span.End]
	if text, err = Apply(before, moved(edits, -t.doc.Span.Start)); err != nil {
		return nil, nil, err
	}
	if after, err = t.readAgain(edits, text); err != nil {
		return nil, nil, err
	}
	switch {
	case after.Root == nil || t.json && after.Syntax != model.JSON:
		return nil, nil, unproved("the change would not read back in the same format")
	case bytes.HasSuffix(before, []byte("\n")) != bytes.HasSuffix(text, []byte("\n")),
		!bytes.Contains(before, []byte("\r")) && bytes.Contains(text, []byte("\r")):
		return nil, nil, unproved("the change would alter the file's newlines")
	}
	after.Syntax = t.doc.Syntax // {} alone would count as JSON, which has no comments
	return after, text, nil
}

// verify reads the result and compares it with what the Ops ask for.
func (t *tree) verify(edits []Edit) error {
	after, _, err := t.result(edits)
	if err != nil {
		return err
	}
	if !t.sameMeaning(after.Root, t.wanted()) {
		return errNotAsAsked
	}
	return t.verifyComments(yaml.Comments(after))
}

// sameMeaning says whether a, as it is read, is b, as it is wanted. It is model.Equal, but that a templated block scalar, whose text is
// only known as it is written, may stand at another indentation, and have another header where its text ends without a newline.
func (t *tree) sameMeaning(a, b *model.Value) bool {
	return model.Equal(a, b) || model.Equal(outdented(a, model.Span{}), outdented(b, t.stripped))
}

// outdented returns a copy of v in which templated block scalars start at column 0, and the one at stripped has lost its last newline.
func outdented(v *model.Value, stripped model.Span) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if inner.Kind != model.Unknown || !strings.Contains(inner.Text, "\n") {
			return inner, true
		}
		c := *inner
		if !stripped.Empty() && inner.Span == stripped {
			c.Text = strippedText(inner.Text)
		}
		c.Text = leveled(c.Text)
		return &c, true
	})
}

// outdent cuts the indentation that all lines but the first have in common.
func outdent(text string) string {
	return outdentBut(text, func(string) bool { return false })
}

// leveled is outdent for a text with templates. The indentation of a line that is a control, or a template that indents what it writes,
// counts for nothing.
func leveled(text string) string {
	return outdentBut(text, func(line string) bool {
		_, _, indents := indentationIn(line)
		return gotmpl.Read(line).IsControl() || indents && strings.HasPrefix(line, "{{")
	})
}

// outdentBut is outdent where the indentation of some lines counts for nothing.
func outdentBut(text string, floats func(line string) bool) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := len(text)
	for i, l := range lines[1:] {
		if trimmed := strings.TrimSpace(l); floats(trimmed) {
			lines[i+1] = strings.TrimLeft(l, " ")
		} else if trimmed != "" {
			least = min(least, indent([]byte(l)))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(least, indent([]byte(l))):]
	}
	return strings.Join(lines, "\n")
}

// verifyComments returns an error if a comment is lost that no Op allowed to go.
func (t *tree) verifyComments(after []yaml.Comment) error {
	left := countComments(after)
	for _, c := range t.comments {
		if t.mayGo(c.Span) {
			continue
		}
		if left[c.Text]--; left[c.Text] < 0 {
			if strings.HasPrefix(c.Text, "{{") {
				return unproved("the change would lose the template %q", c.Text)
			}
			return unproved("the change would lose the comment %q", "# "+c.Text)
		}
	}
	return verifyRemarks(append(remarkTexts(t.root), t.owed...), left)
}

func (t *tree) mayGo(comment model.Span) bool {
	for _, o := range t.dropped {
		if o.span().Contains(comment) {
			return true
		}
	}
	return false
}

// readAgain reads what the edits of the file make of the document, whose text then is text.
func (t *tree) readAgain(edits []Edit, text []byte) (*model.Document, error) {
	if filetype.IsHCL(t.doc.File.Path) {
		return t.readEmbedded(edits, text)
	}
	return parseOne(model.NewFile(t.doc.File.Path, text))
}

// parseOne reads a text that must be one document.
func parseOne(f *model.File) (*model.Document, error) {
	return only(func(yield func(*model.Document, *yaml.ParseError) bool) { yaml.Documents(f, yield) })
}

// only returns the document that read yields; it must be one.
func only(read func(yield func(*model.Document, *yaml.ParseError) bool)) (*model.Document, error) {
	var doc *model.Document
	var failed error
	count := 0
	read(func(d *model.Document, err *yaml.ParseError) bool {
		count++
		if err != nil {
			failed = unproved("the change would not parse (%v)", err)
			return false
		}
		doc = d
		return true
	})
	if failed == nil && count != 1 {
		failed = unproved("the change would make %d documents of one", count)
	}
	return doc, failed
}
