package hcltext

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// PlanBlock plans Ops that change only one block, on the lines of that block. That saves time, because a large file may have many
// findings, and is read twice for each plan. It returns false for a block on one line, and if the Ops are refused; PlanFile then returns
// the error.
func PlanBlock(doc *model.Document, ops []edit.Op) ([]edit.Edit, bool) {
	if doc.Span.Start != 0 || doc.Span.End != len(doc.File.Data) {
		return nil, false
	}
	block, _ := inBlock(doc.Root, ops[0].Path)
	inside := slices.Clone(ops)
	for i, op := range ops {
		from, path := inBlock(doc.Root, op.Path)
		to, target := from, op.To
		if op.Do == edit.Move {
			to, target = inBlock(doc.Root, op.To)
		}
		if from != block || to != block {
			return nil, false
		}
		inside[i].Path, inside[i].To = path, target
	}
	t, start := textOfBlock(doc, block)
	if t == nil {
		return nil, false
	}
	edits, err := t.plan(nil, inside)
	return edit.Shift(edits, start), err == nil
}

// textOfBlock returns the lines of a block as a text of their own, and their offset in the file. It returns nil for a block on one
// line, because lines beside it may have to be aligned with it.
func textOfBlock(doc *model.Document, block *model.Value) (t *hclText, start int) {
	if block == nil || !strings.Contains(doc.Text(block.Span), "\n") {
		return nil, 0
	}
	file := hclText{File: doc.File}
	start = file.lineStart(block.Span.Start)
	t, err := newHCLText(model.NewFile(doc.File.Path, file.Data[start:file.LineEnd(block.Span.End)]))
	if err != nil {
		return nil, 0
	}
	t.newline, t.usualUnit, t.offset = layout.NewlineOf(file.Data), unitOf(doc), start
	return t, start
}

// inBlock returns the top-level block that contains the path, and the path in a file that consists of this block. The
// block is nil if the path is in none.
func inBlock(root *model.Value, path []any) (block *model.Value, inner []any) {
	v := root
	for i, step := range path {
		if v = edit.ValueAt(v, []any{step}); v == nil || v.Style != model.Block {
			return nil, nil
		}
		if _, numbered := step.(int); numbered {
			step = 0
		}
		inner = append(inner, step)
		if isBlock(v) && i+1 < len(path) {
			return v, append(inner, path[i+1:]...)
		}
	}
	return nil, nil
}

// unitOf returns the indentation of the first line of the first block in a file.
func unitOf(doc *model.Document) string {
	t := hclText{File: doc.File}
	for v := range doc.Root.All() {
		if !isBlock(v) || t.blanksAt(v.Span.Start) != "" {
			continue
		}
		for _, e := range v.Entries {
			if offset := e.Key.Span.Start; e.Value.Style != model.Block && t.ownLine(offset) && t.blanksAt(offset) != "" {
				return t.blanksAt(offset)
			}
		}
	}
	return textline.Spaces(2)
}
