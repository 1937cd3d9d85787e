package planning

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// partAbove is the size in bytes above which Ops are planned on a part of their document. A plan proves itself by reading the document
// again, so without parts, a document with a thousand findings would be read a thousand times.
var partAbove = 16 << 10

// planPart plans Ops on the part of the document that contains all their places. If that fails, it plans them on the whole
// document.
func (target *Target) planPart(doc *model.Document, ops []edit.Op, heredoc *model.Value) ([]edit.Edit, error) {
	if part, depth := partFor(doc, ops); part != nil {
		if edits, err := target.planTree(part, shorten(part, ops, depth), nil); err == nil {
			return edits, nil
		}
	}
	return target.planTree(doc, ops, heredoc)
}

// partFor returns the smallest part of the document that contains every place the Ops change and the collection around it, as a document of
// its own, and the number of steps that lead to the part. It returns nil if no part can be read on its own.
func partFor(doc *model.Document, ops []edit.Op) (part *model.Document, depth int) {
	if filetype.IsHCL(doc.File.Path) || len(doc.Templates) > 0 {
		return nil, 0
	}
	size := doc.Span.End - doc.Span.Start
	if size <= partAbove || doc.HasAliases { // the anchor may be in another part
		return nil, 0
	}
	shared := sharedPath(ops)
	v := doc.Root
	for i := 1; i < len(shared) && size > partAbove; i++ {
		if v = v.Get(shared[i-1]); v == nil {
			break
		}
		if isolated := readAlone(doc, v); isolated != nil {
			part, depth, size = isolated, i, isolated.Span.End-isolated.Span.Start
		}
	}
	return part, depth
}

// shorten removes the steps that lead to the part from the paths of the Ops. If the part is one item of a list, its path is
// [0].
func shorten(part *model.Document, ops []edit.Op, depth int) []edit.Op {
	var first []any
	if part.Root.Dash == itemAlone {
		first = []any{0}
	}
	short := slices.Clone(ops)
	for i, op := range ops {
		short[i].Path = slices.Concat(first, op.Path[depth:])
		if op.Do == edit.Move {
			short[i].To = slices.Concat(first, op.To[depth:])
		}
	}
	return short
}

// sharedPath returns the longest path that leads to the collections around all places that the Ops change.
func sharedPath(ops []edit.Op) []any {
	shared := ops[0].Path
	for _, op := range ops {
		for _, path := range [][]any{op.Path, op.To} {
			if path == nil {
				continue
			}
			length := 0
			for length < min(len(shared), len(path)-1) && shared[length] == path[length] {
				length++
			}
			shared = shared[:length]
		}
	}
	return shared
}

// itemAlone is the Dash of the list that readAlone makes for one item.
const itemAlone = -2

// readAlone returns the lines of v as a document of their own; nil if they would not read as v alone, because something else is before
// it on its first line.
func readAlone(doc *model.Document, v *model.Value) *model.Document {
	root, start, end := v, v.Span.Start, v.Span.End
	switch {
	case doc.Syntax == model.JSON && (v.Kind == model.Map || v.Kind == model.List):
		return &model.Document{File: doc.File, Syntax: doc.Syntax, Span: v.Span, Root: v}
	case doc.Syntax == model.YAML && v.Dash >= 0:
		start = v.Dash
		root = &model.Value{
			Kind: model.List, Style: model.Block, Span: model.Span{Start: start, End: end},
			Dash: itemAlone, Items: []*model.Value{v},
		}
	case doc.Syntax == model.YAML && v.Kind == model.Map && v.Style == model.Block:
	default:
		return nil
	}
	line := doc.File.LineStart(start)
	if len(bytes.Trim(doc.File.Data[line:start], " ")) > 0 {
		return nil
	}
	if i := bytes.IndexByte(doc.File.Data[end:doc.Span.End], '\n'); i >= 0 {
		end += i + 1
	} else {
		end = doc.Span.End
	}
	return &model.Document{File: doc.File, Syntax: doc.Syntax, Span: model.Span{Start: line, End: end}, Root: root}
}
