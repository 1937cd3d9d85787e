package fixes

import (
	"fmt"
	"slices"
	"sort"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// compatible returns the fixes that can be made in one round, in order: of those whose edits touch, or that add or remove entries of one
// collection, the first. The others wait for the next round, which lints their files again. Equal fixes do not conflict.
func compatible(fixes []*bundle) (chosen []*bundle) {
	known := map[string]bool{}
	held := map[holder]bool{}
	edited := map[string]spans{}
	for _, f := range fixes {
		if key := fmt.Sprint(f.Edits); !known[key] {
			isHeld := slices.ContainsFunc(f.holders, func(h holder) bool { return held[h] })
			if isHeld || slices.ContainsFunc(f.Edits, func(e FileEdit) bool { return edited[e.File].touch(e.Span) }) {
				continue
			}
			known[key] = true
			for _, h := range f.holders {
				held[h] = true
			}
			for _, e := range f.Edits {
				edited[e.File] = edited[e.File].with(e.Span)
			}
		}
		chosen = append(chosen, f)
	}
	return chosen
}

// spans are in the order of the text.
type spans []model.Span

// touch reports whether one of the spans has a byte in common with s, or is beside it.
func (list spans) touch(s model.Span) bool {
	i := list.after(s)
	return i < len(list) && list[i].Start <= s.End
}

// after returns the index of the first span that does not end before s.
func (list spans) after(s model.Span) int {
	return sort.Search(len(list), func(i int) bool { return list[i].End >= s.Start })
}

func (list spans) with(s model.Span) spans { return slices.Insert(list, list.after(s), s) }

// holder is a collection that gets or loses entries. Two fixes could together empty it, or write a key twice.
type holder struct {
	file  string
	start int
}

// holders returns the collections whose entries the change adds, removes or renames. In Terraform the other lines of a collection may be aligned
// with a new value.
func (c *change) holders() (holders []holder) {
	doc := c.document.Doc
	add := func(path []any) {
		holders = append(holders, holder{doc.File.Path, c.collectionAt(path).Value.Span.Start})
	}
	isEntangled := (len(doc.Templates) > 0 || doc.HasAliases) && takesEntries(c.ops) // what it writes elsewhere may contain what others change
	if isEntangled {
		add(nil)
	}
	for _, op := range c.ops {
		_, exists := place.Follow(doc.Root, op.Path)
		switch {
		case op.Do == edit.Insert:
			add(op.Path)
		case op.Do != edit.Set || !exists || doc.Syntax == model.HCL:
			add(op.Path[:len(op.Path)-1])
		}
		if op.Do == edit.Move {
			add(op.To[:len(op.To)-1])
		}
	}
	return holders
}

// collectionAt returns the collection at the path, or the last one above it that exists.
func (c *change) collectionAt(path []any) place.Node {
	nodes, _ := place.Follow(c.document.Doc.Root, path)
	for _, n := range nodes {
		if c.document.Doc.Syntax == model.HCL && n.Value.Kind == model.List && n.Value.Style != model.Block {
			return n // the items of [{ …, }, { …, }] are aligned with each other
		}
	}
	return nodes[len(nodes)-1]
}
