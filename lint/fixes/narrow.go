package fixes

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// NarrowAbove is the size in bytes above which a fix is planned on a part of its document.
//
// A plan reads its document again to prove itself, so that a document with a thousand findings
// would be read a thousand times; a part of it that stands for itself is enough.
var NarrowAbove = 16 << 10

// planOnPage plans the ops on a part of the document, or on all of it.
func planOnPage(p *place.Page, ops []edit.Op) ([]edit.Edit, error) {
	if p.Around != nil {
		return edit.Plan(edit.Target{Doc: p.Doc, Around: p.Around}, ops)
	}
	part, moved := narrow(p, ops)
	edits, err := edit.Plan(edit.Target{Doc: part}, moved)
	if err != nil && part != p.Doc {
		return edit.Plan(edit.Target{Doc: p.Doc}, ops)
	}
	return edits, err
}

// narrow returns the smallest part of the document, if possible below NarrowAbove, that holds every
// place the ops change with a level to spare, as a document of its own, and the ops with paths
// from its root. Where no part can stand for itself it returns what it got.
func narrow(p *place.Page, ops []edit.Op) (*model.Document, []edit.Op) {
	doc := p.Doc
	if p.Embedded || doc.Syntax == model.HCL || doc.Span.End-doc.Span.Start <= NarrowAbove || len(doc.Templates) > 0 || p.HasAlias() {
		return doc, ops
	}
	shared := sharedPath(ops)
	part, cut := doc, 0
	v := doc.Root
	for depth := 1; depth < len(shared); depth++ {
		v = v.Get(shared[depth-1])
		if v == nil || part.Span.End-part.Span.Start <= NarrowAbove {
			break
		}
		if next := standsAlone(doc, v); next != nil {
			part, cut = next, depth
		}
	}
	if cut == 0 {
		return doc, ops
	}
	return part, rebase(part, ops, cut)
}

// rebase cuts the first steps off the paths of the ops. Where the part is one item of a list, that
// item's new path is [0].
func rebase(part *model.Document, ops []edit.Op, cut int) []edit.Op {
	var first []any
	if part.Root.Dash == ownList {
		first = []any{0}
	}
	moved := slices.Clone(ops)
	for i, op := range ops {
		moved[i].Path = slices.Concat(first, op.Path[cut:])
		if op.Do == edit.Move {
			moved[i].To = slices.Concat(first, op.To[cut:])
		}
	}
	return moved
}

// sharedPath is the longest path that all places have in common which the ops change, the last
// step of each left out.
func sharedPath(ops []edit.Op) []any {
	var shared []any
	for i, op := range ops {
		for _, path := range [][]any{op.Path, op.To} {
			if path == nil {
				continue
			}
			holder := path[:max(0, len(path)-1)]
			if i == 0 && shared == nil {
				shared = holder
				continue
			}
			n := 0
			for n < min(len(shared), len(holder)) && shared[n] == holder[n] {
				n++
			}
			shared = shared[:n]
		}
	}
	return shared
}

// ownList marks the list that stands for one item of a block list.
const ownList = -2

// standsAlone returns the lines of v as a document of their own, or nil if they would not read as
// v alone: something else stands in front of it on its first line.
func standsAlone(doc *model.Document, v *model.Value) *model.Document {
	data := doc.File.Data
	root, start, end := v, v.Span.Start, v.Span.End
	switch {
	case doc.Syntax == model.JSON && (v.Kind == model.Map || v.Kind == model.List):
		return &model.Document{File: doc.File, Syntax: doc.Syntax, Span: v.Span, Root: v}
	case doc.Syntax == model.YAML && v.Dash >= 0:
		start = v.Dash
		root = &model.Value{
			Kind: model.List, Style: model.Block, Span: model.Span{Start: start, End: end},
			Dash: ownList, Items: []*model.Value{v},
		}
	case doc.Syntax == model.YAML && v.Kind == model.Map && v.Style == model.Block:
	default:
		return nil
	}
	line := bytes.LastIndexByte(data[:start], '\n') + 1
	if len(bytes.Trim(data[line:start], " ")) > 0 {
		return nil
	}
	if i := bytes.IndexByte(data[end:doc.Span.End], '\n'); i >= 0 {
		end += i + 1
	} else {
		end = doc.Span.End
	}
	return &model.Document{File: doc.File, Syntax: doc.Syntax, Span: model.Span{Start: line, End: end}, Root: root}
}
