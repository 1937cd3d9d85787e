package sites

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// copiedText returns the text of a copy of the object in doc, after edits. want is the tree that the text must have; nil if the
// caller has checked it.
func copiedText(doc *model.Document, edits []edit.Edit, want *model.Value) (string, error) {
	if out := outputAround(doc); out != "" {
		return "", edit.RefuseWith("", "the template %s writes something above or below the object, which a copy would lack", out)
	}
	text, err := editedText(doc, edits)
	if err != nil {
		return "", err
	}
	data := []byte(text)
	changed := onlyDocument(model.NewFile(doc.File.Path, data))
	if changed == nil {
		return "", errNoCopy
	}
	from, to := copied(changed, doc.Span.Start == 0)
	part := data[from:to]
	if reread := onlyDocument(model.NewFile(doc.File.Path, part)); reread == nil || want != nil && !model.Equal(reread.Root, want) {
		return "", errNoCopy
	}
	return string(part), nil
}

// editedText returns the text of a document after edits of its file, all of which must be inside the document.
func editedText(doc *model.Document, edits []edit.Edit) (string, error) {
	local := slices.Clone(edits)
	for i := range local {
		local[i].Start -= doc.Span.Start
		local[i].End -= doc.Span.Start
	}
	text, err := edit.Apply([]byte(doc.Text(doc.Span)), local)
	return string(text), err
}

var errNoCopy = edit.RefuseWith("write it by hand", "a copy of the object would not read back as intended")

// outputAround returns a template that writes text outside of the object in the document, or "". Templates that open and close
// blocks do not count, because they also enclose the added object.
func outputAround(doc *model.Document) string {
	object := ObjectSpan(&model.Resource{Document: doc, Value: doc.Root})
	comments := yaml.Comments(doc)
	for _, t := range doc.Templates {
		for len(comments) > 0 && comments[0].Span.End <= t.Start { // both lists are in the order of the text
			comments = comments[1:]
		}
		inComment := len(comments) > 0 && comments[0].Span.Contains(t)
		outside := t.End <= object.Start || t.Start >= object.End
		if outside && !inComment && !gotmpl.Read(doc.Text(t)).WritesNothing() {
			return strings.Join(strings.Fields(doc.Text(t)), " ")
		}
	}
	return ""
}

// rootSpan returns the start and the end of the value of a document.
func rootSpan(root *model.Value) (from, to int) {
	from, to = root.Span.Start, root.Span.End
	if !root.Props().Empty() {
		from = min(from, root.Props().Start)
	}
	if len(root.Entries) > 0 {
		if props := root.Entries[0].Key.Props(); !props.Empty() {
			from = min(from, props.Start)
		}
	}
	return from, to
}

// copied returns the part of a document's text that a copy repeats. It starts with the comments directly above the object, except
// for comments of the first document that are about the whole file. Below the object it contains indented comments, and blank
// lines only if they are part of a text.
func copied(doc *model.Document, first bool) (from, to int) {
	data := doc.File.Data
	object := ObjectSpan(&model.Resource{Document: doc, Value: doc.Root})
	from, to = object.Start, doc.File.LineEnd(object.End)
	if line := doc.File.LineStart(from); len(bytes.TrimSpace(data[line:from])) == 0 { // only a marker may precede it on the line
		from = line
		for from > 0 && isComment(data[doc.File.LineStart(from-1):from]) {
			from = doc.File.LineStart(from - 1)
		}
		if from == 0 {
			from = len(data) - len(bytes.TrimPrefix(data, byteOrderMark))
		}
		if first && ofFile().Match(data[from:line]) {
			from = line
		}
	}
	tail := to
	for offset := to; offset < len(data); offset = doc.File.LineEnd(offset) {
		text := data[offset:doc.File.LineEnd(offset)]
		switch blank := len(bytes.TrimSpace(text)) == 0; {
		case blank && layout.EndsInBlanks(doc):
			to = doc.File.LineEnd(offset)
		case blank:
		case text[0] == ' ' && isComment(text):
			to = doc.File.LineEnd(offset)
		default:
			return from, to
		}
		tail = to
	}
	return from, tail
}

func isComment(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(line, byteOrderMark), " \t"), []byte("#"))
}

var byteOrderMark = []byte("\uFEFF")

// ofFile matches comments that are about the whole file.
var ofFile = pattern.New(`(?i)copyright|licen[cs]e|spdx-|yaml-language-server|#\s*vim?:|-\*-|yamllint|prettier-ignore`)

// onlyDocument returns the document of a file with exactly one document that parses; otherwise nil.
func onlyDocument(f *model.File) (single *model.Document) {
	count := 0
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		count++
		single = doc
		return err == nil && count == 1
	})
	if count != 1 || single == nil || single.Root == nil {
		return nil
	}
	return single
}

// ObjectSpan returns the lines of an object, with template blocks after its last value that start there.
func ObjectSpan(res *model.Resource) model.Span {
	doc := res.Document
	if len(res.Path) > 0 {
		return res.Value.Span
	}
	var span model.Span
	span.Start, span.End = rootSpan(doc.Root)
	depth, open := 0, 0
	for _, t := range doc.Templates {
		control := gotmpl.Read(doc.Text(t))
		change, divides := control.Depth(), control.Divides()
		switch {
		case t.Start < span.Start:
			depth += change
			open = depth
			continue
		case t.End <= span.End:
			depth += change
			continue
		case depth+change < open, divides && depth == open:
			return span
		}
		if depth += change; depth == open {
			span.End = t.End
		}
	}
	return span
}
