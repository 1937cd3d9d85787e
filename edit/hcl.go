package edit

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// planHCL plans Ops on a Terraform file. Each Op becomes edits of the text as the Ops before it left it, which is
// read again and compared before the next one. hcl_edit.go says what an Op changes; hcl_body.go and hcl_delete.go change bodies,
// hcl_object*.go the maps and lists in them; hcl_format.go formats the lines around.
func planHCL(doc *model.Document, ops []Op) ([]Edit, error) {
	for _, op := range ops {
		if op.Value != nil && hasComments(op.Value) {
			return nil, Refuse("the comments of what is added at %s cannot be written in Terraform", pathText(op.Path))
		}
	}
	if edits, ok := planBlocks(doc, ops); ok {
		return edits, nil
	}
	return planFile(doc, ops)
}

// planFile plans Ops on the text of the whole file.
func planFile(doc *model.Document, ops []Op) ([]Edit, error) {
	t, err := newHCLText(doc.File.Path, doc.File.Data)
	if err != nil {
		return nil, err
	}
	prefix, err := t.pathOf(doc)
	if err != nil {
		return nil, err
	}
	return t.plan(ops, prefix)
}

// plan returns the edits of t that make the Ops true, whose paths follow the prefix.
func (t *hclText) plan(ops []Op, prefix []any) (edits []Edit, err error) {
	data := t.data
	text := []piece{{end: len(data)}}
	for _, op := range ops {
		if len(op.Path) == 0 {
			return nil, fmt.Errorf("the path is empty")
		}
		op.Path = append(prefix[:len(prefix):len(prefix)], op.Path...)
		if op.Value != nil {
			op.Value = unplaced(op.Value)
		}
		if op.Do == Move {
			op.To = append(prefix[:len(prefix):len(prefix)], op.To...)
		}
		steps := []Op{op}
		if op.Do == Move {
			if steps, err = t.splitMove(op); err != nil {
				return nil, err
			}
		}
		for _, step := range steps {
			if t, text, err = t.step(step, text); err != nil {
				return nil, err
			}
		}
	}
	return diff(data, 0, len(data), text), nil
}

// pathOf returns the path to doc's root in the file's static tree: doc may be a part of it, such as the argument of
// jsonencode.
func (t *hclText) pathOf(doc *model.Document) ([]any, error) {
	if doc.Span.Start == 0 && doc.Span.End == len(t.data) {
		return nil, nil
	}
	if path, ok := Find(t.source.Document, doc.Root.Span); ok {
		return path, nil
	}
	return nil, Refuse("the value on line %d is not written out there", doc.File.Position(doc.Root.Span.Start).Line)
}

// step makes op true in t. text is what t is made of, in pieces of the file. What an Op means, and whether it makes sense, is asked of
// the tree.
func (t *hclText) step(op Op, text []piece) (*hclText, []piece, error) {
	s := t.find(op.Path)
	if op.IfThere && !s.exists() {
		return t, text, nil
	}
	if err := t.refuses(s, op); err != nil {
		return nil, nil, err
	}
	before := t.meaning(t.source.Document.Root)
	want, err := t.wanted(before, s, op)
	if err != nil || model.Equal(before, want) {
		return t, text, err
	}
	e := &hclEdit{hclText: t, want: want}
	if err := e.write(s, op); err != nil {
		return nil, nil, err
	}
	after, text, err := e.make(text)
	if err != nil && after == nil && op.Value != nil && !op.Value.Span.Empty() {
		err = moveError(op.Path)
	}
	return after, text, err
}

// make makes the edits, formats the lines around them, and proves the result. It returns nil and an error where that does not parse.
func (e *hclEdit) make(text []piece) (*hclText, []piece, error) {
	after, text, err := e.with(e.edits, text)
	if err != nil {
		return nil, nil, err
	}
	if after, text, err = after.with(e.respace(after, e.edits), text); err != nil {
		return nil, nil, err
	}
	return after, text, e.verify(after)
}

// with returns t with the edits made, and the pieces it is made of.
func (t *hclText) with(edits []Edit, text []piece) (*hclText, []piece, error) {
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	for i := range edits {
		edits[i].New = strings.ReplaceAll(strings.ReplaceAll(edits[i].New, "\r\n", "\n"), "\n", t.newline)
	}
	data, err := Apply(t.data, edits)
	if err != nil {
		return nil, nil, err
	}
	after, err := newHCLText(t.path, data)
	if err != nil {
		return nil, nil, unproved("the change would not parse (%v)", err)
	}
	after.newline, after.usualUnit = t.newline, t.usualUnit
	return after, splice(text, edits), nil
}

// splice makes edits, which are sorted, in a text of pieces.
func splice(text []piece, edits []Edit) []piece {
	var out []piece
	at := 0
	for _, e := range edits {
		out = append(out, cut(text, at, e.Start)...)
		if e.New != "" {
			out = append(out, piece{text: e.New})
		}
		at = e.End
	}
	return append(out, cut(text, at, -1)...)
}

// cut returns the bytes [from, to) of a text of pieces; to is -1 for its end.
func cut(text []piece, from, to int) []piece {
	var out []piece
	at := 0
	for _, p := range text {
		size := len(p.text)
		if p.end > 0 {
			size = p.end - p.start
		}
		a, b := max(from-at, 0), size
		if to >= 0 {
			b = min(b, to-at)
		}
		at += size
		if a >= b {
			continue
		}
		if p.end > 0 {
			out = append(out, piece{start: p.start + a, end: p.start + b})
		} else {
			out = append(out, piece{text: p.text[a:b]})
		}
	}
	return out
}

// verify compares what was read back with what the Op asks for.
func (e *hclEdit) verify(after *hclText) error {
	switch {
	case !model.Equal(after.meaning(after.source.Document.Root), e.want):
		return errNotAsAsked
	case len(e.data) > 0 && len(after.data) > 0 && bytes.HasSuffix(e.data, []byte("\n")) != bytes.HasSuffix(after.data, []byte("\n")):
		return unproved("the change would alter the file's newlines")
	}
	left := map[string]int{}
	for _, c := range after.source.Comments() {
		left[c.Text]++
	}
	for _, c := range e.source.Comments() {
		if e.mayGo(c.Span) {
			continue
		}
		if left[c.Text]--; left[c.Text] < 0 {
			return unproved("the change would lose the comment %q", firstLine(e.source.Document.Text(c.Span)))
		}
	}
	return nil
}

func (e *hclEdit) mayGo(comment model.Span) bool {
	for _, s := range e.dropped {
		if s.Contains(comment) {
			return true
		}
	}
	return false
}

func firstLine(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if more {
		return strings.TrimRight(line, " \t\r") + " …"
	}
	return line
}

// parseHCL reads a file, with its error made fit for people.
func parseHCL(name string, data []byte) (*hcl.Source, error) {
	f := model.NewFile(name, data)
	source, err := hcl.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s", f.Position(err.Span.Start).Line, err.Message)
	}
	return source, nil
}
