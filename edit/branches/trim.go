package branches

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// rendersAlike reports whether a document with some branches taken still parses to the tree read after the template engine has
// trimmed the blanks beside "{{-" and "-}}", or "%{~" and "~}". It does not compare values that templates write.
func rendersAlike(doc *model.Document, blocks []*gotmpl.Block, branches gotmpl.Taken, read *model.Value) bool {
	r := &imitation{doc: doc, skip: map[int]int{}, contents: map[int]bool{}}
	for _, c := range doc.Contents {
		r.contents[c.Span.Start] = true
	}
	r.leaveOut(blocks, branches)
	rendered := model.NewFile("rendered.yaml", []byte(r.text()))
	after, err := layout.ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) { // which may be indented, with its marker
		yaml.Embedded(rendered, model.Span{End: len(rendered.Data)}, yield)
	})
	return err == nil && after.Root != nil && Alike(after.Root, read)
}

// imitation renders the lines of a document like a template engine, with placeholders for values.
type imitation struct {
	doc      *model.Document
	skip     map[int]int  // from the end of a control to the control that ends its branch
	contents map[int]bool // the offsets of templates that write entries or items
}

// leaveOut records the branches that are not taken.
func (r *imitation) leaveOut(blocks []*gotmpl.Block, branches gotmpl.Taken) {
	for _, b := range blocks {
		chosen, ok := branches[b]
		for i, branch := range b.Branches {
			if ok && chosen == i {
				r.leaveOut(branch.Blocks, branches)
				continue
			}
			next := b.End
			if i+1 < len(b.Branches) {
				next = b.Branches[i+1].Control
			}
			r.skip[r.control(branch.Control).End] = r.control(next).Start
		}
	}
}

// control returns the control in a line.
func (r *imitation) control(lines model.Span) model.Span {
	for _, t := range r.doc.Templates {
		if t.Start >= lines.Start && t.Start < lines.End && gotmpl.Read(r.doc.Text(t)).IsControl() {
			return t
		}
	}
	return model.Span{Start: lines.End, End: lines.End}
}

func (r *imitation) text() string {
	data := r.doc.File.Data
	var b strings.Builder
	offset, previous := r.doc.Span.Start, []byte(nil)
	for i := 0; i <= len(r.doc.Templates); i++ {
		t := model.Span{Start: r.doc.Span.End, End: r.doc.Span.End}
		if i < len(r.doc.Templates) {
			t = r.doc.Templates[i]
		}
		if t.Start < offset {
			continue // in a branch that is left out
		}
		text := data[offset:t.Start]
		written := data[t.Start:t.End]
		b.Write(cutFront(cutEnd(text, written), previous))
		b.WriteString(r.written(t))
		offset, previous = t.End, written
		if to, isSkipped := r.skip[t.End]; isSkipped {
			offset, previous = to, nil
		}
	}
	return b.String()
}

// cutFront removes the blanks that the template before a text trims. Terraform trims only up to the next line.
func cutFront(text, template []byte) []byte {
	switch {
	case bytes.HasSuffix(template, []byte("-}}")):
		return bytes.TrimLeft(text, " \t\r\n")
	case bytes.HasSuffix(template, []byte("~}")):
		line, tail, isCut := bytes.Cut(text, []byte("\n"))
		if isCut && len(bytes.TrimSpace(line)) == 0 {
			return tail
		}
		return bytes.TrimLeft(text, " \t")
	}
	return text
}

// cutEnd removes the blanks that the template after a text trims. Terraform trims only those of its line.
func cutEnd(text, template []byte) []byte {
	switch {
	case bytes.HasPrefix(template, []byte("{{-")):
		return bytes.TrimRight(text, " \t\r\n")
	case len(template) > 3 && template[2] == '~':
		return bytes.TrimRight(text, " \t")
	}
	return text
}

// written returns a placeholder for the output of a template.
func (r *imitation) written(t model.Span) string {
	text := r.doc.Text(t)
	a := gotmpl.Read(text)
	place := "x"
	switch {
	case t.Empty(), a.IsControl(), a.IsStatement():
		return ""
	case r.contents[t.Start]:
		place = "#"
	}
	if from, to, ok := templates.IndentationIn(text); ok && strings.HasPrefix(text, "{{") {
		n, err := strconv.Atoi(text[from:to])
		if err != nil {
			return place
		}
		if strings.Contains(text[:from], "nindent") {
			return "\n" + textline.Spaces(n) + place
		}
		return textline.Spaces(n) + place
	}
	return place
}

// Alike reports whether v equals read, wherever read is known.
func Alike(v, read *model.Value) bool {
	if read.Kind == model.Unknown || read.Alias() != "" {
		return true
	}
	if v.Kind != read.Kind || len(v.Items) != len(read.Items) || len(v.Entries) != len(read.Entries) {
		return false
	}
	for i := range v.Items {
		if !Alike(v.Items[i], read.Items[i]) {
			return false
		}
	}
	for i, e := range v.Entries {
		if key := read.Entries[i].Key; key.Kind != model.Unknown && key.Text != e.Key.Text || !Alike(e.Value, read.Entries[i].Value) {
			return false
		}
	}
	return v.Text == read.Text
}
