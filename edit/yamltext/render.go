// Package yamltext writes a changed tree as lines of YAML or JSON. It copies entries that did not change, and writes new ones in the style
// of their neighbours.
package yamltext

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// treeWriter writes a tree as lines.
type treeWriter struct {
	*draft.Tree
	leaves *leaves // counted when first asked for
}

// Edits returns the edits that turn the source of a tree into the text of the changed tree. It returns an error if templates or
// unusual forms prevent that.
func Edits(changed *draft.Tree) ([]edit.Edit, error) {
	if err := changed.Check(); err != nil {
		return nil, err
	}
	edits := textline.Edits(changed.Data, changed.Start, changed.End, changed.Pieces(render(changed)))
	return edits, changed.Failed
}

// render returns the lines of the whole document.
func render(changed *draft.Tree) []textline.Line {
	t := &treeWriter{Tree: changed}
	t.Survive()
	out := t.renderRoot()
	t.adjust(out)
	out = t.KeepComments(out)
	t.keepChomped(out)
	return out
}

func (t *treeWriter) renderRoot() []textline.Line {
	root := t.Doc.Root
	if children := t.Children[root]; len(children) > 0 && children[0].Block {
		ws := textline.Spaces(children[0].Col)
		if len(t.Root.Children) > 0 {
			return t.blockLines(t.Root, ws)
		}
		first := children[0].Lead.Start
		out := append(t.Lines(t.Start, first, "", ""), textline.NewLine(ws, t.flowScalar(t.Root, flowStyle{})))
		return append(out, t.Remarks(model.Span{Start: first, End: t.End}, ws, nil)...)
	}
	from, to := layout.StartOf(root), root.Span.End
	out := t.Part(t.Start, from, "", "")
	remarks := draft.RemarkLines(t.RemarksOf(&draft.Child{Node: t.Root}).Above, "")
	if last := len(out) - 1; len(remarks) > 0 && (last < 0 || len(out[last].Body) == 0) {
		out, remarks = append(append(out[:max(last, 0)], remarks...), textline.Line{Src: -1}), nil
	}
	out = textline.Concat(out, t.inline(t.Root, t.Base(root), flowStyle{}))
	return append(textline.Concat(out, t.Lines(to, t.End, "", "")), remarks...) // after the text on the line of a marker
}

// keepChomped handles a block scalar at the end of a file without a final newline. Its text has no newline at the end, so it needs
// the indicator "-" if other lines follow.
func (t *treeWriter) keepChomped(out []textline.Line) {
	v := layout.DeepestLast(t.Doc.Root)
	if !layout.IsBlockScalar(v) || v.Span.End != t.End || len(out) == 0 {
		return
	}
	if body := out[len(out)-1].Body; len(body) > 0 && body[len(body)-1].End == t.End {
		return
	}
	if last := lastScalar(t.Root); last.Src == v && last.Text != nil {
		return // its last line is new, but nothing follows
	}
	offset := v.Span.Start + 1
	if offset < t.End && t.Data[offset] >= '1' && t.Data[offset] <= '9' {
		offset++
	}
	if offset >= t.End {
		return // the scalar is empty
	}
	indicator := string(t.Data[v.Span.Start:offset])
	switch t.Data[offset] {
	case '-':
		return
	case '+':
		offset++
	}
	textline.Substitute(out, model.Span{Start: v.Span.Start, End: offset}, indicator+"-")
	t.Stripped = v.Span
}
