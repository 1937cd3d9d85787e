package edit

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/model"
)

// planBlocks plans Ops that stay inside of blocks on the lines of those blocks: a file is read up to four times for an
// Op, and has many findings. It is not ok where a block shares its lines, where lines beside it could have
// to be lined up with its own, and where the Ops are refused; planFile then says why.
func planBlocks(doc *model.Document, ops []Op) ([]Edit, bool) {
	if doc.Span.Start != 0 || doc.Span.End != len(doc.File.Data) {
		return nil, false
	}
	blocks := map[*model.Value][]Op{}
	for _, op := range ops {
		block, path := inBlock(doc.Root, op.Path)
		if op.Do == Move {
			other, to := inBlock(doc.Root, op.To)
			if other != block {
				return nil, false
			}
			op.To = to
		}
		if block == nil {
			return nil, false
		}
		op.Path = path
		blocks[block] = append(blocks[block], op)
	}
	var all []Edit
	for block, ops := range blocks {
		t, start := textOfBlock(doc, block)
		if t == nil {
			return nil, false
		}
		edits, err := t.plan(nil, ops)
		if err != nil {
			return nil, false
		}
		all = append(all, moved(edits, start)...)
	}
	slices.SortFunc(all, func(a, b Edit) int { return a.Start - b.Start })
	return all, true
}

// textOfBlock returns the lines of a block as a text of their own, and where they start in the file; nil where the block shares them, or
// lines beside it could have to be lined up with its own.
func textOfBlock(doc *model.Document, block *model.Value) (t *hclText, start int) {
	if block == nil {
		return nil, 0
	}
	data := doc.File.Data
	lines, ok := linesOf(data, block.Span)
	if !ok {
		return nil, 0
	}
	t, err := newHCLText(doc.File.Path, data[lines.Start:lines.End])
	if err != nil {
		return nil, 0
	}
	t.newline, t.usualUnit = newlineOf(data), unitOf(doc)
	return t, lines.Start
}

// inBlock returns the block of a file that the path leads into, and the path in a file that holds this block alone; nil
// where it leads into none.
func inBlock(root *model.Value, path []any) (block *model.Value, alone []any) {
	v := root
	for i, step := range path {
		if v = valueAt(v, []any{step}); v == nil || v.Style != model.Block {
			return nil, nil
		}
		if _, numbered := step.(int); numbered {
			step = 0
		}
		alone = append(alone, step)
		if isBlock(v) && i+1 < len(path) {
			return v, append(alone, path[i+1:]...)
		}
	}
	return nil, nil
}

// linesOf returns the lines of a block, if there is nothing else on them and nothing on the line above or below that
// could be lined up with them.
func linesOf(data []byte, block model.Span) (model.Span, bool) {
	lines := model.Span{Start: bytes.LastIndexByte(data[:block.Start], '\n') + 1, End: len(data)}
	if i := bytes.IndexByte(data[block.End:], '\n'); i >= 0 {
		lines.End = block.End + i + 1
	}
	above := data[:max(0, lines.Start-1)]
	below, _, _ := bytes.Cut(data[lines.End:], []byte("\n"))
	ok := len(bytes.TrimSpace(data[lines.Start:block.Start])) == 0 && noCode(data[block.End:lines.End]) &&
		closesBlock(above[bytes.LastIndexByte(above, '\n')+1:]) && opensBlock(below)
	return lines, ok
}

// noCode says whether a line, or the rest of one, holds nothing but blanks or one comment.
func noCode(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("//"))
}

// closesBlock says whether a line has no code but the end of a block.
func closesBlock(line []byte) bool {
	return noCode(line) || string(bytes.TrimSpace(line)) == "}"
}

// opensBlock says whether a line has no code but the header of a block, without a comment.
func opensBlock(line []byte) bool {
	return noCode(line) || bytes.HasSuffix(bytes.TrimSpace(line), []byte("{")) && !bytes.ContainsAny(line, "=#/")
}

// unitOf returns the indentation of the first line of the first block in a file.
func unitOf(doc *model.Document) string {
	t := hclText{data: doc.File.Data}
	var blocks []*model.Value
	var collect func(v *model.Value)
	collect = func(v *model.Value) {
		if isBlock(v) {
			blocks = append(blocks, v)
			return
		}
		for _, item := range v.Items {
			collect(item)
		}
		for _, e := range v.Entries {
			if e.Value.Style == model.Block {
				collect(e.Value)
			}
		}
	}
	collect(doc.Root)
	slices.SortFunc(blocks, func(a, b *model.Value) int { return a.Span.Start - b.Span.Start })
	for _, b := range blocks {
		for _, e := range b.Entries {
			if e.Value.Style != model.Block && t.isUnit(b.Span.Start, e.Key.Span.Start) {
				return t.blanksAt(e.Key.Span.Start)
			}
		}
	}
	return spaces(2)
}
